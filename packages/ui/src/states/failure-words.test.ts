import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { actionFailureWords, failureTitle, isForbidden, lastingFailure } from './failure-words.ts';

const failure = (status: number, code: ApiFailure['code'], ...pointers: string[]) =>
  new ApiFailure({
    status,
    code,
    message: 'As the service says.',
    details: pointers.map((pointer) => ({ pointer, code: 'Invalid', message: `Wrong: ${pointer}` })) as never,
  });
const FORBIDDEN = failure(403, 'Session.RoleMissing');
const BROKEN = failure(503, 'Network.Unreadable');

test('treats only Session.RoleMissing as forbidden', () => {
  expect([FORBIDDEN, BROKEN, failure(403, 'Session.StepUpRequired'), new Error('?')].map(isForbidden)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  [BROKEN, {}, 'This could not be loaded'],
  [BROKEN, { what: 'The list of users' }, 'The list of users could not be loaded'],
  [FORBIDDEN, {}, 'Your role does not allow this'],
  [BROKEN, { stale: true }, 'This may be out of date'],
  [FORBIDDEN, { stale: true }, 'This may be out of date'],
  [new Error('?'), {}, 'This could not be loaded'],
])('%s with %j has the title "%s"', (error, given, title) => {
  expect(failureTitle(error, { stale: false, ...given })).toBe(title);
});

test.each([
  ['a conflict', failure(409, 'Network.Unreadable'), false, 'As the service says.'],
  ['too many requests', failure(429, 'Network.Unreadable'), true, 'As the service says.'],
  [
    'an invalid field that is marked',
    failure(400, 'Network.Unreadable', '/name'),
    true,
    'Correct the marked fields above, then try again.',
  ],
  ['an invalid field that is not marked', failure(400, 'Network.Unreadable', '/name'), false, 'As the service says.'],
  ['an invalid query parameter', failure(400, 'Network.Unreadable', '?cursor'), true, 'As the service says.'],
  ['an expired session', failure(401, 'Network.Unreadable'), false, undefined],
  ['any other error', new Error('Unexpected'), true, 'Unexpected'],
])('describes the failure of an action: %s', (_, error, marked, words) => {
  expect(actionFailureWords(error, marked)).toBe(words);
});

test('keeps showing a failure while the read is retried, and removes it on success', () => {
  const [now, before] = [new Error('now'), new Error('before')];
  expect(lastingFailure(now, before, 2)).toBe(now);
  expect(lastingFailure(null, before, 1)).toBe(before);
  expect(lastingFailure(null, before, 0)).toBeNull();
  expect(lastingFailure(null, null, 0)).toBeNull();
});
