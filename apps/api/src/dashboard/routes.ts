// The dashboard's table of contents: every operation for people who work for a partner, with the roles that may use it.
// Paths are served below /api.
import {
  apiCredentialsSchema,
  certificateRegistrationSchema,
  certificateSchema,
  PARTNER_ROLES,
  tokenRequestPageSchema,
  tokenRequestQuerySchema,
} from '@onboarding/contract';
import type { SessionRoute } from '../http/route.ts';
import { addApiCertificate, readApiCredentials, readTokenRequests, revokeApiCertificate } from './api-credentials.ts';
import { certificateExample, credentialsExample, registrationExample, tokenRequestsExample } from './examples.ts';
import { webhookRoutes } from './webhook-routes.ts';

export const dashboardRoutes: readonly SessionRoute[] = [
  {
    method: 'GET',
    path: '/customer/v1/partner-profile/api-credentials',
    operationId: 'readApiCredentials',
    summary: 'Client id, token endpoint and certificates',
    description: 'Everything that a machine needs to get tokens, and every certificate ever registered, newest first.',
    realm: 'partner',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: apiCredentialsSchema, example: credentialsExample },
    errors: [],
    handler: readApiCredentials,
  },
  {
    method: 'POST',
    path: '/customer/v1/partner-profile/api-credentials',
    operationId: 'registerApiCertificate',
    summary: 'Register a certificate',
    description:
      'Whoever holds its private key can get tokens from then on. Up to five are active at a time, so that keys can be replaced without a gap.',
    realm: 'partner',
    roles: ['admin'],
    stepUp: true,
    writes: true,
    body: { schema: certificateRegistrationSchema, example: registrationExample, malformed: 'ValidationControl.Error' },
    answer: { schema: certificateSchema, example: certificateExample },
    errors: [
      'ValidationControl.Error',
      'Credential.CertificateInvalid',
      'Credential.PrivateKeyPasted',
      'Credential.KeyUnsupported',
      'Credential.CertificateExpired',
      'Credential.CertificateNotYetValid',
      'Credential.ValidityTooLong',
      'Credential.KeyInUse',
      'Credential.LimitReached',
    ],
    handler: addApiCertificate,
  },
  {
    method: 'POST',
    path: '/customer/v1/partner-profile/api-credentials/{certificateId}/revoke',
    operationId: 'revokeApiCertificate',
    summary: 'Revoke a certificate',
    description: 'No token is issued for it from then on. Tokens that were issued before expire within 300 seconds.',
    realm: 'partner',
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
      },
    },
    errors: ['Credential.NotFound'],
    handler: revokeApiCertificate,
  },
  {
    method: 'GET',
    path: '/customer/v1/partner-profile/api-credentials/token-requests',
    operationId: 'listTokenRequests',
    summary: 'What became of requests for a token',
    description:
      'Newest first, with the true reason of each refusal, which the token endpoint does not tell its caller.',
    realm: 'partner',
    roles: PARTNER_ROLES,
    writes: false,
    query: tokenRequestQuerySchema,
    answer: { schema: tokenRequestPageSchema, example: tokenRequestsExample },
    errors: [],
    handler: readTokenRequests,
  },
  ...webhookRoutes,
];
