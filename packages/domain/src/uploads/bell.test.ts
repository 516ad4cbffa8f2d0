import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

test('a ring wakes whoever waits', async () => {
  const bell = createBell();
  const rung = bell.rung();
  bell.ring();
  await expect(rung).resolves.toBeUndefined();
});

test('rings while nobody waits wake the next one, once', async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.rung();
  let woken = false;
  const rung = bell.rung().then(() => {
    woken = true;
  });
  await Promise.resolve();
  expect(woken).toBe(false);
  bell.ring();
  await rung;
  expect(woken).toBe(true);
});

test('a bell that is set rings once, however often it was set', async () => {
  const bell = createBell();
  bell.ringIn(1);
  bell.ringIn(100_000);
  await bell.rung();
  bell.ringIn(1);
  await expect(bell.rung()).resolves.toBeUndefined();
});
