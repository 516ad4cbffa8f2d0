// Owns: the guarantee that a request with an Idempotency-Key takes effect once. Refuses: a key whose request is still
// running, and a key that was used with a different body. A transaction-level advisory lock holds the key, and the response
// is written in the transaction of the change itself. A killed process therefore leaves neither a change without its response
// nor a key that remains locked.
import { createHash } from 'node:crypto';
import { HOUR_MS, IDEMPOTENCY_HOURS, type RawBody } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { DomainError } from '../failure.ts';
import { findAndCountReplay, type KeyScope, lock, type StoredAnswer, storeAnswer } from './idempotency-store.ts';

export { forgettingAnswers } from './idempotency-store.ts';
export type { KeyScope, StoredAnswer };

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

export function checkIdempotencyKey(key: string): string {
  if (!PRINTABLE.test(key) || key.trim() === '') throw new DomainError('Idempotency.KeyInvalid');
  return key;
}

export interface OnceOutcome {
  answer: StoredAnswer;
  replayed: boolean;
}

/**
 * Runs the work, or returns its stored response. Only success is stored: a refused request changed nothing. From its second
 * attempt on, a request waits for the key, which its own first attempt may still hold.
 */
export async function once(
  tx: Tx,
  { attempt, now, ...scope }: KeyScope & { attempt: number; now: Date },
  body: RawBody,
  work: () => Promise<StoredAnswer>,
): Promise<OnceOutcome> {
  if (!(await lock(tx, lockIdOf(scope), { waits: attempt > 1 })))
    throw new DomainError('Idempotency.InProgress', { retryAfterSeconds: 1 });
  // A separate statement, after the lock: an earlier snapshot could miss the response written by the previous holder.
  const stored = await findAndCountReplay(tx, scope, new Date(now.getTime() - IDEMPOTENCY_HOURS * HOUR_MS));
  const bodyHash = hashOf(body);
  if (stored !== undefined) {
    if (!bodyHash.equals(stored.bodyHash)) throw new DomainError('Idempotency.KeyReused');
    const headers = JSON.parse(stored.headers) as Record<string, string>;
    return { answer: { status: stored.status, headers, body: stored.answer }, replayed: true };
  }
  const answer = await work();
  await storeAnswer(tx, scope, bodyHash, answer, now);
  return { answer, replayed: false };
}

function lockIdOf({ partnerId, route, key }: KeyScope): bigint {
  return createHash('sha256')
    .update(JSON.stringify([partnerId, route, key]))
    .digest()
    .readBigInt64BE(0);
}

/** Compares bodies by meaning, regardless of key order and white space. */
function hashOf(body: RawBody): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
