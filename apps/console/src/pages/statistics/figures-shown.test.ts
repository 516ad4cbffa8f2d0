import type { ReviewFigures } from '@onboarding/contract';
import { expect, test } from 'vitest';
import {
  ageLabel,
  daysOf,
  hours,
  MOST,
  number,
  percent,
  shareWithinTarget,
  topReasons,
  totalOf,
} from './figures-shown.ts';

type Days = ReviewFigures['days'];
const dayWith = (day: number, reasons: [code: string, decisions: number][]) =>
  ({
    day: `2026-01-${String(day).padStart(2, '0')}`,
    reasons: reasons.map(([code, decisions]) => ({ code, decisions })),
  }) as Days[number];

test('shows the days of the period that the figures list', () => {
  const days = Array.from({ length: 31 }, (_, at) => dayWith(at + 1, []));
  const shown = (from: string, to: string) => daysOf(days, { from, to }).map(({ day }) => day.slice(-2));
  expect(shown('2026-01-29', '2026-01-31')).toEqual(['29', '30', '31']);
  expect(shown('2025-12-01', '2026-01-02')).toEqual(['01', '02']);
  expect(shown('2026-02-01', '2026-02-07')).toEqual([]);
});

test('the share within the target omits days on which nothing is known of it', () => {
  const target = (decisions?: number, within = 0) =>
    ({
      ...dayWith(1, []),
      ...(decisions === undefined ? {} : { withinTarget: { decisions, within } }),
    }) as Days[number];
  expect(shareWithinTarget([target(4, 4), target(), target(12, 8)])).toBe(0.75);
  expect(shareWithinTarget([target(3, 0)])).toBe(0);
  expect(shareWithinTarget([target(0), target()])).toBeUndefined();
  expect([0, 0.75, 0.9996, 1].map(percent)).toEqual(['0%', '75%', '100%', '100%']);
});

test('the total counts every outcome', () => {
  expect(totalOf({ Approve: 100, Reject: 20, RequestChanges: 3 })).toBe(123);
});

test('sums reasons over all days and sorts them by frequency', () => {
  const days = [
    dayWith(1, [
      ['Rare', 1],
      ['Sum', 4],
    ]),
    dayWith(2, []),
    dayWith(3, [
      ['Often', 6],
      ['Sum', 5],
    ]),
  ];
  expect(topReasons(days)).toEqual([
    ['Sum', 9],
    ['Often', 6],
    ['Rare', 1],
  ]);
  expect(topReasons([])).toEqual([]);
});

test(`lists at most ${MOST} reasons and omits the rarest`, () => {
  const top = topReasons([
    dayWith(
      1,
      Array.from({ length: 9 }, (_, at) => [`R${at}`, at + 1]),
    ),
  ]);
  expect(top.map(([code]) => code)).toEqual(['R8', 'R7', 'R6', 'R5', 'R4', 'R3', 'R2', 'R1']);
});

test.each([
  [0, 4, '0–4 h'],
  [8, 24, '8–24 h'],
  [24, 48, '1–2 d'],
  [72, 168, '3–7 d'],
  [168, null, 'over 7 d'],
])('packages that have waited %s to %s hours are labelled "%s"', (fromHours, toHours, label) => {
  expect(ageLabel({ fromHours, toHours, packages: 1 })).toBe(label);
});

test('formats two days or more in days, less in hours, and less than an hour in minutes', () => {
  expect([0, 6.44, 47.9, 48, 76.8].map(hours)).toEqual(['0 hr', '6.4 hr', '47.9 hr', '2 days', '3.2 days']);
  expect([0.001, 0.1, 0.99, 1].map(hours)).toEqual(['1 min', '6 min', '59 min', '1 hr']);
  expect(number(12_345)).toBe('12,345');
});
