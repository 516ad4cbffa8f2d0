// Values that no sensible caller sends, and bodies that contain them.
import fc from 'fast-check';
import { type Change, type JsonText, mutate, raw, toJsonText, written } from './json-text.ts';

/** Names with a meaning in JavaScript. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'then', 'length', ''];

/** Not fast-check's own unit "binary", which takes seconds to list all characters, and would add the same names. */
const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
/** Any characters at all. */
export const anyText = (maxLength: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: anyCharacter, maxLength }) },
    { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
  );

const oddKey = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom('email', 'name', 'businessEmail', 'incorporationCountryCode', 'uboId', 'customerId', 'address'),
  anyText(8),
);
export const oddText = fc.oneof(
  anyText(30),
  fc.constantFrom('\u0000', '\ud800', 'a\udfffb', '\ufeff', '\u202e', 'x'.repeat(300), ' ', 'NGA', 'UBO', 'PASSPORT'),
);
const DEEP = [1, 10, 19, 21, 300].map((levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`);
export const oddValue: fc.Arbitrary<JsonText> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map(toJsonText),
  oddText.map(toJsonText),
  fc.constantFrom('1e400', '-1e400', '1e308', '-0', '0.1', '9007199254740993', '1e20', '-1', '101').map(raw),
  fc.constantFrom('null', 'true', '{}', '[]', '[null]', '[[]]', '[{}]', ...DEEP).map(raw),
  fc.tuple(oddKey, oddText).map(([key, text]): JsonText => ({ kind: 'object', entries: [[key, toJsonText(text)]] })),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ do: 'drop' }, { do: 'duplicate' }),
  fc.record({ do: fc.constantFrom('replace' as const, 'append' as const), value: oddValue }),
  fc.record({ do: fc.constantFrom('add' as const, 'rename' as const), key: oddKey, value: oddValue }),
);
const step = fc.record({ which: fc.nat(), member: fc.nat(), change });

/** Bodies with one to three random changes, as text. */
export function mutated(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.tuple(bodies, fc.array(step, { minLength: 1, maxLength: 3 })).map(([body, steps]) => {
    const document = toJsonText(body);
    for (const { which, member, change: made } of steps) mutate(document, which, member, made);
    return written(document);
  });
}
