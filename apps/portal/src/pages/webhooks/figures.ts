// What is said about the deliveries that the chart shows.
import type { WebhookStatistics } from '@onboarding/contract';
import { ERROR_KINDS } from './error-kinds.ts';
import { counted } from './numbers.ts';
import { RANGE_LABELS, type Range } from './ranges.ts';

/** The newest first, without the hours and days in which nothing was sent. */
export const rowsOf = (items: WebhookStatistics['items']): WebhookStatistics['items'] =>
  items.filter(({ delivered, failed, exhausted }) => delivered + failed + exhausted > 0).reverse();

/** The most frequent reason in the time that the chart shows, if attempts fail at the moment. The API lists it first. */
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

/** How far the list of changes reaches: a few to begin with, many if asked. */
export const FEW_CHANGES = 8;
export const MANY_CHANGES = 100;

/** What stands below the list, if there are more. */
export function moreChanges(limit: number, nextCursor: string | null): 'link' | 'words' | undefined {
  if (nextCursor === null) return undefined;
  return limit === FEW_CHANGES ? 'link' : 'words';
}
