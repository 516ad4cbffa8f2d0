// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import type {
  ActivityPage,
  ApiCredentials,
  Certificate,
  CountryRequirements,
  CustomerEvents,
  CustomerPage,
  CustomerStatistics,
  Overview,
  PartnerProfile,
  ReferenceData,
  TeamUser,
  TokenRequest,
  TokenRequestPage,
  UserDetail,
  UserPage,
} from '@onboarding/contract';
import {
  businessTypesExample,
  countriesExample,
  identityRequirementsExample,
  summaryExample,
} from '../examples/business.ts';
import { deliveryExample } from './webhook-examples.ts';

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
  requestId: '0193a2b4-8f20-7d47-8b12-0a1b2c3d4e5f',
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

export const invitationExample = { name: 'Grace Otieno', email: 'grace@acme.example', role: 'developer' } as const;

export const roleExample = { role: 'viewer' } as const;

export const notificationsExample = { reviewMails: true };

const userExample: TeamUser = {
  accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
  name: 'Grace Otieno',
  email: 'grace@acme.example',
  role: 'developer',
  status: 'Active',
  factors: { Totp: 1, Passkey: 2 },
  invitedAt: '2026-11-01T09:30:00.000Z',
  invitationEndsAt: null,
  lastSignInAt: '2026-11-15T09:30:00.000Z',
  sessions: 1,
};

export const usersExample: UserPage = { items: [userExample], nextCursor: null };

export const userDetailExample: UserDetail = {
  ...userExample,
  activeSessions: [
    {
      sessionId: '0193a2b4-7c11-7d40-9b55-6c7d8e9f0a12',
      createdAt: '2026-11-15T09:30:00.000Z',
      lastSeenAt: '2026-11-15T09:31:00.000Z',
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
  ],
};

const quiet = { lastSignInAt: null, sessions: 0, activeSessions: [] };

export const invitedExample: UserDetail = {
  ...userDetailExample,
  ...quiet,
  status: 'Invited',
  factors: { Totp: 0, Passkey: 0 },
  invitationEndsAt: '2026-11-08T09:30:00.000Z',
};

export const disabledExample: UserDetail = { ...userDetailExample, ...quiet, status: 'Disabled' };

export const viewerExample: UserDetail = { ...userDetailExample, role: 'viewer' };

export const signedOutExample: UserDetail = { ...userDetailExample, sessions: 0, activeSessions: [] };

export const activityExample: ActivityPage = {
  items: [
    {
      activityId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: '2026-11-15T09:30:00.000Z',
      kind: 'Team',
      action: 'RoleChanged',
      actor: { kind: 'Person', accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30', name: 'Ada Lind' },
      subject: { id: userExample.accountId, name: userExample.name },
      detail: 'developer',
    },
  ],
  nextCursor: null,
};

export const partnerProfileExample: PartnerProfile = {
  partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  name: 'Acme Marketplace',
  clientId: 'acme-marketplace-0193a2b47c117d3f8a445b6c7d8e9f01',
  status: 'Active',
  onboardingStatus: 'Approved',
  limits: { readsPerSecond: 100, writesPerSecond: 25, uploadLinksPerSecond: 10 },
};

export const referenceDataExample: ReferenceData = {
  countries: countriesExample,
  businessTypes: businessTypesExample,
};

export const countryRequirementsExample: CountryRequirements = {
  countryCode: 'NGA',
  name: 'Nigeria',
  identityRules: 'Country',
  version: 1,
  activeSince: '2026-11-01T08:00:00.000Z',
  identities: identityRequirementsExample,
};

export const customerPageExample: CustomerPage = {
  items: [{ ...summaryExample, statusChangedAt: summaryExample.createdAt, nextAction: 'None' }],
  nextCursor: null,
};

export const customerStatisticsExample: CustomerStatistics = {
  total: 1_310,
  byStatus: [
    { verificationStatus: 'NotStarted', customers: 0 },
    { verificationStatus: 'PendingVerification', customers: 41 },
    { verificationStatus: 'StartedNotCompleted', customers: 9 },
    { verificationStatus: 'Approved', customers: 1_204 },
    { verificationStatus: 'Rejected', customers: 38 },
    { verificationStatus: 'ChangesRequested', customers: 18 },
  ],
};

export const customerEventsExample: CustomerEvents = {
  items: [
    {
      eventId: deliveryExample.eventId,
      eventType: deliveryExample.eventType,
      eventVersion: deliveryExample.eventVersion,
      sequence: 1,
      occurredAt: deliveryExample.occurredAt,
      deliveries: [deliveryExample],
    },
  ],
};
