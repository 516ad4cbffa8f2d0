import {
  AUDIT_ACTOR_KINDS,
  type AuditActorKind,
  type AuditEntry,
  auditEntrySchema,
  type ReviewAuditEntry,
} from '@onboarding/contract';
import type { AuditRow } from './audit-store.ts';

const factsOf = auditEntrySchema.shape.details;

/**
 * The facts that a partner reads of its own customers' trail. What is not named here stays with us, so that a fact which is
 * added later is thought about before it leaves.
 */
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

/** Those about whom a partner knows more than that it was somebody of ours. */
const PARTNERS_OWN: readonly AuditActorKind[] = ['Client', 'PartnerPerson'];

export function toPartnerEntry(row: AuditRow): AuditEntry {
  const actorKind = actorKindOf(row);
  const facts = Object.entries(factsOf.parse(JSON.parse(row.details)));
  return {
    auditId: row.audit_id,
    action: row.action,
    actorKind,
    actorId: PARTNERS_OWN.includes(actorKind) ? row.actor_id : null,
    occurredAt: row.occurred_at.toISOString(),
    details: Object.fromEntries(facts.filter(([name]) => PARTNER_FACTS.includes(name))),
  };
}

/** `nameOf` knows the people of ours by the ids of their accounts. */
export function toReviewEntry(row: AuditRow, nameOf: (accountId: string) => string | null): ReviewAuditEntry {
  const actorKind = actorKindOf(row);
  return {
    auditId: row.audit_id,
    sequence: row.sequence,
    action: row.action,
    actorKind,
    actorId: row.actor_id,
    actorName: actorKind === 'StaffPerson' ? nameOf(row.actor_id) : null,
    requestId: row.request_id,
    occurredAt: row.occurred_at.toISOString(),
    details: factsOf.parse(JSON.parse(row.details)),
    hash: row.hash.toString('hex'),
  };
}

function actorKindOf(row: AuditRow): AuditActorKind {
  const actorKind = AUDIT_ACTOR_KINDS.find((kind) => kind === row.actor_kind);
  if (actorKind === undefined) throw new Error(`The trail names an unknown kind of actor ${row.actor_kind}`);
  return actorKind;
}
