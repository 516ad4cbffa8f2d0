import { expect, test } from 'vitest';
import { createBatcher } from './index.ts';

test('calls made during a run are batched in the next, and each gets its own result', async () => {
  const runs: number[][] = [];
  let release = () => {};
  const double = createBatcher(async (items: number[]) => {
    runs.push(items);
    if (runs.length === 1) await new Promise<void>((resolve) => (release = resolve));
    return items.map((item) => item * 2);
  });
  const first = double(1);
  await new Promise((later) => setImmediate(later));
  const others = [2, 3, 4].map(double);
  await new Promise((later) => setImmediate(later));
  release();
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
  expect(runs).toEqual([[1], [2, 3, 4]]);
});

test('a failed run fails only its own items, and the next run continues', async () => {
  const check = createBatcher(async (items: number[]) => {
    if (items.includes(0)) throw new Error('zero');
    return items;
  });
  const failing = [check(0), check(1)];
  for (const call of await Promise.allSettled(failing)) expect(call.status).toBe('rejected');
  expect(await check(2)).toBe(2);
});

test('a run has at most maxItems items', async () => {
  const sizes: number[] = [];
  const count = createBatcher(
    async (items: number[]) => {
      sizes.push(items.length);
      return items;
    },
    { maxItems: 10 },
  );
  await Promise.all(Array.from({ length: 25 }, (_, index) => count(index)));
  expect(sizes).toEqual([10, 10, 5]);
});
