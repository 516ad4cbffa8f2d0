// The window of a replay: at most a week of the filter's period, within the retention of events.
import { DAY_MS, EVENT_DAYS, REPLAY_WINDOW_DAYS } from '@onboarding/contract/limits';
import type { Filters } from './history.ts';

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
