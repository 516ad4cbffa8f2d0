import type { DeliveryClass } from '@onboarding/contract';
import type { Waiting } from '@onboarding/domain/webhooks';
import { Counter, Gauge, Histogram, type Registry } from '@onboarding/platform/metrics';

export interface DispatcherMetrics {
  lag(kind: DeliveryClass, seconds: number): void;
  sendBegun(): void;
  /** `errorKind` is null for a success; `ours` for what was no attempt. */
  sendEnded(outcome: { errorKind: string | null } | 'ours', seconds: number): void;
  turns(underWay: number): void;
  fannedOut(events: number): void;
  expired(deliveries: number): void;
  settled(turns: number): void;
  /** By the one dispatcher that sweeps for all; undefined by the others, which then say nothing about it. */
  swept(found: { forgotten: number; waiting: Waiting } | undefined): void;
}

export function dispatcherMetrics(registry: Registry): DispatcherMetrics {
  const registers = [registry];
  const lag = new Histogram({
    name: 'webhook_due_lag_seconds',
    help: 'Time from when a delivery was due to when it was sent, by class',
    labelNames: ['class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
    registers,
  });
  const seconds = new Histogram({
    name: 'webhook_send_seconds',
    help: 'Time that a receiver took, by outcome',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts by outcome (delivered, failed; ours: not sent for a reason of our own) and kind of the failure; BlockedAddress is what the guard refused',
    labelNames: ['outcome', 'error_kind'],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const inFlight = gauge('webhook_in_flight', 'Deliveries that are on their way');
  const turns = gauge('webhook_turns', 'Lanes that this process holds');
  const fannedOut = counter('webhook_fanned_out_total', 'Events taken from the outbox');
  const expired = counter('webhook_expired_total', 'Deliveries ended without an attempt, because they were too old');
  const settled = counter('webhook_settled_turns_total', 'Turns that were recorded');
  // Labelled by nothing, and still able to say nothing: a gauge of another process must not grow stale.
  const swept = new Gauge({
    name: 'webhook_waiting',
    help: 'What waits, from the dispatcher that sweeps for all: deliveries, age in seconds of the oldest, lanes that had been forgotten (must be 0)',
    labelNames: ['what'],
    registers,
  });

  return {
    lag: (kind, value) => lag.observe({ class: kind }, Math.max(0, value)),
    sendBegun: () => inFlight.inc(),
    sendEnded(outcome, value) {
      inFlight.dec();
      if (outcome === 'ours') return attempts.inc({ outcome, error_kind: 'none' });
      const word = outcome.errorKind === null ? 'delivered' : 'failed';
      attempts.inc({ outcome: word, error_kind: outcome.errorKind ?? 'none' });
      seconds.observe({ outcome: word }, value);
    },
    turns: (underWay) => turns.set(underWay),
    fannedOut: (events) => fannedOut.inc(events),
    expired: (deliveries) => expired.inc(deliveries),
    settled: (count) => settled.inc(count),
    swept(found) {
      if (found === undefined) return swept.reset();
      swept.set({ what: 'deliveries' }, found.waiting.waiting);
      swept.set({ what: 'oldest_seconds' }, found.waiting.oldestSeconds ?? 0);
      swept.set({ what: 'forgotten_lanes' }, found.forgotten);
    },
  };
}
