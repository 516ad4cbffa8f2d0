// When a replay continues, yields and stops. The database returns the rounds that the test provides.
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { beforeEach, expect, test } from 'vitest';
import { keys } from '../../../../tests/harness/dispatching.ts';
import { continueReplays } from './replay-job.ts';

const ROUND = 'round';
const WAKE = 'wake';
const REST = 'the rest is queued';

let ran: string[];
let log: Record<string, unknown>[];
let stopping: AbortController;
beforeEach(() => {
  [ran, log] = [[], []];
  stopping = new AbortController();
});

/** `rounds`: what each round returns. */
async function replay(rounds: { missing?: number; completed: boolean }[], runMs: number, onRound = () => {}) {
  const left = [...rounds];
  const db: Db = {
    async transaction(_work, options) {
      // Only the wake-up may be repeated: a round that is in doubt continues with the next attempt of the job.
      const what = options?.repeatable === true ? WAKE : ran.at(-1) === WAKE && left.length === 0 ? REST : ROUND;
      ran.push(what);
      if (what === ROUND) onRound();
      return (what === ROUND ? { missing: 0, ...left.shift() } : undefined) as never;
    },
    close: async () => {},
  };
  const logger = createLogger(
    { service: 'worker', level: 'info' },
    { write: (line) => void log.push(JSON.parse(line)) },
  );
  const context = { db, clock: { now: () => new Date() }, keys, logger, jobs: createJobs() };
  await continueReplays(context, { runMs })({ id: 'job', payload: {}, attempt: 1, signal: stopping.signal });
}

const more = { completed: false };
const last = { completed: true };

test('a replay runs round by round until it is complete, and each round wakes the lane, also the last', async () => {
  await replay([more, more, last], 60_000);
  expect([ran, log]).toEqual([[ROUND, WAKE, ROUND, WAKE, ROUND, WAKE], []]);
});

test('a replay that takes too long is queued again after a round, unless that was the last', async () => {
  await replay([more], 0);
  expect(ran).toEqual([ROUND, WAKE, REST]);
  ran = [];
  await replay([last], 0);
  expect(ran).toEqual([ROUND, WAKE]);
});

test('a worker that stops finishes the round and fails the job, so that the next attempt continues', async () => {
  await expect(replay([more, last], 60_000, () => stopping.abort())).rejects.toThrow('continues with the next attempt');
  expect(ran).toEqual([ROUND, WAKE]);
  await expect(replay([last], 60_000)).rejects.toThrow('continues with the next attempt');
  expect(ran).toEqual([ROUND, WAKE]);
});

test('events that were already purged are logged with their number', async () => {
  await replay([{ missing: 3, completed: true }], 60_000);
  expect(log).toMatchObject([{ level: 'warn', missing: 3, msg: 'events of a replay were already purged' }]);
});
