// What is said about a page of deliveries, and about one of them.
import type { DeliveryDetail, DeliveryPage, ErrorKind } from '@onboarding/contract';
import { ERROR_KINDS } from '../webhooks/error-kinds.ts';
import { counted, number } from '../webhooks/numbers.ts';
import { type Filters, MOST_ATTEMPTS } from './history.ts';

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

/** An event that a count found is replayed; one that is pending is sent anyway. */
export const nothingWords = (status: Filters['status']): string =>
  status === 'Pending'
    ? 'There is nothing to replay: pending deliveries are sent anyway.'
    : 'There is nothing to replay. Events with a pending delivery are sent anyway, so they are not counted.';

/** On the page of a delivery the answer itself stands below, so nobody is sent elsewhere to read it. */
export const cureOf = (kind: ErrorKind): string =>
  kind === 'HttpStatus'
    ? 'Read the response below. 400 and 401 usually mean that the signature did not match: check it at the end of this page.'
    : ERROR_KINDS[kind].cure;

/** Without the attempts that it could have had. */
export const isGivenUpEarly = ({ status, attempts }: Pick<DeliveryDetail, 'status' | 'attempts'>): boolean =>
  status === 'Exhausted' && attempts.length < MOST_ATTEMPTS;

/** JSON for reading; whatever else was sent, as it is. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
