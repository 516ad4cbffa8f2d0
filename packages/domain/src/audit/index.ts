// Owns: who did what to a customer, in a chain that shows tampering. Refuses: nothing; the database refuses every change
// of what is written.
import type { KeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import type { ChangingActor } from '../context.ts';
import { type AuditContent, CHAIN_START, chainHash } from './audit-chain.ts';
import { auditValues } from './audit-store.ts';

export { ANCHOR_QUEUE, makeAnchor, measureAnchors, publishAnchors } from './anchor-service.ts';
export { type AnchorFault, type AnchorVerdict, verifyAnchors } from './anchor-verification.ts';
export { type AuditRows, listPartnerTrail, listTrail, type Trail } from './audit-page.ts';
export { PARTNER_FACTS, toReviewEntry } from './audit-representation.ts';
export { type AuditRow, auditedMoments, writingAudit } from './audit-store.ts';
export { type ChainVerdict, type VerificationTerms, verifyChain } from './audit-verification.ts';

export interface AuditLink {
  sequence: number;
  hash: Buffer;
}

export interface PreparedAudit {
  /** What the customer's row must hold once the entry is written. */
  head: AuditLink;
  /** The values of the statement's part that writes it. */
  values: unknown[];
}

/** Prepares the next entry of a customer's chain; `after` is the chain's end as the customer's locked row holds it. */
export function prepareAudit(
  keys: Pick<KeyRing, 'mac'>,
  actor: ChangingActor,
  customerId: string,
  after: AuditLink | undefined,
  action: string,
  details: Record<string, unknown>,
  now: Date,
): PreparedAudit {
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
  const hash = chainHash(keys, previousHash, entry);
  return {
    head: { sequence: entry.sequence, hash },
    values: auditValues(entry, previousHash, hash),
  };
}

function nameOf(actor: ChangingActor): string {
  switch (actor.kind) {
    case 'Client':
      return actor.clientId;
    case 'Service':
      return actor.serviceName;
    case 'StaffPerson':
      return actor.accountId;
    case 'Operator':
      return actor.operatorName;
  }
}
