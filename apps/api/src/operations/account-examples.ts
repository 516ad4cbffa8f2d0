// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import type { StaffAccount, StaffAccountDetail, StaffAccountPage } from '@onboarding/contract';

export const staffInvitationExample = { name: 'Ada Analyst', email: 'ada@service.example', role: 'analyst' } as const;

const listed: StaffAccount = {
  accountId: '0193a2b4-7c11-7d50-8f11-1a2b3c4d5e6f',
  name: 'Ada Analyst',
  email: 'ada@service.example',
  role: 'analyst',
  status: 'Active',
  factors: { Totp: 1, Passkey: 0 },
  invitedAt: '2026-11-01T09:30:00.000Z',
  invitationEndsAt: null,
  lastSignInAt: '2026-11-15T09:30:00.000Z',
  sessions: 0,
};

export const staffExample: StaffAccountPage = { items: [listed], nextCursor: null };

export const staffDetailExample: StaffAccountDetail = {
  ...listed,
  activeSessions: [],
  changes: [
    {
      changeId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: '2026-11-01T09:30:00.000Z',
      action: 'Invited',
      role: 'analyst',
      actor: 'Olu Operator',
    },
  ],
};
export const invitedStaffExample: StaffAccountDetail = {
  ...staffDetailExample,
  status: 'Invited',
  factors: { Totp: 0, Passkey: 0 },
  invitationEndsAt: '2026-11-08T09:30:00.000Z',
  lastSignInAt: null,
};
export const disabledStaffExample: StaffAccountDetail = { ...staffDetailExample, status: 'Disabled' };
