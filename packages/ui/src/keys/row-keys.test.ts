import { expect, test } from 'vitest';
import { rowAfter } from './row-keys.ts';

test.each([
  ['down from outside', -1, 1, 0],
  ['up from outside', -1, -1, 0],
  ['down', 0, 1, 1],
  ['up', 2, -1, 1],
  ['down from the last', 2, 1, 2],
  ['up from the first', 0, -1, 0],
  ['no movement', 1, 0, 1],
])('moves the focus within three rows: %s', (_, focused, by, row) => {
  expect(rowAfter(focused, by, 3)).toBe(row);
});
