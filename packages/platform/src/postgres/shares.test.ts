import { expect, test } from 'vitest';
import { createShares, shareOf } from './shares.ts';

const LONG_MS = 600_000;
const flush = () => new Promise((resolve) => setImmediate(resolve));

test('an owner waits only for its own connections', async () => {
  const shares = createShares(2, LONG_MS);
  const first = await shares.enter('large');
  await shares.enter('large');
  const order: string[] = [];
  const later = ['third', 'fourth'].map(async (name) => {
    const leave = await shares.enter('large');
    order.push(name);
    return leave;
  });
  await flush();
  expect(order).toEqual([]);
  expect(shares.waiting()).toBe(2);
  (await shares.enter('small'))();
  first();
  await flush();
  expect(order).toEqual(['third']);
  (await later[0])?.();
  (await later[1])?.();
  expect(order).toEqual(['third', 'fourth']);
  expect(shares.waiting()).toBe(0);
});

test('an owner that waits too long is refused and leaves the queue', async () => {
  const shares = createShares(1, 1);
  const leave = await shares.enter('large');
  await expect(shares.enter('large')).rejects.toThrow('uses all connections');
  expect(shares.waiting()).toBe(0);
  leave();
  (await shares.enter('large'))();
});

test('one owner may use half of a pool, and at least one connection', () => {
  expect([1, 2, 3, 10].map(shareOf)).toEqual([1, 1, 2, 5]);
});

test('an owner that gives up one of several connections still has its limit', async () => {
  const shares = createShares(2, LONG_MS);
  const leave = await shares.enter('large');
  await shares.enter('large');
  leave();
  await shares.enter('large');
  let entered = false;
  void shares.enter('large').then(() => {
    entered = true;
  });
  await flush();
  expect([entered, shares.waiting()]).toEqual([false, 1]);
});
