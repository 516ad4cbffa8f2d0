import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { type FannedOut, makeDeliveries } from './fan-out-store.ts';

export type { FannedOut };

/**
 * Makes a delivery of each of the oldest events whose partner had an endpoint when they occurred; the others are recorded and
 * go nowhere. The lanes are woken by the caller once this is committed, never before and never in the same transaction:
 * whoever is woken too early finds nothing and does not look again.
 */
export async function fanOut(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<FannedOut> {
  return makeDeliveries(
    tx,
    now,
    Array.from({ length: limit }, () => uuidv7(now)),
  );
}
