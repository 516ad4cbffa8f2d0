// The pages on which users sign in and manage their accounts: plain HTML; only passkeys need scripts.
import type { Context } from '@onboarding/domain';
import type { FastifyInstance } from 'fastify';
import type { UserSide } from '../provider/provider.ts';
import { serveAccount } from './account.ts';
import { pageHeaders } from './answer.ts';
import { serveAssets } from './assets.ts';
import { serveLinks } from './links.ts';
import { type PageParts, preparePages } from './pages.ts';
import { accountSource, createRealmCheck } from './realm.ts';
import { endSignIn, serveSignIn } from './sign-in.ts';
import { providerRefused, signedOut, signOut } from './views/message-views.ts';
import { pageText } from './views/page.ts';

/** The provider's access to accounts and pages for users. */
export function userSide(context: Pick<Context, 'db' | 'clock'>): UserSide {
  const { db } = context;
  return {
    findAccount: accountSource(context),
    interactionUrl: (uid) => `/sign-in/${uid}`,
    realmCheck: createRealmCheck(db),
    ended: (sessionUid) => endSignIn(context, sessionUid),
    errorPage: ({ error }) => pageText(providerRefused(error)),
    signOutPage: (form) => pageText(signOut(form)),
    signedOutPage: () => pageText(signedOut),
    pageHeaders,
  };
}

export async function serveInteractions(app: FastifyInstance, parts: PageParts): Promise<void> {
  const pages = preparePages(app, parts);
  serveAssets(app);
  serveSignIn(pages);
  serveLinks(pages);
  serveAccount(pages);
}
