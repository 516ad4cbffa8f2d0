// Bodies and answers as the description shows them. Tests compare them with their schemas.
import type { ApiCredentials, Certificate, TokenRequestPage } from '@onboarding/contract';

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
  lastUsedAt: '2026-11-15T09:31:00.000Z',
  revokedAt: null,
};

export const credentialsExample: ApiCredentials = {
  clientId: 'acme-marketplace-0193a2b47c117d3f8a445b6c7d8e9f01',
  issuer: 'https://id.onboarding.example',
  tokenEndpoint: 'https://id.onboarding.example/oauth2/token',
  certificates: [certificateExample],
};

export const tokenRequestsExample: TokenRequestPage = {
  items: [
    {
      requestId: '0193a2b4-7c11-7d41-9c66-7d8e9f0a1b23',
      occurredAt: '2026-11-15T09:31:00.000Z',
      outcome: 'Refused',
      error: 'invalid_client',
      reason: 'the assertion has expired',
      certificateId: null,
      scope: null,
      address: '203.0.113.7',
      count: 3,
      lastOccurredAt: '2026-11-15T09:34:12.000Z',
    },
  ],
  nextCursor: null,
};
