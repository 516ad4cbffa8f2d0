import { expect, test } from 'vitest';
import { intervalOf, isBackground } from './polling.ts';

const isDone = (state: string) => state === 'done';

test.each([
  ['nothing was loaded yet', 5_000, isDone, undefined, 5_000],
  ['the awaited state is not reached', 5_000, isDone, 'open', 5_000],
  ['the awaited state is reached', 5_000, isDone, 'done', false],
  ['no state is awaited', 5_000, undefined, 'done', 5_000],
  ['polling is off', false, undefined, 'open', false],
] as const)('returns the polling interval when %s', (_, poll, until, data, interval) => {
  expect(intervalOf(poll, until, data)).toBe(interval);
});

test('only reads by a timer are background reads', () => {
  expect([isBackground(5_000, true), isBackground(5_000, false), isBackground(false, true)]).toEqual([
    true,
    false,
    false,
  ]);
});
