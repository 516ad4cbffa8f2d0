import { expect, test } from 'vitest';
import { larger, pageAfterKey, pageTyped, pageWithin, rotated, smaller } from './page-view.ts';

test('zooms one step at a time, within the smallest and largest step', () => {
  expect([0.5, 1, 1.5, 3, 4].map(larger)).toEqual([0.75, 1.5, 2, 4, 4]);
  expect([4, 1.5, 1, 0.75, 0.5].map(smaller)).toEqual([3, 1, 0.75, 0.5, 0.5]);
});

test('rotates by 90 degrees and wraps at 360', () => {
  expect(([0, 90, 180, 270] as const).map(rotated)).toEqual([90, 180, 270, 0]);
});

test('clamps the page number to existing pages', () => {
  expect([-1, 0, 1, 3, 4].map((page) => pageWithin(page, 3))).toEqual([1, 1, 1, 3, 3]);
});

test.each([
  ['PageDown', 'in the middle', 100, undefined],
  ['PageDown', 'at the end', 300, 5],
  ['PageDown', 'less than a pixel before the end', 299.2, 5],
  ['PageUp', 'in the middle', 100, undefined],
  ['PageUp', 'at the beginning', 0, 3],
  ['ArrowDown', 'at the end', 300, undefined],
])('selects the page after %s %s of page 4', (key, _, scrollTop, page) => {
  expect(pageAfterKey(key, 4, { scrollTop, scrollHeight: 500, clientHeight: 200 })).toBe(page);
});

test('a typed number selects its page; the current page and other text are ignored', () => {
  expect(['12', '2', '', 'x', '-1', '1.5'].map((text) => pageTyped(text, 2))).toEqual([
    12,
    ...Array(5).fill(undefined),
  ]);
});
