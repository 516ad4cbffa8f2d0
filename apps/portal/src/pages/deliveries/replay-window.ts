// What one replay covers of a filter: at most a week of the events that are kept.
import { DAY_MS, EVENT_DAYS, REPLAY_WINDOW_DAYS } from '@onboarding/contract/limits';
import type { Filters } from './history.ts';

const MINUTE_MS = 60_000;

export interface ReplayWindow {
  from: string;
  to: string;
  /** Whether it leaves out what the filter begins with. */
  isCut: boolean;
}

/** The end of the filter's period; undefined if nothing of it is kept any more. */
export function windowOf({ from, to }: Filters, now: number = Date.now()): ReplayWindow | undefined {
  const end = to === undefined ? now : Math.min(Date.parse(to), now);
  const asked = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  // A little less than is kept: the request takes a moment.
  const kept = now - EVENT_DAYS * DAY_MS + MINUTE_MS;
  const start = Math.max(asked, end - REPLAY_WINDOW_DAYS * DAY_MS, kept);
  if (start >= end && asked < end) return undefined;
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString(), isCut: start > asked };
}
