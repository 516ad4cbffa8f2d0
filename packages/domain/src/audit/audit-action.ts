/** Actions that the partner can read too; the store selects them by prefix. */
type PartnerAction =
  | 'business.profile.created'
  | 'business.profile.updated'
  | 'business.profile.erased'
  | 'business.document.confirmed'
  | 'business.document.rejected'
  | 'business.document.quarantined'
  | 'business.document.viewed'
  | 'business.person.verdict'
  | 'business.verification.updated';

/** Actions that only our own staff can read. */
export type InternalAction =
  | 'review.decision.proposed'
  | 'review.decision.withdrawn'
  | 'review.document.verdict'
  | 'review.document.viewed'
  | 'review.hit.judged'
  | 'review.identity.compared'
  | 'review.monitoring.opened'
  | 'review.monitoring.claimed'
  | 'review.monitoring.released'
  | 'review.monitoring.closed'
  | 'review.note.written'
  | 'review.package.reassigned'
  | 'review.screening.completed'
  | 'review.screening.requested';

export type AuditAction = PartnerAction | InternalAction;
