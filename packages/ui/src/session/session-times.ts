// When an idle session ends, when the person is warned, and whether a second factor is fresh enough. Times are in milliseconds.

const WARNED_BEFORE_MS = 2 * 60_000;
/** A second factor about to expire counts as expired: the person must have time to fill in the form. */
const ROOM_MS = 2 * 60_000;

export const isNearEnd = (endsAt: number, now: number): boolean => endsAt - now < WARNED_BEFORE_MS;

/** The time left once a warning is due; undefined before. */
export const leftAt = (endsAt: number, now: number): number | undefined =>
  isNearEnd(endsAt, now) ? Math.max(0, endsAt - now) : undefined;

/** Each use extends a session by its idle time, up to its fixed end. */
export const endAfterUse = (now: number, idleMs: number, expiresAt: number): number =>
  Math.min(now + idleMs, expiresAt);

export const leftWords = (left: number): string =>
  `You have not used this page for a while. Your session ends in ${left > 60_000 ? '2 minutes' : '1 minute'}.`;

export const isFreshEnough = (stepUpUntil: string, now: number): boolean => Date.parse(stepUpUntil) - now > ROOM_MS;
