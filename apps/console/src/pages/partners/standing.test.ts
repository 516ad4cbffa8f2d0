import { expect, test } from 'vitest';
import {
  actionsOn,
  isGrave,
  limitWords,
  STANDING_FILTERS,
  STANDING_WORDS,
  STANDINGS,
  type Standing,
  type StandingAction,
  standingOf,
} from './standing.ts';

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
  expect(STANDINGS.filter((one) => STANDING_WORDS[one].color === 'green')).toEqual(['working']);
  expect((['approve', 'reject', 'activate', 'deactivate'] as const).filter(isGrave)).toEqual(['reject', 'deactivate']);
});

test("distinguishes a partner's own limit from the default", () => {
  expect(limitWords(null, 1_000)).toBe('1,000 per second (default)');
  expect(limitWords(5, 1_000)).toBe('5 per second');
});
