import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXCERPT_BYTES, excerptOf } from './excerpt.ts';

test('a short body is kept as it is, and none is none', { tags: ['S-360'] }, () => {
  expect(excerptOf([Buffer.from('Zoë '), Buffer.from('\u{1f600}')])).toBe('Zoë \u{1f600}');
  expect(excerptOf([])).toBeNull();
  expect(excerptOf([Buffer.alloc(0)])).toBeNull();
  expect(excerptOf([Buffer.from([0, 1, 2])])).toBeNull();
});

test('control characters go, lines become one, and nothing turns the direction of writing', () => {
  expect(excerptOf([Buffer.from('a\0b\x1b[31mc\x7f\u0085d\r\n\te\u202ef\u2066g')])).toBe('ab[31mcd efg');
});

test('a character that was split between two chunks is whole', () => {
  const bytes = Buffer.from('\u{1f600}');
  expect(excerptOf([bytes.subarray(0, 1), bytes.subarray(1)])).toBe('\u{1f600}');
});

test.each([1, 2, 3])('a long body is cut between two characters, here %i bytes before the end of one', (missing) => {
  const body = Buffer.from(`${'a'.repeat(EXCERPT_BYTES - 4 + missing)}\u{1f600}bc`).subarray(0, EXCERPT_BYTES + 1);
  expect(excerptOf([body])).toBe('a'.repeat(EXCERPT_BYTES - 4 + missing));
});

test('whatever the bytes, an excerpt is well-formed, has at most 4 KiB, and no control character', {
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
