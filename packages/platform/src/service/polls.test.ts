import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { readGauges } from '../metrics/index.ts';
import { createPolls } from './polls.ts';

test('a queue not polled in time is stalled, unless all its workers are busy', () => {
  const polls = createPolls(new Registry(), 60);
  const ago = (seconds: number) => () => Date.now() - seconds * 1000;
  polls.watch({ queue: 'fresh', role: 'r', lastPollAt: ago(1) });
  polls.watch({ queue: 'old', role: 'r', lastPollAt: ago(61), busy: () => false });
  polls.watch({ queue: 'busy', role: 'r', lastPollAt: ago(61), busy: () => true });
  polls.watch({ queue: 'just begun', role: 'r', lastPollAt: () => undefined });
  expect(polls.stalled()).toEqual(['old']);
});

test('shows the time of the last poll by queue and role, and nothing before the first', async () => {
  const registry = new Registry();
  const polls = createPolls(registry, 60);
  polls.watch({ queue: 'mail.send', role: 'mail', lastPollAt: () => 1_700_000_000_500 });
  polls.watch({ queue: 'housekeeping', role: 'housekeeping', lastPollAt: () => undefined });
  const text = await registry.metrics();
  expect(text).toContain('onboarding_queue_last_poll_timestamp_seconds{queue="mail.send",role="mail"} 1700000000.5');
  expect(text).not.toContain('queue="housekeeping"');
});

test('omits a gauge that cannot be read instead of repeating the last value', async () => {
  const registry = new Registry();
  let away = false;
  const failures: unknown[] = [];
  let reads = 0;
  readGauges({
    registry,
    gauges: { waiting: { help: 'x', label: 'what' }, oldest_seconds: { help: 'x' }, never: { help: 'x' } },
    read: async () => {
      reads++;
      if (away) throw new Error('away');
      return { waiting: { things: 7 }, oldest_seconds: 3, never: undefined };
    },
    onFailure: (error) => failures.push(error),
  });
  const values = async () => (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  expect(await values()).toEqual(['waiting{what="things"} 7', 'oldest_seconds 3']);
  expect(reads, 'gauges of one reading ask once').toBe(1);
  away = true;
  expect(await values()).toEqual([]);
  expect(failures).toHaveLength(1);
  away = false;
  expect(await values()).toHaveLength(2);
});

test('caches a costly reading for several scrapes, but not a failed one', async () => {
  const registry = new Registry();
  let reads = 0;
  readGauges({
    registry,
    gauges: { bytes: { help: 'x' } },
    goodForMs: 3_600_000,
    read: async () => {
      if (reads++ === 0) throw new Error('away');
      return { bytes: reads };
    },
    onFailure: () => {},
  });
  expect(await registry.metrics()).not.toMatch(/^bytes/m);
  expect(await registry.metrics()).toMatch(/^bytes 2/m);
  expect(await registry.metrics()).toMatch(/^bytes 2/m);
});
