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

test('only a missing role is beyond another try', () => {
  expect([FORBIDDEN, BROKEN, failure(403, 'Session.StepUpRequired'), new Error('?')].map(isForbidden)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  [BROKEN, {}, 'This could not be loaded'],
  [BROKEN, { what: 'The list of people' }, 'The list of people could not be loaded'],
  [FORBIDDEN, {}, 'Your role does not allow this'],
  [BROKEN, { stale: true }, 'This may be out of date'],
  [FORBIDDEN, { stale: true }, 'This may be out of date'],
  [new Error('?'), {}, 'This could not be loaded'],
])('%s with %j is titled "%s"', (error, given, title) => {
  expect(failureTitle(error, { stale: false, ...given })).toBe(title);
});

test.each([
  ['a conflict', failure(409, 'Network.Unreadable'), false, 'As the service says.'],
  ['too many requests', failure(429, 'Network.Unreadable'), true, 'As the service says.'],
  [
    'a wrong field that is marked',
    failure(400, 'Network.Unreadable', '/name'),
    true,
    'Correct the marked fields above, then try again.',
  ],
  ['a wrong field that is not marked', failure(400, 'Network.Unreadable', '/name'), false, 'As the service says.'],
  ['a wrong parameter of the address', failure(400, 'Network.Unreadable', '?cursor'), true, 'As the service says.'],
  ['the end of the session', failure(401, 'Network.Unreadable'), false, undefined],
  ['anything else', new Error('Unexpected'), true, 'Unexpected'],
])('an action that fails for %s', (_, error, marked, words) => {
  expect(actionFailureWords(error, marked)).toBe(words);
});

test('a failure stays in sight while the read is tried again, and goes once it is over', () => {
  const [now, before] = [new Error('now'), new Error('before')];
  expect(lastingFailure(now, before, 2)).toBe(now);
  expect(lastingFailure(null, before, 1)).toBe(before);
  expect(lastingFailure(null, before, 0)).toBeNull();
  expect(lastingFailure(null, null, 0)).toBeNull();
});
