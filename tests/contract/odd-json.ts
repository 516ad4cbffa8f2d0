// Values that no sensible caller sends, and bodies into which they have found their way.
import fc from 'fast-check';
import { type Change, type JsonText, mutate, raw, toJsonText, written } from './json-text.ts';

const oddKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'toJSON',
    'then',
    'length',
    '',
  ),
  fc.constantFrom('email', 'name', 'businessEmail', 'incorporationCountryCode', 'uboId', 'customerId', 'address'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
export const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
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

/** Bodies with one to three things changed anywhere in them, as text. */
export function mutated(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.tuple(bodies, fc.array(step, { minLength: 1, maxLength: 3 })).map(([body, steps]) => {
    const document = toJsonText(body);
    for (const { which, member, change: made } of steps) mutate(document, which, member, made);
    return written(document);
  });
}
