// The users of a partner, their roles and their recorded activity.
import {
  activityPageSchema,
  activityQuerySchema,
  INVITATION_DAYS,
  invitationSchema,
  notificationsChangeSchema,
  notificationsSchema,
  PARTNER_ROLES,
  roleChangeSchema,
  userDetailSchema,
  userPageSchema,
  userQuerySchema,
} from '@onboarding/contract';
import {
  changeNotifications,
  changeRole,
  disableColleague,
  enableColleague,
  inviteAgain,
  inviteUser,
  listTeam,
  manageColleague,
  readNotifications,
  readUser,
  resetColleague,
  signOutColleague,
  type TeamAction,
} from '@onboarding/domain/accounts';
import { listActivity } from '@onboarding/domain/activity';
import { parsedBody } from '../http/body.ts';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute, SignInSite } from '../http/route.ts';
import {
  activityExample,
  disabledExample,
  invitationExample,
  invitedExample,
  notificationsExample,
  roleExample,
  signedOutExample,
  userDetailExample,
  usersExample,
  viewerExample,
} from './examples.ts';

const PROFILE = '/customer/v1/partner-profile';
const PEOPLE = `${PROFILE}/people`;
const PERSON = `${PEOPLE}/{accountId}`;
export const ACTIVITY = `${PROFILE}/activity`;
const NOTIFICATIONS = `${PROFILE}/you/notifications`;

const malformed = 'ValidationControl.Error';

/** Only admins with a fresh second factor may change a person's access. */
const ADMIN = { method: 'POST', roles: ['admin'], stepUp: true, writes: true } as const;

/** A route for an action on a colleague, without a body. */
function colleagueRoute(
  declared: Pick<SessionRoute, 'path' | 'operationId' | 'summary' | 'description' | 'errors'> & { example: unknown },
  actionOf: (site: SignInSite) => TeamAction,
): SessionRoute {
  const { path, errors, example, ...rest } = declared;
  return dashboardRoute({
    ...ADMIN,
    ...rest,
    path: `${PERSON}/${path}`,
    answer: { schema: userDetailSchema, example },
    errors: ['Account.NotFound', ...errors],
    handler: async (tx, { context, person, address, site, params }) => ({
      value: await manageColleague(tx, context, { person, address }, params.accountId, actionOf(site)),
    }),
  });
}

