// The hash chain of a customer's audit trail: each entry's hash covers its content and the previous hash, so that a changed,
// removed or inserted entry invalidates all later hashes. It uses a key of the ring; otherwise the owner of the database
// could recompute all of them. Pure.
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

/** The previous hash of the first entry. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Uses the ring's current key by default; the hash starts with the id of the key, so that keys can be rotated. */
export function chainHash(keys: Pick<KeyRing, 'mac'>, previous: Buffer, entry: AuditContent, keyId?: string): Buffer {
  const { keyId: usedKey, hash } = keys.mac('audit trail', [previous, contentOf(entry)], keyId);
  const name = Buffer.from(usedKey);
  return Buffer.concat([Buffer.from([name.length]), name, hash]);
}

/** The hash of entries from before keys were introduced: still verified, never written. */
export function unkeyedHash(previous: Buffer, entry: AuditContent): Buffer {
  return createHash('sha256').update(previous).update(contentOf(entry)).digest();
}

/** The key id of a hash; undefined for a hash from before keys were introduced. */
export function keyOf(hash: Buffer): string | undefined {
  return hash.length <= HASH_BYTES ? undefined : hash.subarray(1, hash.length - HASH_BYTES).toString();
}

const HASH_BYTES = 32;

function contentOf(entry: AuditContent): string {
  // A JSON array, because it separates the fields unambiguously.
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
  | 'review.decision.returned'
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
