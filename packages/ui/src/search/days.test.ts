import { expect, test } from 'vitest';
import { dayOf, endOfDay, lastDayOf, startOfDay } from './days.ts';
import { countryCode, someOf } from './search.ts';

const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

test("a day of the reader's zone begins and ends at its midnights, over the end of a month and a year too", () => {
  expect(startOfDay('2026-11-15')).toBe(local(2026, 10, 15));
  expect(endOfDay('2026-11-15')).toBe(local(2026, 10, 16));
  expect(endOfDay('2026-12-31')).toBe(local(2027, 0, 1));
});

test('no day has no beginning and no end', () => {
  expect([startOfDay(''), endOfDay(''), startOfDay('x')]).toEqual([undefined, undefined, undefined]);
});

test('a time is shown as its day, and the end of a span as its last day', () => {
  expect(dayOf(local(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(lastDayOf(local(2026, 10, 16))).toBe('2026-11-15');
  expect(lastDayOf(local(2026, 10, 16, 0, 1))).toBe('2026-11-16');
});

test('what is chosen in a date field comes back as the same day', () => {
  expect(dayOf(startOfDay('2026-03-01') ?? '')).toBe('2026-03-01');
  expect(lastDayOf(endOfDay('2026-02-28') ?? '')).toBe('2026-02-28');
});

test('several values are read each once, in the order of the list; unknown ones are dropped', () => {
  const read = someOf(['a', 'b', 'c']);
  expect(read('c', ['c', 'x', 'a', 'c'])).toEqual(['a', 'c']);
  expect([read('x'), read('b')]).toEqual([undefined, ['b']]);
});

test('a country is three letters in any case', () => {
  expect(['nga', 'NGA', 'NG', 'N1A', 'NGAX'].map((text) => countryCode(text))).toEqual([
    'NGA',
    'NGA',
    undefined,
    undefined,
    undefined,
  ]);
});
