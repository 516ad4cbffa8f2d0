import { expect, test } from 'vitest';
import {
  extentOf,
  GAP,
  middleOf,
  pageShown,
  pagesInSight,
  pagesNear,
  positionOf,
  stackOf,
  turned,
  type View,
} from './stack.ts';

const A4 = { width: 100, height: 150 };
const FIVE = Array.from({ length: 5 }, () => A4);
/** Pages of 200 by 300 at 12, 324, 636, 948 and 1260. */
const SHEETS = stackOf(FIVE, 200, 0);
const at = (top: number, height = 300, left = 0, width = 224): View => ({ top, left, width, height });

test('pages stand one below another, with the same width and their own proportions', () => {
  const sizes = [A4, { width: 400, height: 100 }, { width: 10, height: 10 }];
  expect(stackOf(sizes, 200, 0)).toEqual([
    { top: 12, width: 200, height: 300 },
    { top: 324, width: 200, height: 50 },
    { top: 386, width: 200, height: 200 },
  ]);
  expect(extentOf(stackOf(sizes, 200, 0))).toEqual({ width: 224, height: 598 });
});

test('a rotated page is as high as it was wide; upside down, it keeps its height', () => {
  const heights = (rotation: 90 | 180 | 270) => stackOf([{ width: 100, height: 400 }], 200, rotation)[0]?.height;
  expect([heights(90), heights(180), heights(270)]).toEqual([50, 800, 50]);
});

test.each([
  ['at the beginning', at(0), [1, 2]],
  ['one screen further', at(313), [2, 1, 3]],
  ['in the middle of two pages', at(480), [2, 3, 1, 4]],
  ['at the end', at(1272), [5, 4]],
])('draws the visible pages first, then those within one screen: %s', (_, view, pages) => {
  expect(pagesNear(SHEETS, view)).toEqual(pages);
});

test('never draws more than 8 pages of 500, but always every visible one', () => {
  const sheets = stackOf(
    Array.from({ length: 500 }, () => A4),
    200,
    0,
  );
  expect(pagesNear(sheets, at(30_000, 2_000))).toHaveLength(8);
  const strips = stackOf(
    Array.from({ length: 500 }, () => ({ width: 100, height: 5 })),
    200,
    0,
  );
  expect(pagesNear(strips, at(0, 300))).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
});

test.each([
  ['the whole first page', at(0), [1]],
  ['half of a page', at(162), [1]],
  ['less than half of one page, and more than half of the next', at(175), [2]],
  ['two whole pages', at(0, 640), [1, 2]],
  ['part of a page that fills the screen', at(100, 100), [1]],
  ['a page that fills less than half of the screen, and is half visible', at(162, 1_000), [1, 2, 3, 4]],
  ['a quarter of the width', at(0, 300, 0, 62), [1]],
])('can be read: %s', (_, view, pages) => {
  expect(pagesInSight(SHEETS, view)).toEqual(pages);
});

test('a page of which only a corner is visible cannot be read', () => {
  expect(pagesInSight(stackOf([A4], 200, 0), at(200, 300, 130, 224))).toEqual([]);
});

test.each([
  ['at the beginning', at(0), 1],
  ['half a page further', at(162), 1],
  ['a little more', at(175), 2],
  ['at the end', at(1272), 5],
  ['enlarged, with a part of the page', at(700, 100, 120, 60), 3],
])('the toolbar names the first page that can be read: %s', (_, view, page) => {
  expect(pageShown(SHEETS, view)).toBe(page);
});

test('names the page of which most is visible if no page can be read', () => {
  const strips = stackOf([A4, A4], 200, 0);
  expect(pageShown(strips, at(300, 40))).toBe(2);
});

const TALL = at(400, 300);

test.each([
  ['larger', stackOf(FIVE, 400, 0)],
  ['smaller', stackOf(FIVE, 100, 0)],
])('the same place stays in the middle after pages became %s', (_, sheets) => {
  const point = middleOf(SHEETS, TALL);
  const position = point && positionOf(sheets, point, TALL);
  expect(position && middleOf(sheets, { ...TALL, ...position })).toEqual(point);
});

test('after a rotation the same place is in the middle, and four rotations lead back to it', () => {
  const point = { page: 2, x: 0.25, y: 0.1 };
  expect(turned(point)).toEqual({ page: 2, x: 0.9, y: 0.25 });
  expect(turned(turned(turned(turned(point)))).x).toBeCloseTo(0.25);
  const sheets = stackOf(FIVE, 200, 90);
  const position = positionOf(sheets, turned(point), TALL);
  const middle = position && middleOf(sheets, { ...TALL, ...position });
  expect(middle).toEqual({ page: 2, x: expect.closeTo(0.9), y: expect.closeTo(0.25) });
});

test('the middle between two pages, or beyond the last one, is the edge of a page', () => {
  expect(middleOf(SHEETS, at(312 + GAP / 4 - 150))).toMatchObject({ page: 1, y: 1 });
  expect(middleOf(SHEETS, at(322 - 150))).toMatchObject({ page: 2, y: 0 });
  expect(middleOf(SHEETS, at(5_000))).toMatchObject({ page: 5, y: 1 });
  expect(middleOf([], at(0))).toBeUndefined();
});
