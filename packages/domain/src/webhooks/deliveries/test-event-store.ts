import { statement, type Tx } from '@onboarding/platform/postgres';

// The conditions must match a partial index.
const COUNT = statement<{ waiting: number }, { partnerId: string }>(
  'test_event_waiting',
  `select count(*)::int as waiting from webhook_deliveries
   where partner_id = :partnerId and status = 'Pending' and event_type = 'webhook.test' and not is_replay`,
);

export async function countWaitingTests(tx: Tx, partnerId: string): Promise<number> {
  return (await tx.rows(COUNT, { partnerId }))[0]?.waiting ?? 0;
}
