import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import {
  afterFailedRead,
  askedBy,
  endAfterUse,
  isAllowed,
  isAnotherUser,
  isFreshEnough,
  isNearEnd,
  leftAt,
  leftWords,
  refusalOf,
  signInAddress,
} from './session-rules.ts';

const MINUTE = 60_000;

test.each([
  [10 * MINUTE, false, undefined],
  [2 * MINUTE, false, undefined],
  [2 * MINUTE - 1, true, 2 * MINUTE - 1],
  [1, true, 1],
  [-5, true, 0],
])('a session that ends in %d ms: near its end: %s, time left: %s', (left, isNear, shown) => {
  expect([isNearEnd(1_000 + left, 1_000), leftAt(1_000 + left, 1_000)]).toEqual([isNear, shown]);
});

test('use extends the session by the idle time, but never beyond its end', () => {
  expect(endAfterUse(1_000, 30 * MINUTE, 8 * 60 * MINUTE)).toBe(1_000 + 30 * MINUTE);
  expect(endAfterUse(1_000, 30 * MINUTE, 5 * MINUTE)).toBe(5 * MINUTE);
});

test('the warning shows the time left in whole minutes, at least one', () => {
  expect([MINUTE + 1, MINUTE, 0].map((left) => /ends in (.*)\.$/.exec(leftWords(left))?.[1])).toEqual([
    '2 minutes',
    '1 minute',
    '1 minute',
  ]);
});

test.each([
  [2 * MINUTE + 1, true],
  [2 * MINUTE, false],
  [0, false],
  [-MINUTE, false],
])('a second factor that is valid for %d ms more is fresh enough for a form: %s', (left, isFresh) => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(isFreshEnough(new Date(now + left).toISOString(), now)).toBe(isFresh);
});

test.each([
  [['analyst', 'supervisor'], 'analyst', true],
  [['analyst', 'supervisor'], 'auditor', false],
  [['supervisor'], 'super', false],
  [[], 'admin', false],
])('an operation for %j allows the role %s: %s', (roles, role, allowed) => {
  expect(isAllowed({ roles }, role)).toBe(allowed);
});

test.each([
  [['admin'], 'an admin'],
  [['developer'], 'a developer'],
  [['analyst', 'supervisor'], 'an analyst or a supervisor'],
  [['admin', 'developer', 'viewer'], 'an admin, a developer, or a viewer'],
])('the refusal of an operation for %j says to ask %s', (roles, whom) => {
  expect(refusalOf({ roles })).toBe(`Your role does not allow this. Ask ${whom}.`);
});

test('the sign-in URL contains the whole return path, and whether it is a step-up', () => {
  expect(signInAddress('partner', '/portal/customers?q=a&b=c d', false)).toBe(
    '/api/session/partner/sign-in?returnTo=%2Fportal%2Fcustomers%3Fq%3Da%26b%3Dc+d',
  );
  expect(signInAddress('staff', '/console/signed-in', true)).toBe(
    '/api/session/staff/sign-in?returnTo=%2Fconsole%2Fsigned-in&stepUp=1',
  );
});

test('recognises another account, but not the same or the first one', () => {
  expect(isAnotherUser({ accountId: 'ada' }, { accountId: 'ben' })).toBe(true);
  expect(isAnotherUser({ accountId: 'ada' }, { accountId: 'ada' })).toBe(false);
  expect(isAnotherUser(undefined, { accountId: 'ada' })).toBe(false);
});

const failure = (status: number) => new ApiFailure({ status, code: 'Network.Unreadable', message: '' });

test.each([
  ['401 on a new page', false, failure(401), 'sign-in'],
  ['401 on an open page', true, failure(401), 'stay'],
  ['403 on a new page', false, failure(403), 'show'],
  ['500 on a new page', false, failure(500), 'show'],
  ['500 on an open page', true, failure(500), 'stay'],
  ['unexpected error on a new page', false, new Error('?'), 'show'],
])('handles a failure to read the session: %s', (_, isKnown, error, next) => {
  expect(afterFailedRead(isKnown, error)).toBe(next);
});

test.each([
  ['signed-out', true, 'sign-in'],
  ['step-up', true, 'step-up'],
  ['used', true, undefined],
  ['build', true, undefined],
  ['signed-out', false, undefined],
  ['step-up', false, undefined],
] as const)('the notice "%s", with a known account: %s, opens %s', (kind, isKnown, asks) => {
  expect(askedBy(kind, isKnown)).toBe(asks);
});
