import { expect, test } from 'vitest';
import { createDueWork } from './due-work.ts';

const logger = { warn: () => {} };

test('runs one at a time, and exactly one more time no matter how many calls arrive meanwhile', async () => {
  let atOnce = 0;
  let runs = 0;
  const gate = Promise.withResolvers<void>();
  const work = createDueWork(
    'test',
    async () => {
      expect(++atOnce).toBe(1);
      runs++;
      await gate.promise;
      atOnce--;
    },
    logger,
  );
  const first = work.run();
  const later = [work.run(), work.run()];
  work.wake();
  gate.resolve();
  await Promise.all([first, ...later]);
  expect(runs).toBe(2);
});

test('a failed run rejects run(), is logged after wake(), and does not stop the next run', async () => {
  const told: unknown[] = [];
  let broken = true;
  const work = createDueWork(
    'test',
    async () => {
      if (broken) throw new Error('away');
    },
    { warn: (...line: unknown[]) => void told.push(line) },
  );
  await expect(work.run()).rejects.toThrow('away');
  work.wake();
  broken = false;
  await work.run();
  expect(told).toHaveLength(1);
});

test('a run that failed after a wake-up is retried until it succeeds, without another wake-up', async () => {
  let runs = 0;
  const succeeded = Promise.withResolvers<number>();
  const work = createDueWork(
    'test',
    async () => {
      if (++runs < 3) throw new Error('unavailable');
      succeeded.resolve(runs);
    },
    logger,
    1,
  );
  work.wake();
  expect(await succeeded.promise).toBe(3);
  await work.stop();
});

test('stop waits for the current run, and no run starts afterwards', async () => {
  let ended = false;
  let runs = 0;
  const work = createDueWork(
    'test',
    async (signal) => {
      runs++;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      ended = true;
    },
    logger,
  );
  work.wake();
  await work.stop();
  await work.run();
  expect([ended, runs]).toEqual([true, 1]);
});
