import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';
import { isOtherBuild } from './new-build.ts';
import { isMissingPart, reloads, takesFocus } from './visits.ts';

test('a reload is offered once the server has another build, and for nothing else', () => {
  expect(isOtherBuild({ kind: 'build', build: 'new' }, 'old')).toBe(true);
  expect(isOtherBuild({ kind: 'build', build: 'old' }, 'old')).toBe(false);
  expect(isOtherBuild({ kind: 'used' }, 'old')).toBe(false);
  expect(isOtherBuild({ kind: 'signed-out' }, undefined)).toBe(false);
});

test.each([
  ['ada obi', 'AO'],
  ['Ada', 'A'],
  ['Ada  Ngozi Obi', 'AN'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://x/a.js'), true],
  ['Firefox', new TypeError('error loading dynamically imported module: https://x/a.js'), true],
  ['Safari', new TypeError('Importing a module script failed.'), true],
  ['a fault of ours', new TypeError('x is not a function'), false],
])('a part that is missing is told from other failures: %s', (_, error, isMissing) => {
  expect(isMissingPart(error)).toBe(isMissing);
});

test('a page with a missing part is reloaded once; other failures are not reloaded', () => {
  expect([reloads(true, null), reloads(true, 'once'), reloads(false, null)]).toEqual([true, false, false]);
});

test('the heading takes the focus on every page but the first, and not when only the search changes', () => {
  expect([takesFocus(undefined, '/a'), takesFocus('/a', '/b'), takesFocus('/a', '/a')]).toEqual([false, true, false]);
});
