import { Registry } from '@onboarding/platform/metrics';
import { createPolls } from '@onboarding/platform/service';
import { expect, test } from 'vitest';
import { stalledWork, untilStarted } from './readiness.ts';

test('work that was not polled for too long is named as what hinders; work that is polled hinders nothing', () => {
  const polls = createPolls(new Registry(), 60);
  polls.watch({ queue: 'polled', role: 'mail', lastPollAt: () => Date.now() - 30_000 });
  expect(stalledWork(polls)).toBeUndefined();
  polls.watch({ queue: 'forgotten', role: 'mail', lastPollAt: () => Date.now() - 90_000 });
  expect(stalledWork(polls)).toEqual({ status: 'work is not polled', code: 'NotPolled', about: ['forgotten'] });
});

test('a start that fails is logged and tried again until it succeeds', async () => {
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
