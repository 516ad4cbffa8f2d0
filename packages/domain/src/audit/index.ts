// Owns: the tamper-evident log of who did what to a customer. The database rejects every change of an existing entry.
import type { KeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import type { ChangingActor } from '../context.ts';
import { type AuditAction, type AuditContent, CHAIN_START, chainHash } from './audit-chain.ts';
import type { AuditValues } from './audit-store.ts';

export type { AuditAction, InternalAction } from './audit-chain.ts';
export {
  type AuditRows,
  listPartnerMoments,
  listPartnerTrail,
  listTrail,
  PARTNER_FACTS,
  toReviewEntry,
} from './audit-page.ts';
export {
  ANCHORED_ENTRIES,
  type AuditRow,
  type AuditValues,
  auditedMoments,
  type ComparedRow,
  listCompared,
  listOpened,
  listTrails,
  type OpenedRow,
  STREAMED_AUDIT,
  writingAudit,
} from './audit-store.ts';
export { type ChainVerdict, type VerificationTerms, verifyChain } from './audit-verification.ts';
export interface AuditLink {
  sequence: number;
  hash: Buffer;
}

/**
 * The values of `writingAudit` for the next entry of a customer's chain; `after` is the end of the chain in the customer's
 * locked row.
 */
export function prepareAudit(
  keys: Pick<KeyRing, 'mac'>,
  actor: ChangingActor,
  customerId: string,
  after: AuditLink | undefined,
  action: AuditAction,
  details: Record<string, unknown>,
  now: Date,
): AuditValues {
  const previousHash = after?.hash ?? CHAIN_START;
  const entry: AuditContent = {
    auditId: uuidv7(now),
    partnerId: actor.partnerId,
    customerId,
    sequence: (after?.sequence ?? 0) + 1,
    action,
    actorKind: actor.kind,
    actorId: nameOf(actor),
    requestId: actor.requestId,
    occurredAt: now,
    details: JSON.stringify(details),
  };
  const { auditId, sequence, actorKind, actorId, requestId, details: json } = entry;
  const auditHash = chainHash(keys, previousHash, entry);
  return {
    auditId,
    auditSequence: sequence,
    action,
    actorKind,
    actorId,
    requestId,
    details: json,
    auditPreviousHash: previousHash,
    auditHash,
    now,
  };
}

function nameOf(actor: ChangingActor): string {
  switch (actor.kind) {
    case 'Client':
      return actor.clientId;
    case 'Service':
      return actor.serviceName;
    case 'PartnerPerson':
    case 'StaffPerson':
      return actor.accountId;
    case 'Operator':
      return actor.operatorName;
  }
}
