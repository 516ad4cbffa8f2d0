import { expect, test } from 'vitest';
import { toProblems } from './index.ts';

const code = 'ValidationControl.Error';

test.each([
  ['', ''],
  ['/businessPersonList/0/nationality', '/businessPersonList/0/nationality'],
  ['?updatedFrom', '?updatedFrom'],
  ['?Jane', '?*'],
  ['?', '?*'],
  ['/metadata', '/metadata'],
  ['/metadata/JaneDoe', '/metadata/*'],
  ['/businessPersonList/12/metadata/JaneDoe', '/businessPersonList/12/metadata/*'],
  ['/jane@example.com', '/*'],
  ['/a~1b/c', '/*/c'],
  [`/${'a'.repeat(61)}`, '/*'],
])('the pointer %j is logged as %j, without names of the caller', (pointer, logged) => {
  expect(toProblems([{ pointer, code }], ['limit', 'updatedFrom'])).toEqual([{ pointer: logged, code }]);
});

test('at most 20 problems are logged, without their messages', () => {
  const details = Array.from(
    { length: 21 },
    (_, index) => ({ pointer: `/a/${index}`, code, message: 'Jane' }) as const,
  );
  const problems = toProblems(details, []);
  expect(problems).toHaveLength(20);
  expect(problems[19]).toEqual({ pointer: '/a/19', code });
});
