// The visitor of the account pages: the person signed in with the provider in this browser, and whether they recently used a
// second factor.
import { STEP_UP_MINUTES } from '@onboarding/contract';
import type { Account } from '@onboarding/domain/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from './answer.ts';
import { openValue, sealValue } from './forms.ts';
import { ownCookie } from './own-cookie.ts';
import type { Pages } from './pages.ts';
import { findActive } from './realm.ts';
import { notSignedIn } from './views/account-views.ts';

export interface AccountVisit {
  account: Account;
  sessionUid: string;
  /** Changes require a second factor within the last STEP_UP_MINUTES. */
  confirmed: boolean;
}

/** Undefined if the visitor is not signed in; a page with the way to sign in was sent. */
export async function findAccountVisit(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountVisit | undefined> {
  const { context } = pages;
  const provider = pages.provider();
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
  const account = session.accountId === undefined ? undefined : await findActive(context.db, session.accountId);
  if (account === undefined) {
    sendPage(reply, notSignedIn, { status: 401 });
    return undefined;
  }
  const signedInAgo = context.clock.now().getTime() / 1000 - (session.loginTs ?? 0);
  const shown = openValue(context, purposeOf(session.uid), cookieIn(pages).read(request) ?? '');
  const confirmed = signedInAgo < STEP_UP_MINUTES * 60 || shown === account.accountId;
  return { account, sessionUid: session.uid, confirmed };
}

/** Sealed for this session of the provider, so valid only in it. */
export function rememberConfirmation(pages: Pages, reply: FastifyReply, visit: AccountVisit): void {
  const value = sealValue(pages.context, purposeOf(visit.sessionUid), STEP_UP_MINUTES * 60, visit.account.accountId);
  cookieIn(pages).set(reply, value, STEP_UP_MINUTES * 60);
}

const purposeOf = (sessionUid: string) => `confirmed ${sessionUid}`;
const cookieIn = ({ issuer }: Pages) => ownCookie(issuer, 'confirmed', 'Strict');
