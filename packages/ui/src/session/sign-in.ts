// What a site does about a session that is missing, has ended, or is somebody else's.
import type { Realm } from '@onboarding/contract';
import { ApiFailure } from '../api/failure.ts';
import type { Notice } from '../api/notices.ts';

export function signInAddress(realm: Realm, returnTo: string, stepUp: boolean): string {
  const query = new URLSearchParams({ returnTo, ...(stepUp ? { stepUp: '1' } : {}) });
  return `/api/session/${realm}/sign-in?${query}`;
}

/** Somebody else has signed in: nothing of what the page holds is theirs. */
export const isSomebodyElse = (known: { accountId: string } | undefined, read: { accountId: string }): boolean =>
  known !== undefined && known.accountId !== read.accountId;

/** A page that is open stays open; otherwise whoever is signed out signs in, and any other failure is shown. */
export function afterFailedRead(isKnown: boolean, error: unknown): 'stay' | 'sign-in' | 'show' {
  if (isKnown) return 'stay';
  return error instanceof ApiFailure && error.status === 401 ? 'sign-in' : 'show';
}

export type Asking = 'nothing' | 'sign-in' | 'step-up';

/** What an answer of the API makes the page ask for; undefined if it changes nothing. */
export function askedBy(kind: Notice['kind'], isKnown: boolean): Asking | undefined {
  if (!isKnown) return undefined;
  if (kind === 'signed-out') return 'sign-in';
  return kind === 'step-up' ? 'step-up' : undefined;
}
