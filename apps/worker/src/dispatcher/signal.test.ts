import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignal, type Signal } from './signal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a sleep; the returned function says whether it is still asleep. */
function fallAsleep(signal: Signal, ms: number): () => Promise<boolean> {
  let asleep = true;
  void signal.sleep(ms).then(() => {
    asleep = false;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return asleep;
  };
}

test('a sleep ends when its time is over, not before', async () => {
  const asleep = fallAsleep(createSignal(), 250);
  await vi.advanceTimersByTimeAsync(249);
  expect(await asleep()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await asleep()).toBe(false);
});

test('a wake-up ends a sleep immediately and leaves no timer', async () => {
  const signal = createSignal();
  const asleep = fallAsleep(signal, 250);
  signal.wake();
  expect(await asleep()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a wake-up before the sleep is not lost, and counts for one sleep only', async () => {
  const signal = createSignal();
  signal.wake();
  signal.wake();
  expect(await fallAsleep(signal, 250)()).toBe(false);
  expect(await fallAsleep(signal, 250)()).toBe(true);
});

test('a wake-up that ended a sleep does not end the next', async () => {
  const signal = createSignal();
  const first = fallAsleep(signal, 250);
  signal.wake();
  expect(await first()).toBe(false);
  expect(await fallAsleep(signal, 250)()).toBe(true);
});
