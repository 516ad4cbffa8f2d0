// Slows down guessing: after a few failures, each further one blocks attempts for a while, twice as long each time. A person
// who mistypes loses seconds; a program that guesses gets four attempts an hour. Without attempts, the failure count halves
// over time. Unknown devices, known devices and existing sign-ins are counted separately.
import { createHash } from 'node:crypto';
import type { Realm } from '@onboarding/contract';
import type { AccountAttemptsRow } from '@onboarding/database/tables';
import type { Visitor } from '../account/account.ts';

const FREE_FAILURES = 5;
const LONGEST_SECONDS = 900;
/** Longer than any pause of a program that makes every permitted attempt. */
const HALVED_AFTER_MS = 2 * 3_600_000;

export interface Attempts {
  failures: number;
  countedAt: Date;
  blockedUntil: Date | undefined;
}

/** The attempts whose failures are counted together. */
export interface AttemptSource {
  source: AccountAttemptsRow['source'];
  key: string;
}

/**
 * The source of an attempt, as far as it is known. A device is known if the account has signed in on it since the last
 * password change: someone who knew only the old password counts as unknown again.
 */
export function attemptSource(visitor: Visitor, accountId: string, passwordChangedAt: Date | null): AttemptSource {
  if (visitor.signInKey !== undefined) return { source: 'SignIn', key: visitor.signInKey };
  const { device } = visitor;
  const signedInAt = device?.signedInAt.get(accountId);
  const known = signedInAt !== undefined && signedInAt.getTime() >= (passwordChangedAt?.getTime() ?? 0);
  return known && device !== undefined ? { source: 'Device', key: device.deviceId } : { source: 'Anonymous', key: '' };
}

/** The time until which attempts are refused without a check; undefined if one may be made now. */
export function blockedNow(attempts: Attempts | undefined, now: Date): Date | undefined {
  const until = attempts?.blockedUntil;
  return until !== undefined && until > now ? until : undefined;
}

/** The state after another failure. */
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

const REMEMBERED_ACCOUNTS = 10_000;

export interface UnknownAccounts {
  /** Counts an attempt, or returns the time until which none may be made. */
  attempt(realm: Realm, emailKey: string, now: Date): Date | undefined;
}

/**
 * The same delays for addresses without an account; otherwise the delays would reveal which addresses have one. In memory and
 * of bounded size: an attacker who fills it only makes it drop old entries.
 */
export function rememberUnknownAccounts(): UnknownAccounts {
  const known = new Map<string, Attempts>();
  return {
    attempt(realm, emailKey, now) {
      const key = createHash('sha256').update(`${realm} ${emailKey}`).digest('base64');
      const before = known.get(key);
      const blocked = blockedNow(before, now);
      if (blocked !== undefined) return blocked;
      // Re-inserted, so that the least recently used entry is first in the map.
      known.delete(key);
      known.set(key, afterFailure(before, now));
      const [oldest] = known.keys();
      if (known.size > REMEMBERED_ACCOUNTS && oldest !== undefined) known.delete(oldest);
      return undefined;
    },
  };
}
