import type { Realm } from '@onboarding/contract';
import { ApiFailure } from '../api/failure.ts';
import type { Notice } from '../api/notices.ts';
import type { Operation } from '../api/operation.ts';

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

// Which roles may use an operation, and whom to ask instead.

export const isAllowed = ({ roles }: Pick<Operation, 'roles'>, role: string): boolean => roles.includes(role);

export const refusalOf = ({ roles }: Pick<Operation, 'roles'>): string =>
  `Your role does not allow this. Ask ${whoCan(roles)}.`;

function whoCan(roles: readonly string[]): string {
  const named = roles.map((role) => (/^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`));
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(named);
}

// What a site does if the session is missing, has ended, or belongs to another account.

export function signInAddress(realm: Realm, returnTo: string, stepUp: boolean): string {
  const query = new URLSearchParams({ returnTo, ...(stepUp ? { stepUp: '1' } : {}) });
  return `/api/session/${realm}/sign-in?${query}`;
}

/** Whether another account has signed in, which must not see the data of this page. */
export const isAnotherUser = (known: { accountId: string } | undefined, read: { accountId: string }): boolean =>
  known !== undefined && known.accountId !== read.accountId;

/** An open page stays open; otherwise a 401 leads to the sign-in, and any other failure is shown. */
export function afterFailedRead(isKnown: boolean, error: unknown): 'stay' | 'sign-in' | 'show' {
  if (isKnown) return 'stay';
  return error instanceof ApiFailure && error.status === 401 ? 'sign-in' : 'show';
}

export type Asking = 'nothing' | 'sign-in' | 'step-up';

/** What the page asks for after a notice; undefined if nothing. */
export function askedBy(kind: Notice['kind'], isKnown: boolean): Asking | undefined {
  if (!isKnown) return undefined;
  if (kind === 'signed-out') return 'sign-in';
  return kind === 'step-up' ? 'step-up' : undefined;
}
