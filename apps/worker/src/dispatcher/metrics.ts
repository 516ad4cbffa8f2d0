import type { DeliveryClass, ErrorKind } from '@onboarding/contract';
import type { Waiting } from '@onboarding/domain/webhooks';
import { Counter, Gauge, Histogram, type Registry } from '@onboarding/platform/metrics';

export interface DispatcherMetrics {
  lag(kind: DeliveryClass, seconds: number): void;
  sendBegun(): void;
  /** `errorKind` is null for a success; `ours` means that it was not an attempt. */
  sendEnded(outcome: { errorKind: ErrorKind | null } | 'ours', seconds: number): void;
  turns(underWay: number): void;
  fannedOut(events: number): void;
  expired(deliveries: number): void;
  recorded(turns: number): void;
  /** From the one dispatcher that sweeps for all; the others pass undefined and report nothing. */
  swept(found: { forgotten: number; waiting: Waiting } | undefined): void;
}

function dispatcherInstruments(registry: Registry) {
  const registers = [registry];
  const lag = new Histogram({
    name: 'onboarding_webhook_due_lag_seconds',
    help: 'Time from when a delivery was due to when it was sent, by class',
    labelNames: ['class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
    registers,
  });
  const seconds = new Histogram({
    name: 'onboarding_webhook_send_seconds',
    help: 'Response time of receivers, by outcome',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const attempts = new Counter({
    name: 'onboarding_webhook_attempts_total',
    help: 'Attempts by outcome (delivered; failed; ours: not sent because of a failure on our side) and kind of failure; BlockedAddress: refused because the address is not allowed',
    labelNames: ['outcome', 'error_kind'],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const inFlight = gauge('onboarding_webhook_in_flight', 'Deliveries being sent');
  const turns = gauge('onboarding_webhook_turns', 'Lanes that this process holds');
  const fannedOut = counter('onboarding_webhook_fanned_out_total', 'Events taken from the outbox');
  const expired = counter(
    'onboarding_webhook_expired_total',
    'Deliveries ended without another attempt because they were too old',
  );
  const recorded = counter('onboarding_webhook_settled_turns_total', 'Turns whose outcome was recorded');
  const waiting = gauge(
    'onboarding_webhook_waiting',
    'Pending deliveries of all partners, reported by the dispatcher that sweeps',
  );
  const oldest = gauge(
    'onboarding_webhook_waiting_oldest_seconds',
    'Age of the oldest pending delivery, including those of disabled endpoints',
  );
  const forgotten = gauge(
    'onboarding_webhook_forgotten_lanes',
    'Idle lanes with due deliveries that the sweep woke; should be 0',
  );
  return { lag, seconds, attempts, inFlight, turns, fannedOut, expired, recorded, waiting, oldest, forgotten };
}

export function dispatcherMetrics(registry: Registry): DispatcherMetrics {
  const instruments = dispatcherInstruments(registry);
  const { lag, seconds, attempts, inFlight, turns, waiting, oldest, forgotten } = instruments;
  // A dispatcher that does not sweep does not report: its values would become stale.
  const notSwept = () => {
    for (const one of [waiting, oldest, forgotten]) one.remove();
  };
  notSwept();

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
    fannedOut: (events) => instruments.fannedOut.inc(events),
    expired: (deliveries) => instruments.expired.inc(deliveries),
    recorded: (count) => instruments.recorded.inc(count),
    swept(found) {
      if (found === undefined) return notSwept();
      waiting.set(found.waiting.waiting);
      oldest.set(found.waiting.oldestSeconds ?? 0);
      forgotten.set(found.forgotten);
    },
  };
}
