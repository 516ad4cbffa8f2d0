// Routes for a signed-in person's own sessions, in either realm. Paths are served below /api.
import {
  PARTNER_ROLES,
  REALMS,
  type Realm,
  STAFF_ROLES,
  sessionListSchema,
  sessionSchema,
  signedOutEverywhereSchema,
  signedOutSchema,
} from '@onboarding/contract';
import { endAllSessions, endOwnSession, listSessions, signOut, toSessionView } from '@onboarding/domain/accounts';
import { clearCookie, sessionCookie } from '../http/cookies.ts';
import { sessionRoute } from '../http/declare.ts';
import type { SessionRoute, SignInSite } from '../http/route.ts';
import { sessionExample, sessionListExample, signedOutExample } from './examples.ts';

export const sessionRoutes: readonly SessionRoute[] = REALMS.flatMap((realm) => [
  ...managingRoutes(realm),
  ...signOutRoutes(realm),
]);

function accessOf(realm: Realm) {
  return {
    realm,
    roles: realm === 'partner' ? PARTNER_ROLES : STAFF_ROLES,
    anyStanding: true,
    errors: [],
  };
}

/** Part of the operation ids. */
function nameOf(realm: Realm): string {
  return realm === 'partner' ? 'Partner' : 'Staff';
}

function managingRoutes(realm: Realm): SessionRoute[] {
  const access = accessOf(realm);
  const named = nameOf(realm);
  return [
    sessionRoute({
      method: 'GET',
      path: `/session/${realm}`,
      operationId: `read${named}Session`,
      summary: 'Read your session',
      description: 'Who is signed in, the organisation they work for, and when the session ends.',
      ...access,
      writes: false,
      answer: { schema: sessionSchema, example: sessionExample(realm) },
      handler: async (_tx, { session, site }) => ({ value: toSessionView(session, site.place) }),
    }),
    sessionRoute({
      method: 'GET',
      path: `/session/${realm}/list`,
      operationId: `list${named}Sessions`,
      summary: 'List your sessions',
      description: 'Your active sessions, most recently used first.',
      ...access,
      writes: false,
      answer: { schema: sessionListSchema, example: sessionListExample },
      handler: async (tx, { session, context }) => ({ value: await listSessions(tx, session, context.clock.now()) }),
    }),
    sessionRoute({
      method: 'POST',
      path: `/session/${realm}/sessions/{sessionId}/end`,
      operationId: `end${named}Session`,
      summary: 'End a session',
      description:
        'Ends one of your own sessions, as signing out in that browser would: all other sessions of the same sign-in end too. Needs a recent second factor, like signing out everywhere. Returns the remaining sessions.',
      ...access,
      writes: true,
      stepUp: true,
      errors: ['Session.NotFound', 'Session.StepUpRequired'],
      answer: { schema: sessionListSchema, example: sessionListExample },
      async handler(tx, { session, context, params }) {
        await endOwnSession(tx, session.person, params.sessionId);
        return { value: await listSessions(tx, session, context.clock.now()) };
      },
    }),
  ];
}

function signOutRoutes(realm: Realm): SessionRoute[] {
  const access = accessOf(realm);
  const named = nameOf(realm);
  const ending = { method: 'POST', writes: true, prepare: (site: SignInSite) => site.discover() } as const;
  return [
    sessionRoute({
      ...ending,
      path: `/session/${realm}/sign-out`,
      operationId: `signOut${named}`,
      summary: 'Sign out',
      description:
        'Ends this session, all other sessions of the same sign-in, and the sign-in itself: the next sign-in asks for the password and a second factor. Send the browser to continueAt, where the provider ends its own session.',
      ...access,
      answer: { schema: signedOutSchema, example: signedOutExample },
      async handler(tx, { site, sessionValue }) {
        await signOut(tx, sessionValue);
        return { value: { continueAt: site.endSessionUrl() }, headers: forgetting(site) };
      },
    }),
    sessionRoute({
      ...ending,
      path: `/session/${realm}/sign-out-everywhere`,
      operationId: `signOut${named}Everywhere`,
      summary: 'Sign out everywhere',
      description:
        'Ends all your sessions, on every device. Needs a recent second factor, so that someone who finds an unlocked browser cannot sign its owner out elsewhere.',
      ...access,
      stepUp: true,
      errors: ['Session.StepUpRequired'],
      answer: { schema: signedOutEverywhereSchema, example: { ended: 3, ...signedOutExample } },
      async handler(tx, { session, site }) {
        const ended = await endAllSessions(tx, session.person);
        return { value: { ended, continueAt: site.endSessionUrl() }, headers: forgetting(site) };
      },
    }),
  ];
}

function forgetting(site: SignInSite): Record<string, string> {
  return {
    'set-cookie': clearCookie(sessionCookie(site.realm)),
    // Not cookies, because those of the other realm may belong to someone else.
    'clear-site-data': '"cache", "storage"',
  };
}
