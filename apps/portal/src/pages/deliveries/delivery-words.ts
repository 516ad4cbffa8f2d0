// Texts about one delivery, about a page of deliveries, and about a filter without matches.

import type { Delivery, DeliveryAttempt, DeliveryDetail, DeliveryPage } from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';
import { counted, number } from '../webhooks/numbers.ts';
import { type Filters, MOST_ATTEMPTS } from './history.ts';

/** The state of a delivery: one that fails looks different from one that waits for its first attempt. */
export function stateOf({ status, attemptCount }: Pick<Delivery, 'status' | 'attemptCount'>): {
  label: string;
  color: Tone;
} {
  if (status === 'Delivered') return { label: 'Delivered', color: 'success' };
  if (status === 'Exhausted') return { label: 'Given up', color: 'danger' };
  return attemptCount > 0 ? { label: 'Retrying', color: 'warning' } : { label: 'Waiting', color: 'neutral' };
}

/** The headers of an attempt, in the order in which they were sent; undefined if its signature was not stored. */
export function sentHeaders(
  { id, eventId, eventType, isReplay }: Pick<Delivery, 'id' | 'eventId' | 'eventType' | 'isReplay'>,
  { attemptNo, svcTimestamp, signatures }: Pick<DeliveryAttempt, 'attemptNo' | 'svcTimestamp' | 'signatures'>,
): string | undefined {
  if (signatures === null) return undefined;
  const signature = signatures.join(' ');
  return Object.entries({
    'Content-Type': 'application/json',
    'Svc-Id': eventId,
    'Svc-Timestamp': svcTimestamp,
    'Svc-Signature': signature,
    'webhook-id': eventId,
    'webhook-timestamp': svcTimestamp,
    'webhook-signature': signature,
    'Svc-Event-Type': eventType,
    'Svc-Delivery-Id': id,
    'Svc-Attempt': attemptNo,
    ...(isReplay && { 'Svc-Replay': true }),
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

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

/** Why a replay sends fewer events than the list has deliveries. */
export const differenceWords = (events: number, listed: number | undefined): string | undefined =>
  listed === undefined || listed <= events
    ? undefined
    : `The list has ${counted(listed, 'delivery', 'deliveries')}. An event that was sent several times is sent again once, and events with a pending delivery are not counted.`;

/** Events with a pending delivery are not replayed, because they are sent anyway. */
export const nothingWords = (status: Filters['status']): string =>
  status === 'Pending'
    ? 'There is nothing to replay: pending deliveries are sent anyway.'
    : 'There is nothing to replay. Events with a pending delivery are sent anyway, so they are not counted.';
