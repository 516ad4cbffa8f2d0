import type { Overview, SessionView } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { certificatesWords, conditionsOf, customersWith, isComplete, stepsOf } from './home-rules.ts';

const AT = '2026-11-15T12:00:00.000Z';
const where = (environment: string, onboardingStatus = 'Approved') =>
  ({ environment, partner: { onboardingStatus } }) as Pick<SessionView, 'environment' | 'partner'>;
const overview = (given: {
  active?: number;
  token?: boolean;
  business?: boolean;
  webhook?: string;
  success?: boolean;
  admins?: number;
}) =>
  ({
    credential: { active: given.active ?? 1, expiring: [] },
    token: { lastIssuedAt: (given.token ?? true) ? AT : null, lastRefusal: null },
    business: { exists: given.business ?? true },
    webhook: { status: given.webhook ?? 'Active', lastSuccessAt: (given.success ?? true) ? AT : null },
    team: { admins: given.admins ?? 2 },
  }) as unknown as Overview;
const states = (given: Parameters<typeof overview>[0], environment: string) =>
  stepsOf(overview(given), where(environment)).map(({ state }) => state);

test.each([
  [
    'without a certificate',
    { active: 0, token: false, business: false, success: false, admins: 1 },
    ['next', 'later', 'later', 'later', 'later'],
  ],
  [
    'without a token',
    { token: false, business: false, success: false, admins: 1 },
    ['done', 'next', 'later', 'later', 'later'],
  ],
  ['without a business', { business: false, success: false, admins: 1 }, ['done', 'done', 'next', 'later', 'later']],
  ['without a delivery', { success: false, admins: 1 }, ['done', 'done', 'done', 'next', 'later']],
  [
    'with a business before a token',
    { token: false, success: false, admins: 1 },
    ['done', 'next', 'done', 'later', 'later'],
  ],
  ['with one admin', { admins: 1 }, ['done', 'done', 'done', 'done', 'next']],
  ['with everything', {}, ['done', 'done', 'done', 'done', 'done']],
])('in production, %s, the steps are %j', (_, given, expected) => {
  expect(states(given, 'production')).toEqual(expected);
});

test('a sandbox is complete without the last step, production is not', () => {
  const complete = (given: Parameters<typeof overview>[0], environment: string) =>
    isComplete(stepsOf(overview(given), where(environment)), where(environment));
  expect(complete({}, 'sandbox')).toBe(true);
  expect(complete({ success: false }, 'sandbox')).toBe(false);
  expect(complete({}, 'production')).toBe(true);
  expect(complete({ admins: 1 }, 'production')).toBe(false);
  expect(states({}, 'sandbox').at(-1)).toBe('next');
});

test.each([
  [{}, 'Approved', [true, true, true]],
  [{}, 'Pending', [false, true, true]],
  [{ admins: 1 }, 'Approved', [true, false, true]],
  [{ webhook: 'Degraded' }, 'Approved', [true, true, false]],
  [{ webhook: 'Disabled' }, 'Approved', [true, true, false]],
])('with %j and the organisation %s, the conditions for production are met: %j', (given, onboardingStatus, met) => {
  expect(conditionsOf(overview(given), where('production', onboardingStatus)).map((one) => one.met)).toEqual(met);
});

test('shows the number of valid certificates, and the consequence of having none', () => {
  expect([0, 1, 2].map(certificatesWords)).toEqual([
    'No certificate is valid: your systems cannot get tokens.',
    'One certificate is valid; none expires soon.',
    '2 certificates are valid; none expires soon.',
  ]);
});

test('counts 0 for a status without customers', () => {
  const byStatus = [{ verificationStatus: 'Approved' as const, customers: 3 }];
  expect([customersWith('Approved', byStatus), customersWith('Rejected', byStatus)]).toEqual([3, 0]);
});
