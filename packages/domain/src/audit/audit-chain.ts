// The hash chain of a customer's audit trail: each entry's hash covers its content and the hash before it, so that no
// entry can be changed, removed or put in between without every later hash giving it away. Pure.
import { createHash } from 'node:crypto';
import type { AuditActorKind } from '@onboarding/contract';

export interface AuditContent {
  auditId: string;
  partnerId: string;
  customerId: string;
  sequence: number;
  action: string;
  actorKind: AuditActorKind;
  actorId: string;
  requestId: string;
  occurredAt: Date;
  /** JSON, byte for byte as stored. */
  details: string;
}

/** What the first entry of a chain builds on. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

export function chainHash(previous: Buffer, entry: AuditContent): Buffer {
  // A JSON array, because it keeps the parts apart whatever they contain.
  const content = JSON.stringify([
    entry.auditId,
    entry.partnerId,
    entry.customerId,
    entry.sequence,
    entry.action,
    entry.actorKind,
    entry.actorId,
    entry.requestId,
    entry.occurredAt.toISOString(),
    entry.details,
  ]);
  return createHash('sha256').update(previous).update(content).digest();
}
