import type { OperatedPartnerDetail } from '@onboarding/contract';
import { expect, test } from 'vitest';
import {
  actionsOn,
  askedOf,
  isGrave,
  limitWords,
  STANDING_FILTERS,
  STANDING_WORDS,
  STANDINGS,
  type Standing,
  type StandingAction,
  standingOf,
} from './partner-rules.ts';

test.each<['Active' | 'Inactive', 'Approved' | 'Pending' | 'Rejected', Standing, StandingAction[]]>([
  ['Active', 'Approved', 'working', ['deactivate']],
  ['Active', 'Pending', 'pending', ['approve', 'reject']],
  ['Active', 'Rejected', 'rejected', ['approve']],
  ['Inactive', 'Approved', 'inactive', ['activate']],
  ['Inactive', 'Pending', 'inactive', ['activate']],
  ['Inactive', 'Rejected', 'inactive', ['activate']],
])('a partner that is %s and %s is %s; an operator can: %j', (status, onboardingStatus, standing, actions) => {
  expect(standingOf({ status, onboardingStatus })).toBe(standing);
  expect(actionsOn({ status, onboardingStatus })).toEqual(actions);
});

test('the filter for each standing matches partners with that standing', () => {
  for (const standing of STANDINGS) {
    const { status, onboardingStatus = 'Approved' } = STANDING_FILTERS[standing];
    expect(standingOf({ status, onboardingStatus } as Parameters<typeof standingOf>[0])).toBe(standing);
  }
  expect(STANDING_FILTERS.inactive).toEqual({ status: 'Inactive' });
});

test('only a working partner is green, and only actions that remove access are grave', () => {
  expect(STANDINGS.filter((one) => STANDING_WORDS[one].color === 'success')).toEqual(['working']);
  expect((['approve', 'reject', 'activate', 'deactivate'] as const).filter(isGrave)).toEqual(['reject', 'deactivate']);
});

test("distinguishes a partner's own limit from the default", () => {
  expect(limitWords(null, 1_000)).toBe('1,000 per second (default)');
  expect(limitWords(5, 1_000)).toBe('5 per second');
});

const ACTIVE = { certificateId: 'c1', status: 'Active' };
const CERTIFICATES = [ACTIVE, { certificateId: 'c2', status: 'Revoked' }, { certificateId: 'c3', status: 'Expired' }];
const partner = (status: string, onboardingStatus: string) =>
  ({ status, onboardingStatus, certificates: CERTIFICATES }) as OperatedPartnerDetail;

test.each<[status: string, onboarding: string, offered: StandingAction[]]>([
  ['Active', 'Pending', ['approve', 'reject']],
  ['Active', 'Approved', ['deactivate']],
  ['Active', 'Rejected', ['approve']],
  ['Inactive', 'Approved', ['activate']],
])('a link to change a partner that is %s and %s works only for %j', (status, onboarding, offered) => {
  const all: StandingAction[] = ['approve', 'reject', 'activate', 'deactivate'];
  const asked = all.map((ask) => askedOf({ ask }, partner(status, onboarding)));
  expect(asked).toEqual(all.map((change) => (offered.includes(change) ? { kind: 'standing', change } : undefined)));
});

test('only an active certificate can be revoked', () => {
  const asked = ['c1', 'c2', 'c3', 'other', undefined].map((certificate) =>
    askedOf({ ask: 'revoke', certificate }, partner('Active', 'Approved')),
  );
  expect(asked).toEqual([{ kind: 'revoke', certificate: ACTIVE }, undefined, undefined, undefined, undefined]);
});

test('opens limits and invitations in any standing, but no dialogs about a person', () => {
  const asked = ['limits', 'invite', 'disable', undefined].map((ask) =>
    askedOf({ ask, certificate: 'c1' }, partner('Inactive', 'Rejected')),
  );
  expect(asked).toEqual([{ kind: 'limits' }, { kind: 'invite' }, undefined, undefined]);
});
