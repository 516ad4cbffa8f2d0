import { expect, test } from 'vitest';
import {
  count,
  countryCode,
  dayOf,
  endOfDay,
  lastDayOf,
  moment,
  oneOf,
  parseSearch,
  searchOf,
  someOf,
  startOfDay,
  stringifySearch,
  uuid,
  withValue,
  words,
} from './search.ts';

test('parses and writes a query as plain text, with repeated names as lists', () => {
  expect(parseSearch('?q=a+b&tag=x&tag=y&empty=')).toEqual({ q: 'a b', tag: ['x', 'y'], empty: '' });
  expect(stringifySearch({ q: 'a b', tag: ['x', 'y'], none: undefined, nothing: null, empty: '', n: 3 })).toBe(
    '?q=a+b&tag=x&tag=y&n=3',
  );
  expect(stringifySearch({ q: undefined })).toBe('');
});

test.each([
  [words, 'Lagos', 'Lagos'],
  [words, '', undefined],
  [words, 'x'.repeat(301), undefined],
  [oneOf(['a', 'b']), 'b', 'b'],
  [oneOf(['a', 'b']), 'toString', undefined],
  [moment, '2026-11-15', '2026-11-15'],
  [moment, '2026-11-15T10:00:00Z', '2026-11-15T10:00:00Z'],
  [moment, '2026-11-15T10:00:00', undefined],
  [moment, '2026-13-45', undefined],
  [moment, '2026-02-30', undefined],
  [moment, '2026-02-30T10:00:00Z', undefined],
  [moment, '2028-02-29', '2028-02-29'],
  [moment, '2026-12-31T23:30:00-05:00', '2026-12-31T23:30:00-05:00'],
  [uuid, '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f', '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f'],
  [uuid, '0193a2b4', undefined],
  [count, '12', 12],
  [count, '0', undefined],
  [count, '1e3', undefined],
])('%o reads %j as %j', (field, text, value) => {
  expect(field(text)).toBe(value);
});

test('keeps only the fields of the route; invalid values are undefined, and the first of a list counts', () => {
  const read = searchOf({ view: oneOf(['mine', 'waiting']), page: count });
  expect(read({ view: ['mine', 'waiting'], page: '2', other: 'x' })).toEqual({ view: 'mine', page: 2 });
  expect(Object.entries(read({ view: 'nonsense' }))).toEqual([
    ['view', undefined],
    ['page', undefined],
  ]);
});

const OPTIONS = [
  { value: 'NGA', label: 'Nigeria' },
  { value: 'GHA', label: 'Ghana' },
];

test('adds an unknown value from the URL as an option', () => {
  expect(withValue(OPTIONS, undefined)).toEqual(OPTIONS);
  expect(withValue(OPTIONS, 'NGA', 'Another name')).toEqual(OPTIONS);
  expect(withValue(OPTIONS, 'XXX')).toEqual([...OPTIONS, { value: 'XXX', label: 'XXX' }]);
  expect(withValue(OPTIONS, 'XXX', 'A former one')).toEqual([...OPTIONS, { value: 'XXX', label: 'A former one' }]);
});

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
