// Which window may be replayed. Pure.
import {
  checkBody,
  problemAt,
  REPLAY_LIMITS,
  type ReplayWindow,
  replayWindowSchema,
  type Warning,
} from '@onboarding/contract';
import { keptSince } from '../events/index.ts';
import { refuse } from '../failure.ts';

const DAY_MS = 86_400_000;

export interface CheckedWindow {
  window: ReplayWindow;
  warnings: Warning[];
}

/** Throws everything that is wrong with what was sent; then what is wrong with the window. */
export function checkWindow(body: unknown, now: Date): CheckedWindow {
  const { problems, warnings, value } = checkBody(replayWindowSchema, body, 'ValidationControl.Error');
  const [first, ...others] = problems;
  if (first !== undefined) throw refuse([first, ...others]);
  if (value === undefined) throw new Error('A body without problems has no value');
  const { from, to } = value;
  if (to <= from) {
    throw refuse([problemAt(['to'], 'Webhook.RangeInvalid', 'must be later than from')]);
  }
  if (to.getTime() - from.getTime() > REPLAY_LIMITS.windowDays * DAY_MS) {
    const text = `is more than ${REPLAY_LIMITS.windowDays} days after from; replay several windows instead`;
    throw refuse([problemAt(['to'], 'Webhook.RangeTooWide', text)]);
  }
  const since = keptSince(now);
  if (from < since) {
    const text = `is longer ago than the ${REPLAY_LIMITS.eventDays} days for which events are kept; begin at ${since.toISOString()} or later`;
    throw refuse([problemAt(['from'], 'Webhook.EventExpired', text)]);
  }
  return { window: value, warnings };
}
