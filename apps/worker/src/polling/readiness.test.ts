import { Registry } from '@onboarding/platform/metrics';
import { createPolls } from '@onboarding/platform/service';
import { expect, test } from 'vitest';
import { stalledWork, untilStarted } from './readiness.ts';

test('names only the queues that were not polled for too long', () => {
  const polls = createPolls(new Registry(), 60);
  polls.watch({ queue: 'polled', role: 'mail', lastPollAt: () => Date.now() - 30_000 });
  expect(stalledWork(polls)).toBeUndefined();
  polls.watch({ queue: 'forgotten', role: 'mail', lastPollAt: () => Date.now() - 90_000 });
  expect(stalledWork(polls)).toEqual({ status: 'work is not polled', code: 'NotPolled', about: ['forgotten'] });
});

test('logs a failed start and retries it until it succeeds', async () => {
  const [away, logged]: [Error, unknown[]] = [new Error('no database'), []];
  let starts = 0;
  const start = async () => {
    if (++starts < 3) throw away;
    return 'started';
  };
  const logger = { warn: (...line: unknown[]) => void logged.push(line) };
  expect(await untilStarted(start, logger, 0)).toBe('started');
  expect(starts).toBe(3);
  const line = [{ err: away }, 'job queue unavailable; retrying'];
  expect(logged).toEqual([line, line]);
});
