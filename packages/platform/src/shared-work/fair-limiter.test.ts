import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFairLimiter } from './fair-limiter.ts';

/** Work that runs until it is ended, and records the order in which it started. */
function held() {
  const begun: string[] = [];
  const running: (() => void)[] = [];
  return {
    begun,
    work: (name: string, count: number) =>
      Array.from({ length: count }, () => () => {
        begun.push(name);
        return new Promise<void>((resolve) => running.push(resolve));
      }),
    /** Ends the oldest running work, and lets other work start. */
    async endOne() {
      running.shift()?.();
      await soon();
    },
    running,
  };
}

describe('a fair limiter', () => {
  test('a later owner finds a free turn, and then gets every second turn', async () => {
    const { begun, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 4, ofEach: 3 });
    limiter.take('a', work('a', 100));
    expect(begun).toEqual(['a', 'a', 'a']);
    limiter.take('b', work('b', 3));
    expect(begun.at(-1)).toBe('b');
    for (let ended = 0; ended < 5; ended++) await endOne();
    expect(begun.slice(4).join('')).toMatch(/^(ab|ba){2}a$/);
  });

  test('no owner gets its second turn before all owners have had their first', async () => {
    const { begun, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 2, ofEach: 2 });
    const names = ['a', 'b', 'c', 'd', 'e'];
    limiter.take('a', work('a', 50));
    for (const name of names.slice(1)) limiter.take(name, work(name, 50));
    for (let ended = 0; ended < 20; ended++) await endOne();
    // The first owner got two turns while it was the only one.
    const rounds = begun.slice(2);
    for (let round = 0; round < 4; round++) {
      expect(rounds.slice(round * 5, round * 5 + 5).sort()).toEqual(names);
    }
  });

  test('never runs more at once than allowed in total', async () => {
    const { running, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 4, ofEach: 3 });
    for (const name of ['a', 'b', 'c']) limiter.take(name, work(name, 20));
    for (let ended = 0; ended < 40; ended++) {
      expect(running.length).toBe(4);
      await endOne();
    }
  });

  test('leaving drops work that has not started, and others continue', async () => {
    const { begun, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 2, ofEach: 2 });
    const leaving = limiter.take('a', work('first', 50));
    const staying = limiter.take('a', work('second', 2));
    leaving.leave();
    leaving.leave();
    for (let ended = 0; ended < 4; ended++) await endOne();
    await Promise.all([leaving.done, staying.done]);
    expect(begun).toEqual(['first', 'first', 'second', 'second']);
  });

  test('an owner is waiting as long as some of its work has no turn', async () => {
    const { work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 3, ofEach: 2 });
    limiter.take('a', work('a', 2));
    expect(limiter.isWaiting('a')).toBe(false);
    limiter.take('a', work('a', 1));
    expect([limiter.isWaiting('a'), limiter.isWaiting('b')]).toEqual([true, false]);
    await endOne();
    expect(limiter.isWaiting('a')).toBe(false);
  });

  test('work counts by its weight, in total and per owner', async () => {
    const { begun, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 10, ofEach: 6 });
    limiter.take('a', work('a', 3), 4);
    expect(begun).toEqual(['a']);
    limiter.take('b', work('b', 2), 3);
    expect(begun).toEqual(['a', 'b', 'b']);
    limiter.take('c', work('c', 1), 1);
    expect(begun).toHaveLength(3);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'b', 'a']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'b', 'a', 'c']);
  });

  test('work that does not fit yet is not overtaken by lighter work of others', async () => {
    const { begun, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 10, ofEach: 8 });
    limiter.take('a', work('a', 1), 7);
    limiter.take('b', work('b', 1), 8);
    limiter.take('c', work('c', 1), 1);
    expect(begun).toEqual(['a']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('work heavier than a limit runs alone', async () => {
    const { begun, work, endOne } = held();
    const limiter = createFairLimiter({ atOnce: 10, ofEach: 6 });
    limiter.take('a', work('a', 2), 20);
    limiter.take('b', work('b', 1), 1);
    expect(begun).toEqual(['a']);
    await endOne();
    expect(begun).toEqual(['a', 'a']);
    await endOne();
    expect(begun).toEqual(['a', 'a', 'b']);
  });

  test('an empty list is done at once', async () => {
    await expect(createFairLimiter({ atOnce: 1, ofEach: 1 }).take('a', []).done).resolves.toBeUndefined();
  });
});
