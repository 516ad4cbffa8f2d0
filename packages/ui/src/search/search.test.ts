import { expect, test } from 'vitest';
import { count, moment, oneOf, parseSearch, searchOf, stringifySearch, uuid, words } from './search.ts';

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
