import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from './json-fault.ts';

const BEYOND = 'a comma or } is expected: the JSON ends too early';

describe('reports line, column and expected token', () => {
  test.each([
    ['', 1, 1, /ends too early/],
    ['{', 1, 2, /name of a field is expected/],
    ['{"a": 1', 1, 8, BEYOND],
    ['{"a": 1,}', 1, 9, 'there is a comma before }: remove it'],
    ['{"a": [1, 2,]}', 1, 13, 'there is a comma before ]: remove it'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is expected'],
    ['{\r\n  "a": 1,\r\n  b: 2\r\n}', 3, 3, /name of a field is expected, in double quotes/],
    ['{"a" 1}', 1, 6, 'a colon is expected after the name of a field'],
    ["{'a': 1}", 1, 2, /in double quotes/],
    ['{"a": \'x\'}', 1, 7, 'strings must be in double quotes'],
    ['{"a": undefined}', 1, 7, /^a value is expected/],
    ['{"a": 01}', 1, 8, 'a comma or } is expected'],
    ['{"a": 1} x', 1, 10, 'nothing may follow the JSON value'],
    ['{"Ürün😀": "x', 1, 11, 'the string that starts here is not closed'],
    ['{"a": "x\ny"}', 1, 9, /must be escaped/],
    ['{"a": "C:\\Users"}', 1, 10, /escape sequence is invalid/],
    ['\ufeff{}', 1, 1, /byte order mark/],
  ])('%j', (text, line, column, problem) => {
    expect(findJsonFault(text)).toEqual({ line, column, problem: expect.stringMatching(problem) });
  });
});

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('agrees with JSON.parse about every text', () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '\\', '\n', 'x', '-', '0', '.', 'e'))
    .map(([text, place, character]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + character + text.slice(at + (place % 2));
    });
  fc.assert(
    fc.property(fc.oneof(broken, fc.json(), fc.string()), (text) => {
      expect(findJsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

test('reads the longest texts to their end', () => {
  const MIB = 1024 * 1024;
  const ending = { line: 1, problem: expect.stringContaining('too early') };
  for (const text of ['{"a":"b"},', '[1.5e3,"\\n"],'].map((part) => `[${part.repeat(MIB / part.length)}`)) {
    expect(findJsonFault(text)).toEqual({ ...ending, column: text.length + 1 });
  }
  for (const filling of ['x', '\\n', '\\u00e9']) {
    const text = `["${filling.repeat(MIB / filling.length)}`;
    expect(findJsonFault(text)).toEqual({ line: 1, column: 2, problem: expect.stringContaining('is not closed') });
  }
});
