import type { SessionView } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { accessTo, getsMails } from './standing.ts';

const partner = (status: string, onboardingStatus: string) =>
  ({ status, onboardingStatus }) as NonNullable<SessionView['partner']>;

test.each([
  ['/', 'Active', 'Approved', 'open'],
  ['/customers', 'Active', 'Pending', 'not-approved'],
  ['/customers', 'Active', 'Rejected', 'not-approved'],
  ['/customers', 'Inactive', 'Approved', 'deactivated'],
  ['/customers', 'Inactive', 'Pending', 'deactivated'],
  ['/you', 'Inactive', 'Approved', 'open'],
  ['/webhooks/events', 'Active', 'Pending', 'open'],
  ['/webhooks', 'Active', 'Pending', 'not-approved'],
])('access to %s for a partner that is %s and %s is %s', (path, status, onboardingStatus, access) => {
  expect(accessTo(path, partner(status, onboardingStatus))).toBe(access);
});

test('only users of an active, approved partner choose which mails they get', () => {
  expect(getsMails(partner('Active', 'Approved'))).toBe(true);
  expect(getsMails(partner('Inactive', 'Approved'))).toBe(false);
  expect(getsMails(partner('Active', 'Pending'))).toBe(false);
  expect(getsMails(null)).toBe(false);
});
