// One turn of a lane: sends its due deliveries, a few at a time and for a limited time, without an open
// transaction.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DueDelivery,
  deliveryHeaders,
  type FinishedTurn,
  healthAfter,
  IN_FLIGHT,
  isTooOldToResume,
  type LeasedLane,
  type MadeAttempt,
  type Secret,
  type Turn,
} from '@onboarding/domain/webhooks';
import type { SendOutcome } from '@onboarding/platform/safe-http';
import { continueTrace } from '@onboarding/platform/tracing';
import { endOfSpan, spanOf } from './attempt-span.ts';
import type { DispatcherParts } from './tuning.ts';

export interface TurnParts extends DispatcherParts {
  secretsOf: (lane: LeasedLane, now: Date) => Secret[];
  /** Once true, no further delivery is sent. */
  stopping: () => boolean;
}

/** Until a receiver has answered once, it gets one more delivery in each interval. */
const PROVING_MS = 1_000;

export async function runTurn(parts: TurnParts, { lane, deliveries }: Turn): Promise<FinishedTurn> {
  const { context, timings } = parts;
  const finished: FinishedTurn = {
    lane,
    startedAt: context.clock.now(),
    attempts: [],
    expired: deliveries.filter((delivery) => isOver(delivery, lane)),
    postponed: [],
  };
  parts.metrics.expired(finished.expired.length);
  const queue = deliveries.filter((delivery) => !isOver(delivery, lane)).values();
  const deadline = performance.now() + timings.turnMs;
  let { health } = lane;
  let fault = false;
  const mayContinue = (place: number) =>
    place < IN_FLIGHT[health.status] && !fault && !parts.stopping() && performance.now() < deadline;

  // Opening a connection is the most expensive part of a delivery. Without this, a hundred receivers that never
  // answer would get six connections each at once, and all others would wait.
  const first = new AbortController();
  const proven = health.memory.recent?.at(-1)?.[1] === 1;
  const untilItsTurn = async (place: number) => {
    if (proven || place === 0) return;
    await delay((place - Math.random()) * PROVING_MS, undefined, { signal: first.signal }).catch(() => {});
  };

  async function work(place: number): Promise<void> {
    await untilItsTurn(place);
    while (mayContinue(place)) {
      const { value: delivery } = queue.next();
      if (delivery === undefined) return;
      const made = await attempt(parts, lane, delivery);
      first.abort();
      if (made === 'ours') {
        fault = true;
        finished.postponed.push(delivery);
      } else if (made !== 'closing') {
        finished.attempts.push(made);
        // The same evaluation as when the turn is recorded; here it decides how many deliveries the turn still sends at once.
        health = healthAfter(health, made).health;
      }
    }
  }
  const places = Math.min(IN_FLIGHT[health.status], deliveries.length);
  await Promise.all(Array.from({ length: places }, (_, place) => work(place)));
  // If we cannot send one, we cannot send the rest.
  if (fault) finished.postponed.push(...queue);
  return finished;
}

function isOver(delivery: DueDelivery, lane: LeasedLane): boolean {
  return delivery.body === null || isTooOldToResume(delivery.deliveryId, lane.resumedAt);
}

async function attempt(
  parts: TurnParts,
  lane: LeasedLane,
  delivery: DueDelivery,
): Promise<MadeAttempt | 'ours' | 'closing'> {
  const { metrics, context } = parts;
  const sentAt = context.clock.now();
  metrics.lag(delivery.class, (sentAt.getTime() - delivery.nextAttemptAt.getTime()) / 1000);
  metrics.sendBegun();
  const started = performance.now();
  const headers = signedHeaders(parts, lane, delivery, sentAt);
  const outcome = await traced(delivery, () => post(parts, lane, delivery, headers));
  const seconds = (performance.now() - started) / 1000;
  metrics.sendEnded(outcome.ours ? 'ours' : outcome, seconds);
  if (outcome.ours) {
    if (outcome.cause === 'Closing') return 'closing';
    const { partnerId, deliveryId } = delivery;
    context.logger.warn(
      { partnerId, deliveryId, cause: outcome.cause },
      'a delivery waits because of a fault of our own',
    );
    return 'ours';
  }
  const { ours: _, ...answered } = outcome;
  return { delivery, sentAt, endedAt: context.clock.now(), signature: headers?.['Svc-Signature'] ?? '', ...answered };
}

/** Undefined if the secret cannot be decrypted, because this process's key ring lacks a key. */
function signedHeaders({ context, secretsOf }: TurnParts, lane: LeasedLane, delivery: DueDelivery, at: Date) {
  try {
    const { eventId, eventType, deliveryId, isReplay } = delivery;
    const attemptNo = delivery.attemptCount + 1;
    const secrets = secretsOf(lane, at);
    const body = delivery.body ?? '';
    return deliveryHeaders({ eventId, eventType, deliveryId, attemptNo, isReplay, at, body, secrets });
  } catch (error) {
    context.logger.error({ err: error, partnerId: lane.partnerId }, 'delivery could not be signed');
    return undefined;
  }
}

async function post(
  { sender }: TurnParts,
  lane: LeasedLane,
  { body }: DueDelivery,
  headers: Record<string, string> | undefined,
): Promise<SendOutcome> {
  if (headers === undefined) return { ours: true, cause: 'Unexpected' };
  return sender.post({ url: lane.url, headers, body: body ?? '' });
}

/** The attempt belongs to the trace of the request that created the event, however much later it is. */
async function traced(delivery: DueDelivery, send: () => Promise<SendOutcome>): Promise<SendOutcome> {
  const span = continueTrace('webhook attempt', delivery.traceparent, spanOf(delivery));
  const outcome = await send();
  span.end(endOfSpan(outcome));
  return outcome;
}
