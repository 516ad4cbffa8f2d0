import { expect, test } from 'vitest';
import { cellWords, hasDots, placeOf, pointsOf, ticksOf } from './points.ts';

const labels = (length: number) => Array.from({ length }, (_, at) => `Day ${at}`);

test('a point has the value of every series at its label', () => {
  const series = [
    { label: 'In', color: 'danger', values: [1, null] },
    { label: 'Out', color: 'progress', values: [3, 4] },
  ];
  expect(pointsOf({ labels: ['Mon', 'Tue'], series })).toEqual([
    { label: 'Mon', In: 1, Out: 3 },
    { label: 'Tue', In: null, Out: 4 },
  ]);
});

test('shows a missing value as a dash, not as zero', () => {
  expect([0, 1_234, null, undefined].map((value) => cellWords(value))).toEqual(['0', '1,234', '–', '–']);
  expect([2, null].map((value) => cellWords(value, (figure) => `${figure} h`))).toEqual(['2 h', '–']);
});

test('labels all of up to seven points; of more, as many as fit', () => {
  expect([1, 7, 8].map((length) => ticksOf(labels(length)))).toEqual([
    { interval: 0 },
    { interval: 0 },
    { minTickGap: 32 },
  ]);
});

test('a line of up to 14 days has a dot for each day', () => {
  expect([7, 14, 15, 30].map((length) => hasDots(labels(length)))).toEqual([true, true, false, false]);
});

test('a click on a point selects it, including the first; a click elsewhere selects none', () => {
  expect(['0', 0, '12', null, undefined, ''].map(placeOf)).toEqual([0, 0, 12, undefined, undefined, undefined]);
});
