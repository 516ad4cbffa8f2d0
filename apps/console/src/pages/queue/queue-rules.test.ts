import { ApiFailure } from '@onboarding/ui/api';
import { lengthOf } from '@onboarding/ui/values';
import { expect, test } from 'vitest';
import { claimPatiently, dueOf, nextToConfirm, PAUSES_MS, splitFlags } from './queue-rules.ts';
import { withoutPlace } from './taking.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];

test('formats minutes below an hour, hours below two days, then days', () => {
  expect([-5, 0, 59 * MINUTE, HOUR, 47.9 * HOUR, 48 * HOUR, 100 * HOUR].map(lengthOf)).toEqual([
    '0 min',
    '0 min',
    '59 min',
    '1 h',
    '47 h',
    '2 days',
    '4 days',
  ]);
});

test('is green, then yellow in the last quarter of the time, then red once late, with matching words', () => {
  const after = (hours: number) => dueOf(0, 24 * HOUR, hours * HOUR);
  expect(after(0)).toEqual({ words: 'Due in 24 h', color: 'neutral' });
  expect(after(18)).toEqual({ words: 'Due in 6 h', color: 'neutral' });
  expect(after(18.1)).toEqual({ words: 'Due in 5 h', color: 'warning' });
  expect(after(24)).toEqual({ words: 'Due in 0 min', color: 'warning' });
  expect(after(27)).toEqual({ words: '3 h late', color: 'danger' });
});

const busy = () => new ApiFailure({ status: 409, code: 'Review.QueueBusy', message: '' });

async function claimed(...failures: Error[]) {
  const pauses: number[] = [];
  let attempts = 0;
  const result = await claimPatiently(
    async () => {
      const failure = failures[attempts];
      attempts += 1;
      if (failure !== undefined) throw failure;
      return 'package';
    },
    async (milliseconds) => void pauses.push(milliseconds),
  ).catch((error: unknown) => error);
  return { result, attempts, pauses };
}

test('claims with a single request when the queue is not busy', async () => {
  expect(await claimed()).toEqual({ result: 'package', attempts: 1, pauses: [] });
});

test('retries a busy queue after increasing pauses', async () => {
  expect(await claimed(busy(), busy())).toEqual({ result: 'package', attempts: 3, pauses: PAUSES_MS.slice(0, 2) });
  expect(await claimed(busy(), busy(), busy())).toEqual({ result: 'package', attempts: 4, pauses: PAUSES_MS });
  expect(PAUSES_MS).toEqual(PAUSES_MS.toSorted((a, b) => a - b));
});

test('gives up on a busy queue after one attempt following the last pause', async () => {
  const last = busy();
  const { result, attempts } = await claimed(busy(), busy(), busy(), last, busy());
  expect([result, attempts]).toEqual([last, PAUSES_MS.length + 1]);
});

test('does not retry any other failure, because a package may have been claimed', async () => {
  const failure = new ApiFailure({ status: 0, code: 'Network.Unreachable', message: '' });
  expect(await claimed(failure)).toEqual({ result: failure, attempts: 1, pauses: [] });
  expect(await claimed(busy(), failure)).toEqual({ result: failure, attempts: 2, pauses: [PAUSES_MS[0]] });
});

test('takes the next package with the filters, but without the view and the cursor', () => {
  expect(withoutPlace({ view: 'mine', cursor: 'c', country: 'NGA', olderThan: 24 })).toEqual({
    country: 'NGA',
    olderThan: 24,
  });
});

test('a row shows two flags and counts the others', () => {
  expect([splitFlags([]), splitFlags([1, 2]), splitFlags([1, 2, 3, 4])]).toEqual([
    { shown: [], more: [] },
    { shown: [1, 2], more: [] },
    { shown: [1, 2], more: [3, 4] },
  ]);
});

test.each([
  ['the one after the open one', ['a', 'b', 'c'], 'a', 'b'],
  ['the first after the last', ['a', 'b', 'c'], 'c', 'a'],
  ['the first if the open one is settled', ['a', 'b'], 'gone', 'a'],
  ['none if only the open one is left', ['a'], 'a', null],
  ['none if nothing is left', [], 'a', null],
])('next to confirm is %s', (_, ids, open, next) => {
  expect(
    nextToConfirm(
      ids.map((customerId) => ({ customerId })),
      open,
    ),
  ).toBe(next);
});
