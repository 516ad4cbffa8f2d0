// Texts about one delivery, about a page of deliveries, and about a filter without matches.
import type { DeliveryDetail, DeliveryPage, ErrorKind } from '@onboarding/contract';
import { ERROR_KINDS } from '../webhooks/attempt-words.ts';
import { counted, number } from '../webhooks/numbers.ts';
import { type Filters, MOST_ATTEMPTS } from './history.ts';

/** The page shows the response below, so the text refers to it instead of to the delivery. */
export const cureOf = (kind: ErrorKind): string =>
  kind === 'HttpStatus'
    ? 'Read the response below. 400 and 401 usually mean that the signature did not match: check it at the end of this page.'
    : ERROR_KINDS[kind].cure;

/** Whether attempts were left when the delivery was exhausted. */
export const isGivenUpEarly = ({ status, attempts }: Pick<DeliveryDetail, 'status' | 'attempts'>): boolean =>
  status === 'Exhausted' && attempts.length < MOST_ATTEMPTS;

/** Indents JSON and returns any other text unchanged. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

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
