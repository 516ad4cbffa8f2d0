// Routes for a signed-in person's own sessions and saved filters, in either realm. Paths are served below /api.
import {
  PARTNER_ROLES,
  partnerFiltersChangeSchema,
  partnerFiltersQuerySchema,
  REALMS,
  type Realm,
  SAVED_FILTERS,
  STAFF_ROLES,
  savedFiltersSchema,
  sessionListSchema,
  sessionSchema,
  signedOutEverywhereSchema,
  signedOutSchema,
  staffFiltersChangeSchema,
  staffFiltersQuerySchema,
} from '@onboarding/contract';
import {
  changeSavedFilters,
  endAllSessions,
  endOwnSession,
  listSessions,
  readSavedFilters,
  signOut,
  toSessionView,
} from '@onboarding/domain/accounts';
import { parsedBody } from '../http/body.ts';
import { clearCookie, sessionCookie } from '../http/cookies.ts';
import { sessionRoute } from '../http/declare.ts';
import type { SessionRoute, SignInSite } from '../http/route.ts';
import { savedFiltersExample, sessionExample, sessionListExample, signedOutExample } from './examples.ts';

const FILTERS = {
  partner: { query: partnerFiltersQuerySchema, change: partnerFiltersChangeSchema, list: 'Customers' },
  staff: { query: staffFiltersQuerySchema, change: staffFiltersChangeSchema, list: 'Queue' },
} as const;

export const sessionRoutes: readonly SessionRoute[] = REALMS.flatMap((realm) => [
  ...managingRoutes(realm),
  ...filterRoutes(realm),
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

function filterRoutes(realm: Realm): SessionRoute[] {
  const access = accessOf(realm);
  const named = nameOf(realm);
  const { query, change, list } = FILTERS[realm];
  const { filters, version } = savedFiltersExample;
  const malformed = 'ValidationControl.Error';
  return [
    sessionRoute({
      method: 'GET',
      path: `/session/${realm}/saved-filters`,
      operationId: `read${named}Filters`,
      summary: 'Read your saved filters',
      description: 'The filters that you saved for one list of the site. Nobody else sees them.',
      ...access,
      writes: false,
      query,
      answer: { schema: savedFiltersSchema, example: savedFiltersExample },
      handler: async (tx, { session, query }) => ({ value: await readSavedFilters(tx, session.person, query.list) }),
    }),
    sessionRoute({
      method: 'PUT',
      path: `/session/${realm}/saved-filters`,
      operationId: `change${named}Filters`,
      summary: 'Change your saved filters',
      description: `Replaces all filters that you saved for one list, at most ${SAVED_FILTERS}.`,
      ...access,
      writes: true,
      body: parsedBody({ schema: change, example: { list, version: version - 1, filters }, malformed }),
      answer: { schema: savedFiltersSchema, example: savedFiltersExample },
      errors: [malformed, 'Session.FiltersChanged'],
      handler: async (tx, { session, body }) => ({ value: await changeSavedFilters(tx, session.person, body) }),
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
