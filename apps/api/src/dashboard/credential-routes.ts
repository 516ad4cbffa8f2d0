// A partner's users manage the certificates with which its systems get tokens.
import {
  apiCredentialsSchema,
  certificateRegistrationSchema,
  certificateSchema,
  PARTNER_ROLES,
  TOKEN_REQUEST_DAYS,
  TOKEN_SECONDS,
  tokenRequestPageSchema,
  tokenRequestQuerySchema,
} from '@onboarding/contract';
import {
  checkRegistration,
  listCertificates,
  listTokenRequests,
  registerCertificate,
  revokeCertificate,
} from '@onboarding/domain/credentials';
import { checkedBody } from '../http/body.ts';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { certificateExample, credentialsExample, registrationExample, tokenRequestsExample } from './examples.ts';

const CREDENTIALS = '/customer/v1/partner-profile/api-credentials';
const malformed = 'ValidationControl.Error';

export const credentialRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: CREDENTIALS,
    operationId: 'readApiCredentials',
    summary: 'Read your API credentials',
    description:
      'Everything that your systems need to get tokens (client id and token endpoint), and every certificate ever registered, newest first.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: apiCredentialsSchema, example: credentialsExample },
    errors: [],
    async handler(tx, { context, person, clientId, tokenAddresses }) {
      const certificates = await listCertificates(tx, person.partnerId, context.clock.now());
      return { value: { clientId, ...tokenAddresses, certificates } };
    },
  }),
  dashboardRoute({
    method: 'POST',
    path: CREDENTIALS,
    operationId: 'registerApiCertificate',
    summary: 'Register a certificate',
    description:
      'Systems that hold its private key can then get tokens. Up to five can be active at a time, so that keys can be replaced without downtime.',
    roles: ['admin'],
    stepUp: true,
    writes: true,
    body: checkedBody({ schema: certificateRegistrationSchema, example: registrationExample, malformed }),
    answer: { schema: certificateSchema, example: certificateExample },
    errors: [
      malformed,
      'Credential.CertificateInvalid',
      'Credential.PrivateKeyPasted',
      'Credential.KeyUnsupported',
      'Credential.CertificateExpired',
      'Credential.CertificateNotYetValid',
      'Credential.ValidityTooLong',
      'Credential.KeyInUse',
      'Credential.LimitReached',
    ],
    async handler(tx, { context, person, body }) {
      const now = context.clock.now();
      return { value: await registerCertificate(tx, person, checkRegistration(body, now), now) };
    },
  }),
  dashboardRoute({
    method: 'POST',
    path: `${CREDENTIALS}/{certificateId}/revoke`,
    operationId: 'revokeApiCertificate',
    summary: 'Revoke a certificate',
    description: `The certificate stops working immediately. Tokens that were already issued expire within ${TOKEN_SECONDS} seconds.`,
    roles: ['admin'],
    stepUp: true,
    writes: true,
    answer: {
      schema: certificateSchema,
      example: {
        ...certificateExample,
        status: 'Revoked',
        daysLeft: 0,
        expiryWarning: null,
        revokedAt: '2026-11-15T10:00:00.000Z',
        revokedBy: certificateExample.registeredBy,
      },
    },
    errors: ['Credential.NotFound'],
    handler: async (tx, { context, person, params }) => ({
      value: await revokeCertificate(tx, person, params.certificateId, context.clock.now()),
    }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${CREDENTIALS}/token-requests`,
    operationId: 'listTokenRequests',
    summary: 'List token requests',
    description: `Newest first, with their outcome. Each refusal comes with its actual reason, which the token endpoint does not disclose, and what to do about it. Kept for ${TOKEN_REQUEST_DAYS} days.`,
    roles: PARTNER_ROLES,
    writes: false,
    query: tokenRequestQuerySchema,
    answer: { schema: tokenRequestPageSchema, example: tokenRequestsExample },
    errors: [],
    handler: async (tx, { person, query }) => ({ value: await listTokenRequests(tx, person.partnerId, query) }),
  }),
];
