import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';
import { isOtherBuild } from './new-build.ts';

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
