// What a replay of everything that a filter matches asks for, and what hinders it.
import { EVENT_DAYS } from '@onboarding/contract/limits';
import type { Filters } from './history.ts';
import { type ReplayWindow, windowOf } from './replay-window.ts';

export interface Asked extends ReplayWindow {
  includeUnrouted: boolean;
}

/** As the API takes it. */
export function bodyOf({ from, to, includeUnrouted }: Asked, { status, eventType, customer, replay }: Filters) {
  const filters = { status: status ?? null, eventType: eventType ?? null, customerId: customer ?? null };
  return { from, to, ...filters, replaySeries: replay ?? null, includeUnrouted };
}

/** Why nothing of this filter can be replayed together. */
export function hindranceOf(filters: Filters, now: number = Date.now()): string | undefined {
  if (filters.event !== undefined) return 'To resend one event, open its delivery.';
  if (windowOf(filters, now) !== undefined) return undefined;
  return `Events are kept for ${EVENT_DAYS} days, so nothing in this period can be replayed.`;
}

/** Events from before the webhook have no delivery, so that no filter of deliveries can match them. */
export const canIncludeUnrouted = ({ status, customer, replay }: Filters): boolean =>
  [status, customer, replay].every((filter) => filter === undefined);

/** Counting a large replay takes longer, and its figures change less. */
export const pollOf = (created: number): number => Math.min(30_000, 2_000 + created / 5);
