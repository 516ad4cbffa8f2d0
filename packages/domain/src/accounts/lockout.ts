// Guessing is slowed down, not punished: after a few failures each further one closes the account for a while, twice as
// long each time. A person who mistypes loses seconds; a program that guesses gets four tries an hour.
import { createHash } from 'node:crypto';

const FREE_FAILURES = 5;
const LONGEST_SECONDS = 900;

export interface Attempts {
  failedAttempts: number;
  blockedUntil: Date | undefined;
}

/** Until when not even to look at another attempt; undefined when one may be made now. */
export function blockedNow(attempts: Attempts, now: Date): Date | undefined {
  return attempts.blockedUntil !== undefined && attempts.blockedUntil > now ? attempts.blockedUntil : undefined;
}

/** The state after one more failure. */
export function afterFailure({ failedAttempts }: Pick<Attempts, 'failedAttempts'>, now: Date): Attempts {
  const failures = failedAttempts + 1;
  if (failures <= FREE_FAILURES) return { failedAttempts: failures, blockedUntil: undefined };
  const seconds = Math.min(2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_SECONDS);
  return { failedAttempts: failures, blockedUntil: new Date(now.getTime() + seconds * 1000) };
}

const REMEMBERED_STRANGERS = 10_000;

export interface Strangers {
  /** Counts an attempt, or says until when there is none to be made. */
  attempt(realm: string, emailKey: string, now: Date): Date | undefined;
}

/**
 * The same delays for addresses that have no account, or the delays would tell which ones have. In memory and of bounded
 * size: an attacker who fills it learns only that it forgets.
 */
export function rememberStrangers(): Strangers {
  const known = new Map<string, Attempts>();
  return {
    attempt(realm, emailKey, now) {
      const key = createHash('sha256').update(`${realm} ${emailKey}`).digest('base64');
      const before = known.get(key) ?? { failedAttempts: 0, blockedUntil: undefined };
      const blocked = blockedNow(before, now);
      if (blocked !== undefined) return blocked;
      // Put in anew, so that the one that was forgotten longest leads the map.
      known.delete(key);
      known.set(key, afterFailure(before, now));
      const [oldest] = known.keys();
      if (known.size > REMEMBERED_STRANGERS && oldest !== undefined) known.delete(oldest);
      return undefined;
    },
  };
}