export const userRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: PEOPLE,
    operationId: 'listUsers',
    summary: "List your organisation's users",
    description: 'Everyone who was ever invited, with their role, second factors, last sign-in and number of sessions.',
    roles: PARTNER_ROLES,
    writes: false,
    query: userQuerySchema,
    answer: { schema: userPageSchema, example: usersExample },
    errors: [malformed],
    handler: async (tx, { context, person, query }) => ({
      value: await listTeam(tx, person.partnerId, query, context.clock.now()),
    }),
  }),
  dashboardRoute({
    ...ADMIN,
    path: PEOPLE,
    operationId: 'inviteUser',
    summary: 'Invite a user',
    description: `Mails them a link that works once, for ${INVITATION_DAYS} days. They choose a password and set up a second factor. Inviting someone again before they accept replaces their name, role and link. An address can have an account with only one organisation. If it has one with another, the answer is the same, but the mail tells its owner that they need to be invited with another address.`,
    body: parsedBody({ schema: invitationSchema, example: invitationExample, malformed }),
    answer: { schema: userDetailSchema, example: invitedExample },
    errors: [malformed, 'Account.EmailTaken', 'Account.TooManyInvitations'],
    handler: async (tx, { context, person, address, site, body }) => ({
      value: await inviteUser(tx, context, { person, address }, body, site.issuer),
    }),
  }),
  dashboardRoute({
    method: 'GET',
    path: PERSON,
    operationId: 'readUser',
    summary: 'Read a user',
    description: 'Admins, and the users themselves, also see the active sessions.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: userDetailSchema, example: userDetailExample },
    errors: ['Account.NotFound'],
    handler: async (tx, { context, person, params }) => ({
      value: await readUser(tx, person, params.accountId, context.clock.now()),
    }),
  }),
  dashboardRoute({
    ...ADMIN,
    path: `${PERSON}/role`,
    operationId: 'changeUserRole',
    summary: "Change a user's role",
    description:
      'Takes effect on their next request. You cannot change your own role or that of the last active admin.',
    body: parsedBody({ schema: roleChangeSchema, example: roleExample, malformed }),
    answer: { schema: userDetailSchema, example: viewerExample },
    errors: [malformed, 'Account.NotFound', 'Account.OwnAccount', 'Account.LastAdmin'],
    handler: async (tx, { context, person, address, params, body }) => ({
      value: await manageColleague(tx, context, { person, address }, params.accountId, changeRole(body.role)),
    }),
  }),
  colleagueRoute(
    {
      path: 'disable',
      operationId: 'disableUser',
      summary: 'Disable a user',
      description:
        'Ends all their sessions and prevents them from signing in. Their history is kept. You cannot disable yourself or the last active admin.',
      errors: ['Account.OwnAccount', 'Account.LastAdmin'],
      example: disabledExample,
    },
    () => disableColleague,
  ),
  colleagueRoute(
    {
      path: 'enable',
      operationId: 'enableUser',
      summary: 'Enable a disabled user',
      description:
        'They sign in with their previous password and second factor. Has no effect if they are not disabled.',
      errors: [],
      example: userDetailExample,
    },
    () => enableColleague,
  ),
  colleagueRoute(
    {
      path: 'invite-again',
      operationId: 'inviteUserAgain',
      summary: 'Resend an invitation',
      description: `Mails a new link that works for ${INVITATION_DAYS} days. The previous one stops working.`,
      errors: ['Account.StateConflict', 'Account.TooManyInvitations'],
      example: invitedExample,
    },
    ({ issuer }) => inviteAgain(issuer),
  ),
  colleagueRoute(
    {
      path: 'reset-factors',
      operationId: 'resetUserFactors',
      summary: "Reset a user's second factors",
      description:
        'For someone who has lost all second factors and recovery codes. Verify their identity first, but not by mail. Removes their password and second factors, ends all their sessions, and mails a new invitation.',
      errors: ['Account.StateConflict', 'Account.OwnAccount', 'Account.LastAdmin'],
      example: invitedExample,
    },
    ({ issuer }) => resetColleague(issuer),
  ),
  colleagueRoute(
    {
      path: 'sign-out',
      operationId: 'signUserOut',
      summary: 'Sign a user out everywhere',
      description: 'Ends all their sessions. They can sign in again.',
      errors: [],
      example: signedOutExample,
    },
    () => signOutColleague,
  ),
  dashboardRoute({
    method: 'GET',
    path: ACTIVITY,
    operationId: 'listActivity',
    summary: 'List activity',
    description: 'Changes to users, the webhook and certificates, and exports of lists, newest first.',
    roles: PARTNER_ROLES,
    writes: false,
    query: activityQuerySchema,
    answer: { schema: activityPageSchema, example: activityExample },
    errors: [malformed],
    handler: async (tx, { person, query }) => ({ value: await listActivity(tx, person.partnerId, query) }),
  }),
  dashboardRoute({
    method: 'GET',
    path: NOTIFICATIONS,
    operationId: 'readNotifications',
    summary: 'Read your mail notifications',
    description: 'Which mails you get: those that you have chosen, or the default for your role until you choose.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: notificationsSchema, example: notificationsExample },
    errors: [],
    handler: async (tx, { person }) => ({ value: await readNotifications(tx, person) }),
  }),
  dashboardRoute({
    method: 'PUT',
    path: NOTIFICATIONS,
    operationId: 'changeNotifications',
    summary: 'Change your mail notifications',
    description: 'Chooses which mails you get. Other users are not affected.',
    roles: PARTNER_ROLES,
    writes: true,
    body: parsedBody({ schema: notificationsChangeSchema, example: notificationsExample, malformed }),
    answer: { schema: notificationsSchema, example: notificationsExample },
    errors: [malformed],
    handler: async (tx, { person, body }) => ({ value: await changeNotifications(tx, person, body) }),
  }),
];
