import { expect, test } from 'vitest';
import { dueOf, lengthOf } from './due.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];

test('formats minutes below an hour, hours below two days, then days', () => {
  expect([-5, 0, 59 * MINUTE, HOUR, 47.9 * HOUR, 48 * HOUR, 100 * HOUR].map(lengthOf)).toEqual([
    '0 min',
    '0 min',
    '59 min',
    '1 h',
    '47 h',
    '2 days',
    '4 days',
  ]);
});

test('is green, then yellow in the last quarter of the time, then red once late, with matching words', () => {
  const after = (hours: number) => dueOf(0, 24 * HOUR, hours * HOUR);
  expect(after(0)).toEqual({ words: 'Due in 24 h', color: 'green' });
  expect(after(18)).toEqual({ words: 'Due in 6 h', color: 'green' });
  expect(after(18.1)).toEqual({ words: 'Due in 5 h', color: 'yellow' });
  expect(after(24)).toEqual({ words: 'Due in 0 min', color: 'yellow' });
  expect(after(27)).toEqual({ words: '3 h late', color: 'red' });
});
