// The hash chain of a customer's audit trail: each entry's hash covers its content and the hash before it, so that no
// entry can be changed, removed or put in between without every later hash giving it away. It is made with a key of the
// ring, or whoever owns the database could make all of them again. Pure.
import { createHash } from 'node:crypto';
import type { AuditActorKind } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';

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

/** With the ring's current key unless another is named; the hash begins with that key's name, so that keys can be rotated. */
export function chainHash(keys: Pick<KeyRing, 'mac'>, previous: Buffer, entry: AuditContent, keyId?: string): Buffer {
  const { keyId: usedKey, hash } = keys.mac('audit trail', [previous, contentOf(entry)], keyId);
  const name = Buffer.from(usedKey);
  return Buffer.concat([Buffer.from([name.length]), name, hash]);
}

/** As entries were hashed before there was a key: such entries are still read, and never written. */
export function unkeyedHash(previous: Buffer, entry: AuditContent): Buffer {
  return createHash('sha256').update(previous).update(contentOf(entry)).digest();
}

/** The key by which a hash was made; undefined for one from before there was any. */
export function keyOf(hash: Buffer): string | undefined {
  return hash.length <= HASH_BYTES ? undefined : hash.subarray(1, hash.length - HASH_BYTES).toString();
}

const HASH_BYTES = 32;

function contentOf(entry: AuditContent): string {
  // A JSON array, because it keeps the parts apart whatever they contain.
  return JSON.stringify([
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
}
