import { expect, test } from 'vitest';
import { isMissingPart, isOtherBuild, reloads, takesFocus } from './shell-rules.ts';

test('offers a reload only when the server has another build', () => {
  expect(isOtherBuild({ kind: 'build', build: 'new' }, 'old')).toBe(true);
  expect(isOtherBuild({ kind: 'build', build: 'old' }, 'old')).toBe(false);
  expect(isOtherBuild({ kind: 'used' }, 'old')).toBe(false);
  expect(isOtherBuild({ kind: 'signed-out' }, undefined)).toBe(false);
});

test.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://x/a.js'), true],
  ['Firefox', new TypeError('error loading dynamically imported module: https://x/a.js'), true],
  ['Safari', new TypeError('Importing a module script failed.'), true],
  ['another TypeError', new TypeError('x is not a function'), false],
])('distinguishes a missing chunk from other failures: %s', (_, error, isMissing) => {
  expect(isMissingPart(error)).toBe(isMissing);
});

test('reloads a page with a missing chunk once, and never after other failures', () => {
  expect([reloads(true, null), reloads(true, 'once'), reloads(false, null)]).toEqual([true, false, false]);
});

test('focuses the heading on every page except the first, and not when only the query changes', () => {
  expect([takesFocus(undefined, '/a'), takesFocus('/a', '/b'), takesFocus('/a', '/a')]).toEqual([false, true, false]);
});
