// A partner's certificates and users. Its own admins manage both in the portal; operators invite the first admin and step in when
// no admin can act.
import {
  adminInvitationSchema,
  INVITATION_DAYS,
  operatedPartnerDetailSchema,
  reasonSchema,
  TOKEN_SECONDS,
  userPageSchema,
  userQuerySchema,
  userSchema,
} from '@onboarding/contract';
import {
  type AccountChange,
  accountChanges,
  changePartnerUser,
  inviteToPartner,
  listPartnerUsers,
  readOperatedPartner,
  withdrawCertificate,
} from '@onboarding/domain/operations';
import { parsedBody } from '../http/body.ts';
import { operationsRoute } from '../http/declare.ts';
import type { SessionRoute, SignInSite } from '../http/route.ts';
import {
  adminExample,
  adminInvitationExample,
  disabledAdminExample,
  lostFactorExample,
  lostKeyExample,
  revokedPartnerExample,
  usersExample,
  workingAdminExample,
} from './examples.ts';
import { malformed, PARTNER } from './paths.ts';

const PERSON = `${PARTNER}/people/{accountId}` as const;

/** Changes a user of a partner and returns the updated user. */
function userRoute(
  declared: Pick<SessionRoute, 'path' | 'operationId' | 'summary' | 'description'> & {
    example: unknown;
    conflicts?: boolean;
  },
  changeOf: (site: SignInSite) => AccountChange,
): SessionRoute {
  const { path, example, conflicts = false, ...rest } = declared;
  return operationsRoute({
    ...rest,
    method: 'POST',
    path: `${PERSON}/${path}`,
    body: parsedBody({ schema: reasonSchema, example: lostFactorExample, malformed }),
    answer: { schema: userSchema, example },
    errors: [
      malformed,
      'Operations.PartnerNotFound',
      'Account.NotFound',
      ...(conflicts ? (['Account.StateConflict'] as const) : []),
    ],
    handler: async (tx, { context, operator, site, params: { partnerId, accountId }, body: { reason } }) => ({
      value: await changePartnerUser(tx, context, operator, { partnerId, accountId, reason }, changeOf(site)),
    }),
  });
}

export const partnerAccessRoutes: readonly SessionRoute[] = [
  operationsRoute({
    method: 'POST',
    path: `${PARTNER}/certificates/{certificateId}/revoke`,
    operationId: 'revokePartnerCertificate',
    summary: 'Revoke a certificate of a partner',
    description: `For a private key that was lost or stolen. The certificate stops working immediately, but tokens that were already issued remain valid for up to ${TOKEN_SECONDS} seconds. To refuse those too, deactivate the partner. A revocation cannot be undone.`,
    body: parsedBody({ schema: reasonSchema, example: lostKeyExample, malformed }),
    answer: { schema: operatedPartnerDetailSchema, example: revokedPartnerExample },
    errors: [malformed, 'Operations.PartnerNotFound', 'Credential.NotFound'],
    handler: async (tx, { context, operator, limitsOf, params: { partnerId, certificateId }, body: { reason } }) => {
      await withdrawCertificate(tx, context, operator, { partnerId, certificateId, reason });
      return { value: await readOperatedPartner(tx, context, partnerId, await limitsOf(undefined)) };
    },
  }),
  operationsRoute({
    method: 'GET',
    path: `${PARTNER}/people`,
    operationId: 'listPartnerUsers',
    summary: 'List the users of a partner',
    description: 'Everyone who was ever invited, with their role, second factors, last sign-in and number of sessions.',
    query: userQuerySchema,
    answer: { schema: userPageSchema, example: usersExample },
    errors: [malformed, 'Operations.PartnerNotFound'],
    handler: async (tx, { context, params, query }) => ({
      value: await listPartnerUsers(tx, context, params.partnerId, query),
    }),
  }),
  operationsRoute({
    method: 'POST',
    path: `${PARTNER}/people`,
    operationId: 'invitePartnerAdmin',
    summary: 'Invite an admin of a partner',
    description: `For the first admin, who then invites everyone else in the portal. Mails them a link that works once, for ${INVITATION_DAYS} days. Inviting someone again before they accept replaces their name and link. An address that has an account with another partner is refused; the partner's own admins are not told.`,
    body: parsedBody({ schema: adminInvitationSchema, example: adminInvitationExample, malformed }),
    answer: { schema: userSchema, example: adminExample },
    errors: [malformed, 'Operations.PartnerNotFound', 'Account.EmailTaken'],
    handler: async (tx, { context, operator, site, params: { partnerId }, body }) => ({
      value: await inviteToPartner(tx, context, operator, { ...body, role: 'admin', partnerId, issuer: site.issuer }),
    }),
  }),
  userRoute(
    {
      path: 'disable',
      operationId: 'disablePartnerUser',
      summary: 'Disable a user of a partner',
      description:
        'Ends all their sessions and prevents them from signing in. Their history is kept. Even the last admin can be disabled: if you do this, invite another admin.',
      example: disabledAdminExample,
    },
    () => accountChanges.disable,
  ),
  userRoute(
    {
      path: 'enable',
      operationId: 'enablePartnerUser',
      summary: 'Enable a disabled user of a partner',
      description:
        'They sign in with their previous password and second factor. Has no effect if they are not disabled.',
      example: workingAdminExample,
    },
    () => accountChanges.enable,
  ),
  userRoute(
    {
      path: 'invite-again',
      operationId: 'invitePartnerUserAgain',
      summary: 'Resend an invitation to a user of a partner',
      description: `Mails a new link that works for ${INVITATION_DAYS} days. The previous one stops working.`,
      example: adminExample,
      conflicts: true,
    },
    ({ issuer }) => accountChanges.inviteAgain(issuer),
  ),
  userRoute(
    {
      path: 'reset-factors',
      operationId: 'resetPartnerUserFactors',
      summary: 'Reset the second factors of a user of a partner',
      description:
        'For a user who has lost all second factors and recovery codes, when no admin of the partner can help. Verify their identity first, but not by mail. Removes their password and second factors, ends all their sessions, and mails a new invitation.',
      example: adminExample,
      conflicts: true,
    },
    ({ issuer }) => accountChanges.resetFactors(issuer),
  ),
  userRoute(
    {
      path: 'sign-out',
      operationId: 'signPartnerUserOut',
      summary: 'Sign a user of a partner out everywhere',
      description: 'Ends all their sessions. They can sign in again.',
      example: workingAdminExample,
    },
    () => accountChanges.signOut,
  ),
];
