import { expect, test } from 'vitest';
import {
  failedWords,
  incompleteWords,
  larger,
  pageTyped,
  pageWithin,
  pixelsFor,
  rotated,
  smaller,
  Unreadable,
  withSize,
} from './paper.ts';

const A4 = { width: 595, height: 842 };

test("a page keeps its proportions and uses the screen's pixel ratio", () => {
  expect(pixelsFor({ width: 100, height: 200 }, 400, 2)).toEqual({ width: 800, height: 1_600 });
});

test('limits a page to the canvas size of browsers, in proportion', () => {
  const pixels = pixelsFor(A4, 4_000, 3);
  expect(pixels.width * pixels.height).toBeLessThanOrEqual(16_777_216);
  expect(pixels.width * pixels.height).toBeGreaterThan(16_700_000);
  expect(pixels.height / pixels.width).toBeCloseTo(A4.height / A4.width, 2);
});

test('draws a tiny page at least one pixel wide and high', () => {
  expect(pixelsFor({ width: 1_000, height: 1 }, 10, 1)).toEqual({ width: 10, height: 1 });
  expect(pixelsFor({ width: 1, height: 1_000 }, 0.5, 1)).toEqual({ width: 1, height: 500 });
});

test('explains why a document cannot be shown, and what to do', () => {
  expect(failedWords(new Unreadable('This PDF is damaged', 'It cannot be read.'))).toEqual({
    title: 'This PDF is damaged',
    words: ['It cannot be read.'],
  });
  expect(failedWords(new Error('No memory'))).toEqual({
    title: 'This document could not be shown',
    words: ['No memory', 'Open it again, or reload the page.'],
  });
  expect(failedWords(new Error('No memory'), 4).title).toBe('Page 4 of this document could not be shown');
});

test('shows the first warning and the number of others', () => {
  const last = (...warnings: string[]) => incompleteWords(warnings).words.at(-1);
  expect(last('Bad font')).toBe('The PDF reader reports: Bad font');
  expect(last('Bad font', 'b', 'c')).toBe('The PDF reader reports: Bad font (and 2 more)');
  expect(incompleteWords(['x']).title).toBe('This document may not be shown in full');
});

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

test('a typed number selects its page; the current page and other text are ignored', () => {
  expect(['12', '2', '', 'x', '-1', '1.5'].map((text) => pageTyped(text, 2))).toEqual([
    12,
    ...Array(5).fill(undefined),
  ]);
});

test('a page gets its own size once it is known; the same size changes nothing', () => {
  const sizes = [A4, A4];
  expect(withSize(sizes, 2, { width: 842, height: 595 })).toEqual([A4, { width: 842, height: 595 }]);
  expect(withSize(sizes, 2, { ...A4 })).toBe(sizes);
  expect(withSize(sizes, 3, { width: 842, height: 595 })).toBe(sizes);
});
