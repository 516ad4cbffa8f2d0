// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import type {
  OperatedPartner,
  OperatedPartnerDetail,
  OperatorActionPage,
  TeamUser,
  UserPage,
} from '@onboarding/contract';

export const reasonExample = { reason: 'Contract signed on 2026-11-12.' };
export const lostKeyExample = { reason: 'The key was in a public repository.' };
export const lostFactorExample = { reason: 'Called back on the number in the contract.' };
export const adminInvitationExample = { name: 'Grace Otieno', email: 'grace@acme.example' };
export const limitsExample = {
  readsPerSecond: 200,
  writesPerSecond: 50,
  uploadLinksPerSecond: null,
  reason: 'Moves 40,000 businesses over in December.',
};

const partnerId = '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f';

const listed: OperatedPartner = {
  partnerId,
  name: 'Acme Marketplace',
  clientId: 'acme-marketplace-0193a2b47c117d019b2a0a1b2c3d4e5f',
  status: 'Active',
  onboardingStatus: 'Approved',
  createdAt: '2026-11-01T09:30:00.000Z',
};

export const partnersExample = { items: [listed], nextCursor: null };

const noLimits = { readsPerSecond: null, writesPerSecond: null, uploadLinksPerSecond: null };

export const partnerExample: OperatedPartnerDetail = {
  ...listed,
  limits: noLimits,
  defaultLimits: { readsPerSecond: 100, writesPerSecond: 25, uploadLinksPerSecond: 10 },
  certificates: [
    {
      certificateId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
      name: 'Production server 1',
      subject: 'CN=acme-marketplace',
      thumbprint: 'dGhlIHRodW1icHJpbnQgb2YgYSBjZXJ0aWZpY2F0ZSBpcw',
      status: 'Active',
      notBefore: '2026-11-01T00:00:00.000Z',
      notAfter: '2027-11-01T00:00:00.000Z',
      daysLeft: 351,
      expiryWarning: null,
      registeredAt: '2026-11-02T09:30:00.000Z',
      registeredBy: { accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f', name: 'Grace Otieno' },
      lastUsedAt: '2026-11-15T09:30:00.000Z',
      revokedAt: null,
      revokedBy: null,
    },
  ],
};
export const revokedPartnerExample: OperatedPartnerDetail = {
  ...partnerExample,
  certificates: partnerExample.certificates.map((one) => ({
    ...one,
    status: 'Revoked',
    revokedAt: '2026-11-15T09:35:00.000Z',
  })),
};
export const newPartnerExample: OperatedPartnerDetail = {
  ...partnerExample,
  onboardingStatus: 'Pending',
  certificates: [],
};
export const rejectedPartnerExample: OperatedPartnerDetail = { ...newPartnerExample, onboardingStatus: 'Rejected' };
export const inactivePartnerExample: OperatedPartnerDetail = { ...partnerExample, status: 'Inactive' };
export const limitedPartnerExample: OperatedPartnerDetail = {
  ...partnerExample,
  limits: { readsPerSecond: 200, writesPerSecond: 50, uploadLinksPerSecond: null },
};

export const adminExample: TeamUser = {
  accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
  name: 'Grace Otieno',
  email: 'grace@acme.example',
  role: 'admin',
  status: 'Invited',
  factors: { Totp: 0, Passkey: 0 },
  invitedAt: '2026-11-01T09:30:00.000Z',
  invitationEndsAt: '2026-11-08T09:30:00.000Z',
  lastSignInAt: null,
  sessions: 0,
};
export const workingAdminExample: TeamUser = {
  ...adminExample,
  status: 'Active',
  factors: { Totp: 1, Passkey: 0 },
  invitationEndsAt: null,
  lastSignInAt: '2026-11-15T09:30:00.000Z',
};
export const disabledAdminExample: TeamUser = { ...workingAdminExample, status: 'Disabled' };
export const usersExample: UserPage = { items: [adminExample], nextCursor: null };

export const actionsExample: OperatorActionPage = {
  items: [
    {
      actionId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: '2026-11-15T09:30:00.000Z',
      action: 'PartnerApproved',
      reason: reasonExample.reason,
      details: { previousStatus: 'Active', previousOnboardingStatus: 'Pending' },
      actor: { kind: 'StaffPerson', name: 'Olu Operator' },
    },
  ],
  nextCursor: null,
};
