// Texts about the deliveries in the chart.
import type { WebhookStatistics } from '@onboarding/contract';
import { ERROR_KINDS } from './error-kinds.ts';
import { counted } from './numbers.ts';
import { RANGE_LABELS, type Range } from './ranges.ts';

/** Newest first, without the hours and days in which nothing was sent. */
export const rowsOf = (items: WebhookStatistics['items']): WebhookStatistics['items'] =>
  items.filter(({ delivered, failed, exhausted }) => delivered + failed + exhausted > 0).reverse();

/** The most frequent reason in the chart's period, while attempts are failing. The API lists it first. */
export function mainReason(
  consecutiveFailures: number,
  total: Pick<WebhookStatistics['total'], 'errorKinds' | 'failed'> | undefined,
  range: Range,
): { title: string; share: string; cure: string } | undefined {
  const most = total?.errorKinds[0];
  if (consecutiveFailures === 0 || total === undefined || most === undefined) return undefined;
  const all = counted(total.failed, 'failed attempt', 'failed attempts');
  return { ...ERROR_KINDS[most.errorKind], share: `${most.failed} of ${all} in the last ${RANGE_LABELS[range]}` };
}

/** The length of the list of changes: a few at first, many on request. */
export const FEW_CHANGES = 8;
export const MANY_CHANGES = 100;

/** What is shown below the list if there are more changes. */
export function moreChanges(limit: number, nextCursor: string | null): 'link' | 'words' | undefined {
  if (nextCursor === null) return undefined;
  return limit === FEW_CHANGES ? 'link' : 'words';
}
