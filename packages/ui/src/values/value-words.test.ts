import { expect, test } from 'vitest';
import { copyLabel, inUtc, relative, sizeOf, timeWords } from './value-words.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

test.each([
  [0, 'just now'],
  [-0.9, 'just now'],
  [0.9, 'now'],
  [-59, '59 seconds ago'],
  [-60, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-7_200, '2 hours ago'],
  [3_600, 'in 1 hour'],
  [86_399, 'in 23 hours'],
  [86_400, 'tomorrow'],
  [-3 * 86_400, '3 days ago'],
])('%d seconds from now is "%s"', (seconds, words) => {
  expect(relative(new Date(NOW + seconds * 1_000), NOW)).toBe(words);
});

test.each([
  ['full', '2026-11-15T09:30:07', 'Nov 15, 9:30 AM'],
  ['exact', '2026-11-15T09:30:07', 'Nov 15, 9:30:07 AM'],
  ['day', '2026-11-15T09:30:07', 'Nov 15'],
  ['full', '2025-12-31T23:59:00', 'Dec 31, 2025, 11:59 PM'],
  ['day', '2027-01-01T00:00:00', 'Jan 1, 2027'],
] as const)('shows the %s time of %s as "%s" in 2026', (kind, at, words) => {
  expect(timeWords(new Date(at), kind, new Date('2026-11-15T12:00:00')).replaceAll(/\s/g, ' ')).toBe(words);
});

test('shows a UTC time with its zone', () => {
  expect(inUtc(new Date('2026-11-15T09:30:07.123Z'))).toBe('2026-11-15 09:30:07 UTC');
});

test.each([
  [182_044, '182 kB'],
  [999_999, '1,000 kB'],
  [1_000_000, '1 MB'],
  [10_485_760, '10.5 MB'],
])('formats %d bytes as "%s"', (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words);
});

test('the copy button names what it copies, or has copied', () => {
  expect(copyLabel('the client id', 'Copy', false)).toBe('Copy the client id');
  expect(copyLabel('the curl command', 'Copy for curl', false)).toBe('Copy for curl: the curl command');
  expect(copyLabel('the curl command', 'Copy for curl', true)).toBe('Copied: the curl command');
});
