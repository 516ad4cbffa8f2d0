import { expect, test } from 'vitest';
import { intervalOf, isBackground } from './polling.ts';

const isDone = (state: string) => state === 'done';

test.each([
  ['nothing was read yet', 5_000, isDone, undefined, 5_000],
  ['what is awaited is not there', 5_000, isDone, 'open', 5_000],
  ['what is awaited is there', 5_000, isDone, 'done', false],
  ['nothing is awaited', 5_000, undefined, 'done', 5_000],
  ['it is not polled', false, undefined, 'open', false],
] as const)('when %s', (_, poll, until, data, interval) => {
  expect(intervalOf(poll, until, data)).toBe(interval);
});

test('only reads of a timer leave the session to its end', () => {
  expect([isBackground(5_000, true), isBackground(5_000, false), isBackground(false, true)]).toEqual([
    true,
    false,
    false,
  ]);
});
