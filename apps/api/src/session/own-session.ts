import { endAllSessions, signOut as endSignIn, listSessions, toSessionView } from '@onboarding/domain/accounts';
import type { Handler, SessionCall } from '../http/route.ts';
import { clearCookie, sessionCookie } from './cookies.ts';
import type { Site } from './site.ts';

export const readSession: Handler<SessionCall> = async (_tx, { session }) => ({ value: toSessionView(session) });

export const listOwnSessions: Handler<SessionCall> = async (tx, { session, context }) => ({
  value: await listSessions(tx, session, context.clock.now()),
});

export const signOut: Handler<SessionCall> = async (tx, { site, sessionValue }) => {
  await endSignIn(tx, sessionValue);
  return { value: { continueAt: site.endSessionUrl() }, headers: forgetting(site) };
};

export const signOutEverywhere: Handler<SessionCall> = async (tx, { session, site }) => {
  const ended = await endAllSessions(tx, session.person);
  return { value: { ended, continueAt: site.endSessionUrl() }, headers: forgetting(site) };
};

function forgetting(site: Site): Record<string, string> {
  return {
    'set-cookie': clearCookie(sessionCookie(site.realm)),
    // Not the cookies: those of the other realm may be somebody else's.
    'clear-site-data': '"cache", "storage"',
  };
}
