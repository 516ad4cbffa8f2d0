import { expect, test } from 'vitest';
import { findJsonMistake } from './json-place.ts';

test.each([
  ['{"a": }', 1, 7],
  ['{\n  "a": 1,\n}', 3, 1],
  ['[1, 2', 1, 6],
  ['{"a" 1}', 1, 6],
  ["{'a': 1}", 1, 2],
  ['{"a": "b\nc"}', 1, 7],
  ['{"a": tru}', 1, 7],
  ['{} {}', 1, 4],
  ['', 1, 1],
])('%j is invalid at line %i, column %i', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(findJsonMistake(text)).toEqual({ line, column });
});

test('reads valid JSON to the end', () => {
  const text = JSON.stringify({ a: [1, -2.5e3, true, null, 'x"\\é\u2028'], b: {}, c: [] }, null, 2);
  const { line } = findJsonMistake(text);
  expect(line).toBe(text.split('\n').length);
});
