// An entry of the audit trail in words.

import type {
  DecisionState,
  PackageDecisionRecord,
  PackageRecord,
  ReviewAuditEntry,
  VerificationStatus,
} from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';
import { fieldName, reasonName, STATUSES, spelled } from '@onboarding/ui/words';

export function actorOf({ actorKind, actorName }: ReviewAuditEntry, partnerName = 'the partner'): string {
  switch (actorKind) {
    case 'Client':
      return `A system of ${partnerName}`;
    case 'PartnerPerson':
      return `Someone at ${partnerName}`;
    case 'StaffPerson':
      return actorName ?? 'A former colleague';
    case 'Operator':
      return 'Our operators';
    case 'Service':
      return 'Our service';
  }
}

type Details = ReviewAuditEntry['details'];

/** The status that the entry set, if any. */
export function statusIn({ verificationStatus: status }: Details): VerificationStatus | undefined {
  return typeof status === 'string' && Object.hasOwn(STATUSES, status) ? (status as VerificationStatus) : undefined;
}

/** The details that help a reader, without other ids and numbers. With the package, ids become names. */
export function detailsOf(details: Details, found?: PackageRecord): string[] {
  const {
    reasons,
    changedFields,
    documentCategory,
    documentId,
    refusal,
    attempt,
    uboId,
    verdict,
    outcome,
    finding,
    matches,
  } = details;
  const person = found?.business.businessPersonList.find((one) => one.uboId === uboId);
  const document = found?.documents.find((one) => one.documentId === documentId);
  const category = documentCategory ?? document?.documentCategory;
  return [
    word(outcome),
    person && `${person.firstName} ${person.lastName}`,
    word(category),
    word(verdict),
    word(finding),
    typeof matches === 'boolean' ? (matches ? 'Matches' : 'Does not match') : undefined,
    listed('Changed', changedFields, fieldName),
    listed('Reasons', reasons, reasonName),
    typeof refusal === 'string' ? `Refused: ${spelled(refusal)}` : undefined,
    typeof attempt === 'number' && attempt > 1 ? `Attempt ${attempt}` : undefined,
  ].filter((fact) => fact !== undefined);
}

const word = (value: unknown) => (typeof value === 'string' ? spelled(value) : undefined);

const listed = (name: string, values: unknown, inWords: (value: string) => string) =>
  Array.isArray(values) && values.length > 0
    ? `${name}: ${values.map((value) => inWords(String(value))).join(', ')}`
    : undefined;

// Past decisions in words.

const DECISION_STATES: Record<DecisionState, { label: string; color: Tone }> = {
  Proposed: { label: 'Waiting for a second analyst', color: 'warning' },
  Confirmed: { label: 'In effect', color: 'success' },
  Withdrawn: { label: 'Withdrawn', color: 'neutral' },
  Voided: { label: 'Void', color: 'neutral' },
};

/** An API of the release before sends no `noteId`. */
export const stateOf = ({
  state,
  noteId = null,
}: Pick<PackageDecisionRecord, 'state'> & Partial<Pick<PackageDecisionRecord, 'noteId'>>) =>
  noteId === null ? DECISION_STATES[state] : { label: 'Sent back', color: 'warning' };

/** Who settled it and when; undefined if no one has, or if it was the proposer. */
export function settlementOf({ state, proposedBy, settledBy, settledAt, noteId = null }: PackageDecisionRecord) {
  if (settledBy === null || settledAt === null || settledBy.accountId === proposedBy.accountId) return undefined;
  const deed = noteId !== null ? 'Sent back' : state === 'Withdrawn' ? 'Withdrawn' : 'Confirmed';
  return { words: `${deed} by ${settledBy.name ?? 'a former colleague'}`, at: settledAt };
}
