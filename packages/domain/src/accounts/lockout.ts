// Guessing is slowed down, not punished: after a few failures each further one closes the door for a while, twice as long
// each time. A person who mistypes loses seconds; a program that guesses gets four tries an hour. Failures are forgotten by
// halves when nobody tries. Strangers, known devices and sign-ins that are asked again have a door each.
import { createHash } from 'node:crypto';
import type { Visitor } from './account.ts';

const FREE_FAILURES = 5;
const LONGEST_SECONDS = 900;
/** Longer than any pause between the tries of a program that goes on as fast as it may. */
const HALVED_AFTER_MS = 2 * 3_600_000;

export interface Attempts {
  failures: number;
  countedAt: Date;
  blockedUntil: Date | undefined;
}

/** Whose failures count together. */
export interface AttemptSource {
  source: 'Anonymous' | 'Device' | 'SignIn';
  key: string;
}

/**
 * Who tries, as far as we know. A device is known on which the account has signed in since its password was last changed:
 * whoever knew the old password starts again as a stranger.
 */
export function attemptSource(visitor: Visitor, accountId: string, passwordChangedAt: Date | null): AttemptSource {
  if (visitor.signInKey !== undefined) return { source: 'SignIn', key: visitor.signInKey };
  const { device } = visitor;
  const signedInAt = device?.signedInAt.get(accountId);
  const known = signedInAt !== undefined && signedInAt.getTime() >= (passwordChangedAt?.getTime() ?? 0);
  return known && device !== undefined ? { source: 'Device', key: device.deviceId } : { source: 'Anonymous', key: '' };
}

/** Until when not even to look at another attempt; undefined when one may be made now. */
export function blockedNow(attempts: Attempts | undefined, now: Date): Date | undefined {
  const until = attempts?.blockedUntil;
  return until !== undefined && until > now ? until : undefined;
}

/** The state after one more failure. */
export function afterFailure(before: Attempts | undefined, now: Date): Attempts {
  const failures = (before === undefined ? 0 : remembered(before, now)) + 1;
  if (failures <= FREE_FAILURES) return { failures, countedAt: now, blockedUntil: undefined };
  const seconds = Math.min(2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_SECONDS);
  return { failures, countedAt: now, blockedUntil: new Date(now.getTime() + seconds * 1000) };
}

function remembered({ failures, countedAt }: Attempts, now: Date): number {
  const halvings = Math.max(0, Math.floor((now.getTime() - countedAt.getTime()) / HALVED_AFTER_MS));
  return Math.floor(failures / 2 ** halvings);
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
      const before = known.get(key);
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
