import type { TokenRequest } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { certificateName, findIssued, lastRefusal, refusalWords, refusedTitle } from './token-log.ts';

const request = (requestId: string, outcome: string, certificateId: string | null, minute: number) =>
  ({ requestId, outcome, certificateId, lastOccurredAt: `2026-11-15T12:0${minute}:00.000Z` }) as TokenRequest;
const LOG = [
  request('grows', 'Refused', null, 5),
  request('refused', 'Refused', 'b', 4),
  request('other', 'Issued', 'b', 3),
  request('ours', 'Issued', 'a', 2),
];

test('finds a token issued for the given certificate only', () => {
  expect(findIssued(LOG, { certificateId: 'a' })?.requestId).toBe('ours');
  expect(findIssued(LOG.slice(0, 3), { certificateId: 'a' })).toBeUndefined();
  expect(findIssued([request('refused', 'Refused', 'a', 1)], { certificateId: 'a' })).toBeUndefined();
});

test('finds the latest refusal in any order of the log', () => {
  expect(lastRefusal(LOG.toReversed())?.requestId).toBe('grows');
  expect(lastRefusal(LOG)?.requestId).toBe('grows');
  expect(lastRefusal(LOG.slice(2))).toBeUndefined();
});

test('names certificates, and distinguishes one no longer listed from an unknown one', () => {
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
])('formats the reason %j with the error %j as "%s"', (reason, error, words) => {
  expect(refusalWords({ reason, error } as TokenRequest)).toBe(words);
});

test('formats the number of refused requests', () => {
  expect([1, 2].map(refusedTitle)).toEqual(['A request was refused', '2 requests were refused']);
});
