// The request to replay everything that a filter matches, and what prevents it.
import { EVENT_DAYS } from '@onboarding/contract/limits';
import type { Filters } from './history.ts';
import { type ReplayWindow, windowOf } from './replay-window.ts';

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
