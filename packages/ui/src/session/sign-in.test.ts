import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { afterFailedRead, askedBy, isSomebodyElse, signInAddress } from './sign-in.ts';

test('the way to the sign-in says where to return, whole, and whether the second factor is enough', () => {
  expect(signInAddress('partner', '/portal/customers?q=a&b=c d', false)).toBe(
    '/api/session/partner/sign-in?returnTo=%2Fportal%2Fcustomers%3Fq%3Da%26b%3Dc+d',
  );
  expect(signInAddress('staff', '/console/signed-in', true)).toBe(
    '/api/session/staff/sign-in?returnTo=%2Fconsole%2Fsigned-in&stepUp=1',
  );
});

test('a page is loaded anew for another account, and only for another one', () => {
  expect(isSomebodyElse({ accountId: 'ada' }, { accountId: 'ben' })).toBe(true);
  expect(isSomebodyElse({ accountId: 'ada' }, { accountId: 'ada' })).toBe(false);
  expect(isSomebodyElse(undefined, { accountId: 'ada' })).toBe(false);
});

const failure = (status: number) => new ApiFailure({ status, code: 'Network.Unreadable', message: '' });

test.each([
  ['signed out, on a new page', false, failure(401), 'sign-in'],
  ['signed out, on an open page', true, failure(401), 'stay'],
  ['forbidden, on a new page', false, failure(403), 'show'],
  ['out of order, on a new page', false, failure(500), 'show'],
  ['out of order, on an open page', true, failure(500), 'stay'],
  ['unexpected, on a new page', false, new Error('?'), 'show'],
])('a session whose reading fails: %s', (_, isKnown, error, next) => {
  expect(afterFailedRead(isKnown, error)).toBe(next);
});

test.each([
  ['signed-out', true, 'sign-in'],
  ['step-up', true, 'step-up'],
  ['used', true, undefined],
  ['build', true, undefined],
  ['signed-out', false, undefined],
  ['step-up', false, undefined],
] as const)('the notice "%s", while somebody is known: %s, asks for %s', (kind, isKnown, asks) => {
  expect(askedBy(kind, isKnown)).toBe(asks);
});
