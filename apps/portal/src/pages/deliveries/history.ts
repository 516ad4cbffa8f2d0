// What the history of deliveries shows and queries, and the next step of a delivery.
import type { Delivery, DeliveryStatus } from '@onboarding/contract';

export interface Filters {
  status?: DeliveryStatus | undefined;
  eventType?: string | undefined;
  customer?: string | undefined;
  event?: string | undefined;
  replay?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const PAGE_SIZE = 50;
/** The highest position that page numbers can reach. */
const DEPTH = 10_000;

export const pageWithin = (asked: number): number => Math.min(asked, DEPTH / PAGE_SIZE);

/** Whether the default of the last 24 hours applies, because no narrower filter is set. */
const isOpen = ({ from, to, customer, event, replay }: Filters) =>
  [from, to, customer, event, replay].every((one) => one === undefined);

export const shownBy = (filters: Filters, dayAgo: string): Filters =>
  isOpen(filters) ? { ...filters, from: dayAgo } : filters;

export const isFiltered = (filters: Filters): boolean =>
  !isOpen(filters) || filters.status !== undefined || filters.eventType !== undefined;

export const toQuery = ({ customer, event, replay, ...rest }: Filters) => ({
  ...rest,
  customerId: customer,
  eventId: event,
  replaySeries: replay,
});

/** Rounded up to the minute, so that the query stays the same and a limited period is not exceeded. */
export const minutesAgo = (length: number, now: number = Date.now()): string =>
  new Date(Math.ceil((now - length) / 60_000) * 60_000).toISOString();

/** The time in the format of the browser's input, in the reader's time zone. */
export function toLocal(moment: string | undefined): string {
  if (moment === undefined) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const fromLocal = (text: string): string | undefined =>
  text === '' || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();

/** Maximum number of attempts of one delivery. */
export const MOST_ATTEMPTS = 8;

/** The next step of a delivery in a few words; undefined if an attempt is planned for later. */
export function nextWords(
  { status, nextAttemptAt, attemptCount }: Pick<Delivery, 'status' | 'nextAttemptAt' | 'attemptCount'>,
  now: number = Date.now(),
): string | undefined {
  if (status === 'Delivered') return 'Your receiver accepted it.';
  if (status === 'Exhausted') {
    return attemptCount === MOST_ATTEMPTS ? 'Given up after 8 attempts.' : 'Given up early.';
  }
  if (nextAttemptAt === null) return 'Waiting until the webhook is enabled.';
  return Date.parse(nextAttemptAt) <= now ? 'The next attempt is due now.' : undefined;
}

/** "30 s", "5 min", "2 h 5 min". */
export function waited(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(milliseconds / 1_000))} s`;
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
