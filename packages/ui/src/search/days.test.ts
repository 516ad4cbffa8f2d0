import { expect, test } from 'vitest';
import { dayOf, endOfDay, lastDayOf, startOfDay } from './days.ts';
import { countryCode, someOf } from './search.ts';

const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

test("a day starts and ends at midnight in the reader's time zone, even at the end of a year", () => {
  expect(startOfDay('2026-11-15')).toBe(local(2026, 10, 15));
  expect(endOfDay('2026-11-15')).toBe(local(2026, 10, 16));
  expect(endOfDay('2026-12-31')).toBe(local(2027, 0, 1));
});

test('an empty or invalid day has no start and no end', () => {
  expect([startOfDay(''), endOfDay(''), startOfDay('x')]).toEqual([undefined, undefined, undefined]);
});

test('shows a time as its day, and the end of a period as its last day', () => {
  expect(dayOf(local(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(lastDayOf(local(2026, 10, 16))).toBe('2026-11-15');
  expect(lastDayOf(local(2026, 10, 16, 0, 1))).toBe('2026-11-16');
});

test('converts a day to a time and back to the same day', () => {
  expect(dayOf(startOfDay('2026-03-01') ?? '')).toBe('2026-03-01');
  expect(lastDayOf(endOfDay('2026-02-28') ?? '')).toBe('2026-02-28');
});

test('reads several values once each, in the order of the list, and drops unknown ones', () => {
  const read = someOf(['a', 'b', 'c']);
  expect(read('c', ['c', 'x', 'a', 'c'])).toEqual(['a', 'c']);
  expect([read('x'), read('b')]).toEqual([undefined, ['b']]);
});

test('reads a country code of three letters in any case', () => {
  expect(['nga', 'NGA', 'NG', 'N1A', 'NGAX'].map((text) => countryCode(text))).toEqual([
    'NGA',
    'NGA',
    undefined,
    undefined,
    undefined,
  ]);
});
