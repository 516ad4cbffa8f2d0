// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import type { ApiCredentials, Certificate, Overview, TokenRequest, TokenRequestPage } from '@onboarding/contract';

export const registrationExample = {
  name: 'Production, first machine',
  certificate: '-----BEGIN CERTIFICATE-----\nMIID...\n-----END CERTIFICATE-----\n',
};

export const certificateExample: Certificate = {
  certificateId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
  name: registrationExample.name,
  subject: 'CN=my-integration',
  thumbprint: 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2',
  status: 'Active',
  notBefore: '2026-11-15T09:00:00.000Z',
  notAfter: '2026-12-10T09:00:00.000Z',
  daysLeft: 24,
  expiryWarning: 30,
  registeredAt: '2026-11-15T09:30:00.000Z',
  registeredBy: { accountId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f02', name: 'Ada Obi' },
  lastUsedAt: '2026-11-15T09:31:00.000Z',
  revokedAt: null,
  revokedBy: null,
};

export const credentialsExample: ApiCredentials = {
  clientId: 'acme-marketplace-0193a2b47c117d3f8a445b6c7d8e9f01',
  issuer: 'https://id.onboarding.example',
  tokenEndpoint: 'https://id.onboarding.example/oauth2/token',
  certificates: [certificateExample],
};

const refusalExample: TokenRequest = {
  requestId: '0193a2b4-7c11-7d41-9c66-7d8e9f0a1b23',
  occurredAt: '2026-11-15T09:31:00.000Z',
  outcome: 'Refused',
  error: 'invalid_client',
  reason:
    'exp is in the past: check your clock, and create a new assertion for each request (iat 2026-11-15T09:25:00Z, exp 2026-11-15T09:26:00Z, our clock 2026-11-15T09:31:00Z)',
  remedy:
    "Synchronise the machine's clock, for example with NTP. Create a new assertion right before each token request.",
  certificateId: null,
  scope: null,
  address: '203.0.113.7',
  count: 3,
  lastOccurredAt: '2026-11-15T09:34:12.000Z',
  lastRequestId: '0193a2b4-8f20-7d47-8b12-0a1b2c3d4e5f',
};

export const tokenRequestsExample: TokenRequestPage = { items: [refusalExample], nextCursor: null };

export const overviewExample: Overview = {
  credential: { active: 1, expiring: [certificateExample] },
  token: { lastIssuedAt: '2026-11-15T09:31:00.000Z', lastRefusal: refusalExample },
  business: { exists: true },
  webhook: { status: 'Active', lastSuccessAt: '2026-11-15T09:30:34.120Z' },
  team: { admins: 2 },
};
