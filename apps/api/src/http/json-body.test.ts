import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureJson } from './json-body.ts';

const measured = (text: string) => measureJson(Buffer.from(text));

test.each([
  ['7', 1, 0],
  ['{"a":1,"b":[2,3]}', 5, 2],
  ['"a,b[{"', 1, 0],
  ['["\\"",",",{"\\\\":"}"}]', 5, 2],
  ['[[[]]]', 4, 3],
  ['[{},{},[],[]]', 9, 2],
  ['[[[1]],2,[3]]', 7, 3],
  ['', 1, 0],
  ['"never closed,,,', 1, 0],
  ['"ends with a backslash\\', 1, 0],
])('%s has %i values and %i levels', (text, values, depth) => {
  expect(measured(text)).toEqual({ values, depth });
});

/** All values, with each empty object or array counted twice. */
function counted(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value);
  return (
    1 +
    Math.max(
      1,
      inner.reduce((sum: number, one) => sum + counted(one), 0),
    )
  );
}

test('counts the values of any JSON, with or without whitespace', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(measured(JSON.stringify(value, null, indent)).values).toBe(counted(JSON.parse(JSON.stringify(value))));
    }),
  );
});
