// The accounts of our staff.
import {
  INVITATION_DAYS,
  staffAccountDetailSchema,
  staffAccountPageSchema,
  staffAccountQuerySchema,
  staffInvitationSchema,
  staffRoleChangeSchema,
} from '@onboarding/contract';
import {
  changeRole,
  disableColleague,
  enableColleague,
  inviteAgain,
  inviteStaff,
  listStaff,
  manageStaff,
  readStaff,
  resetColleague,
  signOutColleague,
  type TeamAction,
} from '@onboarding/domain/accounts';
import { parsedBody } from '../http/body.ts';
import { operationsRoute } from '../http/declare.ts';
import type { SessionRoute, SignInSite } from '../http/route.ts';
import {
  disabledStaffExample,
  invitedStaffExample,
  staffDetailExample,
  staffExample,
  staffInvitationExample,
} from './examples.ts';
import { malformed, OPERATIONS } from './paths.ts';

const ACCOUNTS = `${OPERATIONS}/accounts`;
const ACCOUNT = `${ACCOUNTS}/{accountId}` as const;

/** A route for an action on a colleague, without a body. */
function colleagueRoute(
  declared: Pick<SessionRoute, 'path' | 'operationId' | 'summary' | 'description' | 'errors'> & { example: unknown },
  actionOf: (site: SignInSite) => TeamAction,
): SessionRoute {
  const { path, errors, example, ...rest } = declared;
  return operationsRoute({
    ...rest,
    method: 'POST',
    path: `${ACCOUNT}/${path}`,
    answer: { schema: staffAccountDetailSchema, example },
    errors: ['Account.NotFound', ...errors],
    handler: async (tx, { context, operator, site, params }) => ({
      value: await manageStaff(tx, context, operator, params.accountId, actionOf(site)),
    }),
  });
}

export const accountRoutes: readonly SessionRoute[] = [
  operationsRoute({
    method: 'GET',
    path: ACCOUNTS,
    operationId: 'listStaff',
    summary: 'List staff accounts',
    description: 'Everyone who was ever invited, with their role, second factors, last sign-in and number of sessions.',
    query: staffAccountQuerySchema,
    answer: { schema: staffAccountPageSchema, example: staffExample },
    errors: [malformed],
    handler: async (tx, { context, query }) => ({ value: await listStaff(tx, query, context.clock.now()) }),
  }),
  operationsRoute({
    method: 'POST',
    path: ACCOUNTS,
    operationId: 'inviteStaff',
    summary: 'Invite a colleague',
    description: `Mails them a link that works once, for ${INVITATION_DAYS} days. They choose a password and set up a second factor. Inviting someone again before they accept replaces their name, role and link.`,
    body: parsedBody({ schema: staffInvitationSchema, example: staffInvitationExample, malformed }),
    answer: { schema: staffAccountDetailSchema, example: invitedStaffExample },
    errors: [malformed, 'Account.EmailTaken'],
    handler: async (tx, { context, operator, site, body }) => ({
      value: await inviteStaff(tx, context, operator, body, site.issuer),
    }),
  }),
  operationsRoute({
    method: 'GET',
    path: ACCOUNT,
    operationId: 'readStaff',
    summary: 'Read a staff account',
    description: 'The account, with its active sessions and latest changes.',
    answer: { schema: staffAccountDetailSchema, example: staffDetailExample },
    errors: ['Account.NotFound'],
    handler: async (tx, { context, params }) => ({
      value: await readStaff(tx, params.accountId, context.clock.now()),
    }),
  }),
  operationsRoute({
    method: 'POST',
    path: `${ACCOUNT}/role`,
    operationId: 'changeStaffRole',
    summary: "Change a colleague's role",
    description:
      'Takes effect on their next request. You cannot change your own role or that of the last active operator.',
    body: parsedBody({ schema: staffRoleChangeSchema, example: { role: 'analyst' }, malformed }),
    answer: { schema: staffAccountDetailSchema, example: staffDetailExample },
    errors: [malformed, 'Account.NotFound', 'Account.OwnAccount', 'Operations.LastOperator'],
    handler: async (tx, { context, operator, params, body }) => ({
      value: await manageStaff(tx, context, operator, params.accountId, changeRole(body.role)),
    }),
  }),
  colleagueRoute(
    {
      path: 'disable',
      operationId: 'disableStaff',
      summary: 'Disable a colleague',
      description:
        'Ends all their sessions and prevents them from signing in. Their history is kept. You cannot disable yourself or the last active operator.',
      errors: ['Account.OwnAccount', 'Operations.LastOperator'],
      example: disabledStaffExample,
    },
    () => disableColleague,
  ),
  colleagueRoute(
    {
      path: 'enable',
      operationId: 'enableStaff',
      summary: 'Enable a disabled colleague',
      description:
        'They sign in with their previous password and second factor. Has no effect if they are not disabled.',
      errors: [],
      example: staffDetailExample,
    },
    () => enableColleague,
  ),
  colleagueRoute(
    {
      path: 'invite-again',
      operationId: 'inviteStaffAgain',
      summary: 'Resend an invitation',
      description: `Mails a new link that works for ${INVITATION_DAYS} days. The previous one stops working.`,
      errors: ['Account.StateConflict'],
      example: invitedStaffExample,
    },
    ({ issuer }) => inviteAgain(issuer),
  ),
  colleagueRoute(
    {
      path: 'reset-factors',
      operationId: 'resetStaffFactors',
      summary: "Reset a colleague's second factors",
      description:
        'For someone who has lost all second factors and recovery codes. Verify their identity first, but not by mail. Removes their password and second factors, ends all their sessions, and mails a new invitation.',
      errors: ['Account.StateConflict', 'Account.OwnAccount', 'Operations.LastOperator'],
      example: invitedStaffExample,
    },
    ({ issuer }) => resetColleague(issuer),
  ),
  colleagueRoute(
    {
      path: 'sign-out',
      operationId: 'signStaffOut',
      summary: 'Sign a colleague out everywhere',
      description: 'Ends all their sessions. They can sign in again.',
      errors: [],
      example: staffDetailExample,
    },
    () => signOutColleague,
  ),
];
