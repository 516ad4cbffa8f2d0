import { Registry } from '@onboarding/platform/metrics';
import { expect, test } from 'vitest';
import { type DispatcherMetrics, dispatcherMetrics } from './metrics.ts';

/** The sample with this name and these labels after the calls; undefined if it is not reported. */
async function valueAfter(sample: string, ...calls: ((metrics: DispatcherMetrics) => void)[]) {
  const registry = new Registry();
  const metrics = dispatcherMetrics(registry);
  for (const call of calls) call(metrics);
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

const swept = { forgotten: 2, waiting: { waiting: 7, oldestSeconds: 90 } };

test.each<[string, number | undefined, ((metrics: DispatcherMetrics) => void)[]]>([
  ['onboarding_webhook_due_lag_seconds_sum{class="Retry"}', 3, [(to) => to.lag('Retry', 3)]],
  // Clocks differ: a delivery may be sent before it is due.
  ['onboarding_webhook_due_lag_seconds_sum{class="First"}', 0, [(to) => to.lag('First', -1)]],
  ['onboarding_webhook_send_seconds_sum{outcome="delivered"}', 2, [(to) => to.sendEnded({ errorKind: null }, 2)]],
  [
    'onboarding_webhook_send_seconds_sum{outcome="failed"}',
    4,
    [(to) => to.sendEnded({ errorKind: 'ResponseTimeout' }, 4)],
  ],
  ['onboarding_webhook_send_seconds_count{outcome="ours"}', undefined, [(to) => to.sendEnded('ours', 4)]],
  [
    'onboarding_webhook_attempts_total{outcome="delivered",error_kind="none"}',
    1,
    [(to) => to.sendEnded({ errorKind: null }, 2), (to) => to.sendEnded({ errorKind: 'ResponseTimeout' }, 2)],
  ],
  [
    'onboarding_webhook_attempts_total{outcome="failed",error_kind="ResponseTimeout"}',
    1,
    [(to) => to.sendEnded({ errorKind: 'ResponseTimeout' }, 2), (to) => to.sendEnded({ errorKind: null }, 2)],
  ],
  ['onboarding_webhook_attempts_total{outcome="ours",error_kind="none"}', 1, [(to) => to.sendEnded('ours', 2)]],
  [
    'onboarding_webhook_in_flight',
    1,
    [(to) => to.sendBegun(), (to) => to.sendBegun(), (to) => to.sendEnded('ours', 1)],
  ],
  ['onboarding_webhook_turns', 3, [(to) => to.turns(5), (to) => to.turns(3)]],
  ['onboarding_webhook_fanned_out_total', 8, [(to) => to.fannedOut(5), (to) => to.fannedOut(3)]],
  ['onboarding_webhook_expired_total', 3, [(to) => to.expired(1), (to) => to.expired(2)]],
  ['onboarding_webhook_settled_turns_total', 6, [(to) => to.recorded(2), (to) => to.recorded(4)]],
  ['onboarding_webhook_waiting', 7, [(to) => to.swept(swept)]],
  ['onboarding_webhook_waiting_oldest_seconds', 90, [(to) => to.swept(swept)]],
  [
    'onboarding_webhook_waiting_oldest_seconds',
    0,
    [(to) => to.swept({ forgotten: 0, waiting: { waiting: 0, oldestSeconds: null } })],
  ],
  ['onboarding_webhook_forgotten_lanes', 2, [(to) => to.swept(swept)]],
])('%s is %s after the calls it counts', async (sample, value, calls) => {
  expect(await valueAfter(sample, ...calls)).toBe(value);
});

test.each([
  'onboarding_webhook_waiting',
  'onboarding_webhook_waiting_oldest_seconds',
  'onboarding_webhook_forgotten_lanes',
])('%s is reported only while the dispatcher sweeps', async (name) => {
  expect(await valueAfter(name)).toBeUndefined();
  expect(
    await valueAfter(
      name,
      (to) => to.swept(swept),
      (to) => to.swept(undefined),
    ),
  ).toBeUndefined();
});
