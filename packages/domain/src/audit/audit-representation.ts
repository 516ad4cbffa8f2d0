import { type AuditActorKind, type AuditEntry, auditEntrySchema, type ReviewAuditEntry } from '@onboarding/contract';
import type { AuditRow } from './audit-store.ts';

const factsOf = auditEntrySchema.shape.details;

/** The facts that a partner can read in its customers' trails. An allowlist, so that new facts are internal by default. */
export const PARTNER_FACTS: readonly string[] = [
  'version',
  'verificationStatus',
  'previousStatus',
  'trigger',
  'reasons',
  'attempt',
  'outcome',
  'decisionId',
  'people',
  'peopleAdded',
  'peopleUpdated',
  'changedFields',
  'uboId',
  'verdict',
  'reasonCode',
  'documentId',
  'documentIds',
  'documentCategory',
  'status',
  'refusal',
  'sizeBytes',
  'sha256',
  'identities',
  'documents',
];

/** Actors that a partner sees in full; all others are shown only as our staff. */
const PARTNERS_OWN: readonly AuditActorKind[] = ['Client', 'PartnerPerson'];

export function toPartnerEntry(row: AuditRow): AuditEntry {
  const { actorKind } = row;
  const facts = Object.entries(factsOf.parse(JSON.parse(row.details)));
  // Entries of earlier releases also contain the hash of refused files.
  const hidden = row.action === 'business.document.confirmed' ? [] : ['sha256'];
  return {
    auditId: row.auditId,
    action: row.action,
    actorKind,
    actorId: PARTNERS_OWN.includes(actorKind) ? row.actorId : null,
    occurredAt: row.occurredAt.toISOString(),
    details: Object.fromEntries(facts.filter(([name]) => PARTNER_FACTS.includes(name) && !hidden.includes(name))),
  };
}

/** `nameOf` returns the name of a member of our staff by account id. */
export function toReviewEntry(row: AuditRow, nameOf: (accountId: string) => string | null): ReviewAuditEntry {
  const { actorKind } = row;
  return {
    auditId: row.auditId,
    sequence: row.sequence,
    action: row.action,
    actorKind,
    actorId: row.actorId,
    actorName: actorKind === 'StaffPerson' ? nameOf(row.actorId) : null,
    requestId: row.requestId,
    occurredAt: row.occurredAt.toISOString(),
    details: factsOf.parse(JSON.parse(row.details)),
    hash: row.hash.toString('hex'),
  };
}
