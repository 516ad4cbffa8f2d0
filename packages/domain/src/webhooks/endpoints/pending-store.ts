import { statement, type Tx } from '@onboarding/platform/postgres';

export interface PendingFacts {
  pending: number;
  oldestOccurredAt: Date | null;
}

// Counts up to :most, and finds the oldest at the start of its index, so that the cost does not depend on the number of
// pending deliveries.
const PENDING = statement<PendingFacts, { partnerId: string; oldest: string; most: number }>(
  'endpoint_pending',
  `select (
     select count(*)::int from (
       select from webhook_deliveries
       where partner_id = :partnerId and status = 'Pending' and delivery_id >= :oldest limit :most
     ) counted
   ) as pending, (
     select occurred_at from webhook_deliveries
     where partner_id = :partnerId and status = 'Pending' and delivery_id >= :oldest
     order by event_id limit 1
   ) as oldest_occurred_at`,
);

/** Deliveries with an id below `oldest` are never pending. */
export async function readPending(
  tx: Tx,
  partnerId: string,
  { oldest, most }: { oldest: string; most: number },
): Promise<PendingFacts> {
  const [facts] = await tx.rows(PENDING, { partnerId, oldest, most });
  if (facts === undefined) throw new Error('A query for one row has answered none');
  return facts;
}
