// Who is looking at the account pages: the person of the provider's session in this browser, and whether that person has
// shown a second factor lately.
import type { Account } from '@onboarding/domain/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from './answer.ts';
import { cookieOf } from './form-guard.ts';
import type { Pages } from './pages.ts';
import { findActive } from './realm.ts';
import { openValue, sealValue } from './sealed-value.ts';
import { notSignedIn } from './views/account-views.ts';

const CONFIRMED_SECONDS = 300;

export interface AccountVisit {
  account: Account;
  sessionUid: string;
  /** Changes want a second factor of the last five minutes. */
  confirmed: boolean;
}

/** Undefined after having said where to sign in. */
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
  const shown = openValue(context, purposeOf(session.uid), cookieOf(request, cookieName(pages)) ?? '');
  const confirmed = signedInAgo < CONFIRMED_SECONDS || shown === account.accountId;
  return { account, sessionUid: session.uid, confirmed };
}

/** Good in this session of the provider only, for it is sealed for it. */
export function rememberConfirmation(pages: Pages, reply: FastifyReply, visit: AccountVisit): void {
  const value = sealValue(pages.context, purposeOf(visit.sessionUid), CONFIRMED_SECONDS, visit.account.accountId);
  const secure = pages.issuer.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${CONFIRMED_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${cookieName(pages)}=${value}; ${attributes}`);
}

const purposeOf = (sessionUid: string) => `confirmed ${sessionUid}`;
const cookieName = ({ issuer }: Pages) => (issuer.startsWith('https:') ? '__Host-confirmed' : 'confirmed');
