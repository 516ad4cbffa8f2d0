// What a signed-in person can do about their own session, in either realm. Paths are served below /api.
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
import type { SessionRoute } from '../http/route.ts';
import { sessionExample, sessionListExample, signedOutExample } from './examples.ts';
import { listOwnSessions, readSession, signOut, signOutEverywhere } from './own-session.ts';
import type { Site } from './site.ts';

export const sessionRoutes: readonly SessionRoute[] = REALMS.flatMap(sessionRoutesOf);

function sessionRoutesOf(realm: Realm): SessionRoute[] {
  const access = {
    realm,
    roles: realm === 'partner' ? PARTNER_ROLES : STAFF_ROLES,
    anyStanding: true,
    errors: [],
  };
  const ending = { method: 'POST', writes: true, prepare: (site: Site) => site.discover() } as const;
  const named = realm === 'partner' ? 'Partner' : 'Staff';
  return [
    {
      method: 'GET',
      path: `/session/${realm}`,
      operationId: `read${named}Session`,
      summary: 'Who is signed in',
      description: 'The person behind the session, the organisation they work for, and how long the session lasts.',
      ...access,
      writes: false,
      answer: { schema: sessionSchema, example: sessionExample(realm) },
      handler: readSession,
    },
    {
      method: 'GET',
      path: `/session/${realm}/list`,
      operationId: `list${named}Sessions`,
      summary: 'All sessions of the person',
      description: 'Those that are alive, most recently used first.',
      ...access,
      writes: false,
      answer: { schema: sessionListSchema, example: sessionListExample },
      handler: listOwnSessions,
    },
    {
      ...ending,
      path: `/session/${realm}/sign-out`,
      operationId: `signOut${named}`,
      summary: 'Sign out',
      description:
        'Ends this session, every other one that came of the same sign-in, and the sign-in itself: the next one asks for password and second factor. Send the browser to continueAt, where the provider forgets it too.',
      ...access,
      answer: { schema: signedOutSchema, example: signedOutExample },
      handler: signOut,
    },
    {
      ...ending,
      path: `/session/${realm}/sign-out-everywhere`,
      operationId: `signOut${named}Everywhere`,
      summary: 'Sign out everywhere',
      description:
        'Ends every session of the person, on every device. Needs a fresh second factor, so that whoever found a browser open cannot turn its owner out elsewhere.',
      ...access,
      stepUp: true,
      errors: ['Session.StepUpRequired'],
      answer: { schema: signedOutEverywhereSchema, example: { ended: 3, ...signedOutExample } },
      handler: signOutEverywhere,
    },
  ];
}
