// Example responses for the API reference. Tests validate them against their schemas.
import type { Realm, SavedFilters, SessionList, SessionView } from '@onboarding/contract';

export function sessionExample(realm: Realm): SessionView {
  const shared = {
    secondFactorAt: '2026-11-15T09:30:00.000Z',
    idleEndsAt: '2026-11-15T10:01:00.000Z',
    expiresAt: '2026-11-15T21:30:00.000Z',
    stepUpUntil: '2026-11-15T09:35:00.000Z',
    environment: 'production',
    accountUrl: 'https://id.onboarding.example/account',
    otherEnvironmentUrl: realm === 'staff' ? null : 'https://portal.sandbox.onboarding.example/portal/',
    handbookUrl: realm === 'staff' ? 'https://console.onboarding.example/console/handbook/' : null,
  } as const;
  const accountId = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
  if (realm === 'staff') {
    return {
      accountId,
      name: 'Noor Haddad',
      email: 'noor@onboarding.example',
      role: 'analyst',
      realm,
      partner: null,
      ...shared,
    };
  }
  const partner = {
    partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
    name: 'Acme Marketplace',
    status: 'Active',
    onboardingStatus: 'Approved',
  } as const;
  return { accountId, name: 'Ada Lind', email: 'ada@acme.example', role: 'admin', realm, partner, ...shared };
}

export const sessionListExample: SessionList = {
  items: [
    {
      sessionId: '0193a2b4-7c11-7d40-9b55-6c7d8e9f0a12',
      createdAt: '2026-11-15T09:30:00.000Z',
      lastSeenAt: '2026-11-15T09:31:00.000Z',
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      current: true,
    },
  ],
};

export const signedOutExample = {
  continueAt:
    'https://id.onboarding.example/session/end?client_id=partner-portal&post_logout_redirect_uri=https%3A%2F%2Fportal.onboarding.example%2F',
};

export const savedFiltersExample: SavedFilters = {
  version: 1,
  filters: [{ name: 'Rejected in Nigeria', search: { status: ['Rejected'], country: ['NGA'] } }],
};
