import { expect, test } from 'vitest';
import { pagesWords, pauseBefore, type Sight, seenBy, sightAfter } from './seen.ts';

/** Pages that can be read, from a time on. */
type Moment = [at: number, pages: number[]];

test.each<[string, Moment[], number[]]>([
  [
    'visible for a second',
    [
      [0, [1]],
      [1_000, [1]],
    ],
    [1],
  ],
  [
    'visible for less',
    [
      [0, [1]],
      [999, [1]],
    ],
    [],
  ],
  [
    'away in between',
    [
      [0, [1]],
      [600, [2]],
      [700, [1]],
      [1_500, [1]],
    ],
    [],
  ],
  [
    'beside another that was visible earlier',
    [
      [0, [1]],
      [500, [1, 2]],
      [1_200, [1, 2]],
    ],
    [1],
  ],
  [
    'gone at the end',
    [
      [0, [1]],
      [2_000, []],
    ],
    [],
  ],
])('a page counts as seen or not: %s', (_, moments, seen) => {
  let sight: Sight = new Map();
  let now = 0;
  for (const [at, pages] of moments) {
    sight = sightAfter(sight, pages, at);
    now = at;
  }
  expect(seenBy(sight, now)).toEqual(seen);
});

test.each([
  ['the first is sent at once', undefined, 0],
  ['one right after another waits', 10_000, 4_000],
  ['one after three seconds waits for another', 7_000, 1_000],
  ['one after a minute is sent at once', -50_000, 0],
])('reports are seconds apart: %s', (_, reportedAt, pause) => {
  expect(pauseBefore(reportedAt, 10_000)).toBe(pause);
});

test('counts pages in words', () => {
  expect([pagesWords(3, 5), pagesWords(0, 1)]).toEqual(['3 of 5 pages', '0 of 1 page']);
});
