import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { afterFailedRead, askedBy, isAnotherUser, signInAddress } from './sign-in.ts';

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
