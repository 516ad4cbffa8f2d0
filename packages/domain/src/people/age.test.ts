import { expect, test } from 'vitest';
import { implausibleAge } from './age.ts';

test.each([
  ['2024-06-01', 'younger than 18'],
  ['2008-11-20', 'younger than 18'],
  ['2008-11-19', undefined],
  ['2008-02-29', undefined],
  ['1905-11-20', undefined],
  ['1905-11-19', 'older than 120'],
  ['0001-01-01', 'older than 120'],
])('on 2026-11-19, someone born on %s is %s', (birthDate, expected) => {
  expect(implausibleAge(birthDate, '2026-11-19')).toBe(expected);
});

test('someone born on 29 February comes of age on 1 March of a year without that day', () => {
  expect(implausibleAge('2008-02-29', '2026-02-28')).toBe('younger than 18');
  expect(implausibleAge('2008-02-29', '2026-03-01')).toBeUndefined();
});
