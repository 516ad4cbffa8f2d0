// Validates replay windows. Pure.
import { DAY_MS, EVENT_DAYS, problemAt, REPLAY_WINDOW_DAYS, type ReplayWindow } from '@onboarding/contract';
import { keptSince } from '../../events/index.ts';
import { validationError } from '../../failure.ts';

/** Throws if the window is invalid. */
export function checkWindow({ from, to }: ReplayWindow, now: Date): void {
  if (to <= from) {
    throw validationError([problemAt(['to'], 'Webhook.RangeInvalid', 'must be later than from')]);
  }
  if (to.getTime() - from.getTime() > REPLAY_WINDOW_DAYS * DAY_MS) {
    const text = `is more than ${REPLAY_WINDOW_DAYS} days after from; replay several shorter windows instead`;
    throw validationError([problemAt(['to'], 'Webhook.RangeTooWide', text)]);
  }
  const since = keptSince(now);
  if (from < since) {
    const text = `is more than ${EVENT_DAYS} days ago, which is how long events are stored; start at ${since.toISOString()} or later`;
    throw validationError([problemAt(['from'], 'Webhook.EventExpired', text)]);
  }
}
