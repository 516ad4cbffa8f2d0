import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXCERPT_BYTES, excerptOf } from './sender.ts';

test('keeps a short body unchanged, and returns null for an empty one', { tags: ['S-360'] }, () => {
  expect(excerptOf([Buffer.from('Zoë '), Buffer.from('\u{1f600}')])).toBe('Zoë \u{1f600}');
  expect(excerptOf([])).toBeNull();
  expect(excerptOf([Buffer.alloc(0)])).toBeNull();
  expect(excerptOf([Buffer.from([0, 1, 2])])).toBeNull();
});

test('removes control and bidirectional characters and joins lines', () => {
  expect(excerptOf([Buffer.from('a\0b\x1b[31mc\x7f\u0085d\r\n\te\u202ef\u2066g')])).toBe('ab[31mcd efg');
});

test('joins a character that is split between two chunks', () => {
  const bytes = Buffer.from('\u{1f600}');
  expect(excerptOf([bytes.subarray(0, 1), bytes.subarray(1)])).toBe('\u{1f600}');
});

test.each([1, 2, 3])('truncates a long body between two characters, here %i bytes before the end of one', (missing) => {
  const body = Buffer.from(`${'a'.repeat(EXCERPT_BYTES - 4 + missing)}\u{1f600}bc`).subarray(0, EXCERPT_BYTES + 1);
  expect(excerptOf([body])).toBe('a'.repeat(EXCERPT_BYTES - 4 + missing));
});

test('an excerpt of any bytes is well-formed, at most 4 KiB, and without control characters', {
  tags: ['S-360'],
}, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: EXCERPT_BYTES + 1, size: 'max' }), (bytes) => {
      const excerpt = excerptOf([bytes]) ?? '';
      return excerpt.isWellFormed() && Buffer.byteLength(excerpt) <= EXCERPT_BYTES && !/\p{Cc}/u.test(excerpt);
    }),
    { numRuns: 300 },
  );
  expect(Buffer.byteLength(excerptOf([Buffer.alloc(EXCERPT_BYTES + 1, 0xff)]) ?? '')).toBeLessThanOrEqual(
    EXCERPT_BYTES,
  );
});
