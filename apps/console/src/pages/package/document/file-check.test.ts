import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isRecorded, percentOf } from './file-check.ts';

const BYTES = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x00, 0x0a]);
const HASH = createHash('sha256').update(BYTES).digest('hex');

test('accepts only bytes with the recorded hash', async () => {
  expect(await isRecorded(BYTES, HASH)).toBe(true);
  expect(await isRecorded(BYTES.slice(0, -1), HASH)).toBe(false);
  expect(
    await isRecorded(
      BYTES,
      HASH.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).toBe(false);
  expect(await isRecorded(BYTES, null)).toBe(false);
});

test.each([
  [0, 200, 0],
  [51, 200, 26],
  [200, 200, 100],
  [300, 200, 100],
  [10, null, 100],
])('%d of %s bytes are %d%%', (got, size, percent) => {
  expect(percentOf(got, size)).toBe(percent);
});
