// What a site does if the session is missing, has ended, or belongs to another account.
import type { Realm } from '@onboarding/contract';
import { ApiFailure } from '../api/failure.ts';
import type { Notice } from '../api/notices.ts';

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
