// The outcomes of a partner's deliveries over time, as counted by dispatchers.
import type { WebhookStatistics, WebhookStatisticsQuery } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { rangeOf, toStatistics } from './delivery-statistics.ts';
import { readCounts } from './delivery-statistics-store.ts';

export async function readStatistics(
  tx: Tx,
  partnerId: string,
  query: WebhookStatisticsQuery,
  now: Date,
): Promise<WebhookStatistics> {
  const range = rangeOf(query, now);
  return toStatistics(await readCounts(tx, partnerId, range), range);
}
