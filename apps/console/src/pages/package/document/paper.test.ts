import { expect, test } from 'vitest';
import { failedWords, incompleteWords } from './bar-words.ts';
import { sizesFor, Unreadable } from './paper.ts';

const A4 = { width: 595, height: 842 };

test("a page keeps its proportions and uses the screen's pixel ratio", () => {
  const { height, pixels } = sizesFor({ width: 100, height: 200 }, 400, 2);
  expect([height, pixels]).toEqual([800, { width: 800, height: 1_600 }]);
});

test('limits a page to the canvas size of browsers, in proportion', () => {
  const { pixels } = sizesFor(A4, 4_000, 3);
  expect(pixels.width * pixels.height).toBeLessThanOrEqual(16_777_216);
  expect(pixels.width * pixels.height).toBeGreaterThan(16_700_000);
  expect(pixels.height / pixels.width).toBeCloseTo(A4.height / A4.width, 2);
});

test('draws a tiny page at least one pixel wide and high', () => {
  expect(sizesFor({ width: 1_000, height: 1 }, 10, 1).pixels).toEqual({ width: 10, height: 1 });
  expect(sizesFor({ width: 1, height: 1_000 }, 0.5, 1).pixels).toEqual({ width: 1, height: 500 });
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
});

test('shows the first warning and the number of others', () => {
  const last = (...warnings: string[]) => incompleteWords(warnings).words.at(-1);
  expect(last('Bad font')).toBe('The PDF reader reports: Bad font');
  expect(last('Bad font', 'b', 'c')).toBe('The PDF reader reports: Bad font (and 2 more)');
  expect(incompleteWords(['x']).title).toBe('This document may not be shown in full');
});
