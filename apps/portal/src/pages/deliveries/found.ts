// Texts about a page of deliveries, and about a filter without matches.
import type { DeliveryPage } from '@onboarding/contract';
import { counted, number } from '../webhooks/numbers.ts';
import type { Filters } from './history.ts';

/** "51 to 100 of 1,204 deliveries". */
export function pageWords({ items, page, pageSize, total, totalIsCapped }: DeliveryPage): string {
  const first = (page - 1) * pageSize + 1;
  const all = totalIsCapped ? `more than ${number(total)}` : counted(total, 'delivery', 'deliveries');
  const rest = totalIsCapped ? '. Narrow the period to see the rest.' : '';
  return `${number(first)} to ${number(first + items.length - 1)} of ${all}${rest}`;
}

export const neighboursOf = ({ page, pageSize, total }: Pick<DeliveryPage, 'page' | 'pageSize' | 'total'>) => ({
  hasNewer: page > 1,
  hasOlder: page * pageSize < total,
});

/** Events with a pending delivery are not replayed, because they are sent anyway. */
export const nothingWords = (status: Filters['status']): string =>
  status === 'Pending'
    ? 'There is nothing to replay: pending deliveries are sent anyway.'
    : 'There is nothing to replay. Events with a pending delivery are sent anyway, so they are not counted.';
