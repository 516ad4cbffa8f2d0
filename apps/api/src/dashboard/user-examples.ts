// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import type { ActivityPage, TeamUser, UserDetail, UserPage } from '@onboarding/contract';

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
