import type { TokenRequest } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { certificateName, findIssued, lastRefusal, newestFirst, refusalWords, refusedTitle } from './token-log.ts';

const request = (requestId: string, outcome: string, certificateId: string | null, minute: number) =>
  ({ requestId, outcome, certificateId, lastOccurredAt: `2026-11-15T12:0${minute}:00.000Z` }) as TokenRequest;
const LOG = [
  request('grows', 'Refused', null, 5),
  request('refused', 'Refused', 'b', 4),
  request('other', 'Issued', 'b', 3),
  request('ours', 'Issued', 'a', 2),
];

test('a certificate works once a token was issued for it, and not for another', () => {
  expect(findIssued(LOG, { certificateId: 'a' })?.requestId).toBe('ours');
  expect(findIssued(LOG.slice(0, 3), { certificateId: 'a' })).toBeUndefined();
  expect(findIssued([request('refused', 'Refused', 'a', 1)], { certificateId: 'a' })).toBeUndefined();
});

test('the last refusal is the one that happened last, wherever it stands', () => {
  expect(lastRefusal(LOG.toReversed())?.requestId).toBe('grows');
  expect(lastRefusal(LOG)?.requestId).toBe('grows');
  expect(lastRefusal(LOG.slice(2))).toBeUndefined();
});

test('the log begins with what happened last', () => {
  expect(newestFirst(LOG.toReversed())).toEqual(LOG);
});

test('certificates are named; one that we do not know is told apart from one that is gone', () => {
  const certificates = [{ certificateId: 'a', name: 'Production' }];
  expect(['a', 'z', null].map((id) => certificateName(id, certificates))).toEqual(['Production', '–', 'Unknown']);
});

test.each([
  ['the key is unknown', null, 'The key is unknown.'],
  ['aud is wrong.', null, 'aud is wrong.'],
  ['audience is wrong', null, 'Audience is wrong.'],
  [null, 'invalid_client', 'Invalid_client.'],
  [null, null, 'The reason is unknown.'],
  ['is it expired?', null, 'Is it expired?'],
])('the reason %j with the error %j is "%s"', (reason, error, words) => {
  expect(refusalWords({ reason, error } as TokenRequest)).toBe(words);
});

test('refused requests are counted', () => {
  expect([1, 2].map(refusedTitle)).toEqual(['A request was refused', '2 requests were refused']);
});
