// The request to replay everything that a filter matches, and what prevents it.
import { DAY_MS, EVENT_DAYS, REPLAY_WINDOW_DAYS } from '@onboarding/contract/limits';
import type { Filters } from './history.ts';

// The window of a replay: at most a week of the filter's period, within the retention of events.

const MINUTE_MS = 60_000;

export interface ReplayWindow {
  from: string;
  to: string;
  /** Whether the window omits the start of the filter's period. */
  isCut: boolean;
}

/** The end of the filter's period; undefined if none of it is within the retention. */
export function windowOf({ from, to }: Filters, now: number = Date.now()): ReplayWindow | undefined {
  const end = to === undefined ? now : Math.min(Date.parse(to), now);
  const asked = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  // Slightly less than the retention, because the request takes a moment.
  const kept = now - EVENT_DAYS * DAY_MS + MINUTE_MS;
  const start = Math.max(asked, end - REPLAY_WINDOW_DAYS * DAY_MS, kept);
  if (start >= end && asked < end) return undefined;
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString(), isCut: start > asked };
}

export interface Asked extends ReplayWindow {
  includeUnrouted: boolean;
}

/** The body of the API request. */
export function bodyOf({ from, to, includeUnrouted }: Asked, { status, eventType, customer, replay }: Filters) {
  const filters = { status: status ?? null, eventType: eventType ?? null, customerId: customer ?? null };
  return { from, to, ...filters, replaySeries: replay ?? null, includeUnrouted };
}

/** Why the filter cannot be replayed as a whole. */
export function hindranceOf(filters: Filters, now: number = Date.now()): string | undefined {
  if (filters.event !== undefined) return 'To resend one event, open its delivery.';
  if (windowOf(filters, now) !== undefined) return undefined;
  return `Events are kept for ${EVENT_DAYS} days, so nothing in this period can be replayed.`;
}

/** Unrouted events have no delivery, so no filter on deliveries can match them. */
export const canIncludeUnrouted = ({ status, customer, replay }: Filters): boolean =>
  [status, customer, replay].every((filter) => filter === undefined);

/** A large replay takes longer to count, and its figures change less. */
export const pollOf = (created: number): number => Math.min(30_000, 2_000 + created / 5);
