// One turn, with a sender whose answers the test provides.
import { createHmac } from 'node:crypto';
import type { DueDelivery, LeasedLane } from '@onboarding/domain/webhooks';
import { uuidv7 } from '@onboarding/platform/ids';
import { afterEach, expect, test, vi } from 'vitest';
import { TIMINGS } from '../../../../tests/harness/dispatcher.ts';
import {
  ACCEPTED,
  bareDispatcherParts,
  holdSender,
  madeDeliveries,
  madeLane,
  refused,
  sendBy,
} from '../../../../tests/harness/dispatcher-parts.ts';
import { runTurn, type TurnParts } from './turn.ts';

const HOUR = 3_600_000;
const secret = Buffer.from('current');

afterEach(() => void vi.restoreAllMocks());

function makeParts(changes: Partial<TurnParts> & Parameters<typeof bareDispatcherParts>[0] = {}) {
  const { secretsOf = () => [secret], stopping = () => false, ...others } = changes;
  return { ...bareDispatcherParts(others), secretsOf, stopping };
}
const idsOf = (deliveries: readonly Pick<DueDelivery, 'deliveryId'>[]) => deliveries.map((one) => one.deliveryId);
/** Runs everything that waits neither for the test nor for a timer. */
async function flush(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) await null;
}
const unproven = (): LeasedLane => {
  const lane = madeLane();
  return { ...lane, health: { ...lane.health, memory: {} } };
};

test('sends every due delivery in order with its body, and records its signature', async () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const sender = holdSender();
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const deliveries = madeDeliveries(2, { attemptCount: 2, body: '{"a":1}' });
  const turn = runTurn(makeParts({ sender, clock: { now: () => now } }), { lane, deliveries });
  await flush();
  sender.answer();
  await flush();
  sender.answer();
  const { attempts, ...finished } = await turn;
  expect(finished).toEqual({ lane, startedAt: now, expired: [], postponed: [] });
  expect(sender.posts).toMatchObject(
    deliveries.map((one) => ({
      url: lane.url,
      body: '{"a":1}',
      headers: { 'Svc-Id': one.eventId, 'Svc-Delivery-Id': one.deliveryId, 'Svc-Attempt': '3' },
    })),
  );
  const [first] = deliveries;
  const signed = createHmac('sha256', secret).update(`${first?.eventId}.${now.getTime() / 1000}.{"a":1}`);
  expect(attempts[0]).toEqual({
    ...{ delivery: first, sentAt: now, endedAt: now, signature: `v1,${signed.digest('base64')}` },
    ...{ statusCode: 200, errorKind: null, excerpt: 'ok', retryAfter: null, durationMs: 1 },
  });
});

test.each([
  ['Active', 6],
  ['Degraded', 1],
  ['Disabled', 0],
] as const)('a receiver that is %s gets at most %i deliveries at once', async (status, atOnce) => {
  const sender = holdSender();
  const lane = madeLane({ health: { ...madeLane().health, status } });
  const turn = runTurn(makeParts({ sender }), { lane, deliveries: madeDeliveries(atOnce + 1) });
  await flush();
  expect(sender.posts).toHaveLength(atOnce);
  sender.answer();
  await flush();
  sender.answer();
  expect((await turn).attempts).toHaveLength(atOnce === 0 ? 0 : atOnce + 1);
});

test('a receiver that has not answered yet gets one delivery, then one more per second, and the rest once it answers', async () => {
  // The second one is then due after ten milliseconds, and the third a second later.
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  const sender = holdSender();
  const turn = runTurn(makeParts({ sender }), { lane: unproven(), deliveries: madeDeliveries(6) });
  await flush();
  expect(sender.posts).toHaveLength(1);
  await expect.poll(() => sender.posts.length).toBeGreaterThan(1);
  sender.answer(ACCEPTED, 1);
  await flush();
  expect(sender.posts).toHaveLength(6);
  sender.answer();
  expect((await turn).attempts).toHaveLength(6);
});

test('a receiver whose last attempt failed gets one delivery until it answers', async () => {
  const sender = holdSender();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const lane = madeLane();
  lane.health.memory = {
    recent: [
      [0, 1],
      [1, 0],
    ],
  };
  const turn = runTurn(makeParts({ sender }), { lane, deliveries: madeDeliveries(3) });
  await flush();
  expect(sender.posts).toHaveLength(1);
  sender.answer();
  await flush();
  expect(sender.posts).toHaveLength(3);
  sender.answer();
  await turn;
});

test('starts no send after the time limit of the turn', async () => {
  let elapsed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const sender = sendBy(() => {
    elapsed += TIMINGS.turnMs / 2;
    return ACCEPTED;
  });
  const { attempts, ...finished } = await runTurn(makeParts({ sender }), { lane, deliveries: madeDeliveries(3) });
  expect(attempts).toHaveLength(2);
  expect(finished).toMatchObject({ expired: [], postponed: [] });
});

test('starts no send while the dispatcher is stopping, and keeps finished attempts', async () => {
  let stopping = false;
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const sender = sendBy(() => {
    stopping = true;
    return ACCEPTED;
  });
  const parts = makeParts({ sender, stopping: () => stopping });
  const finished = await runTurn(parts, { lane, deliveries: madeDeliveries(3) });
  expect([finished.attempts.length, finished.postponed.length]).toEqual([1, 0]);
});

test('a receiver that answers 410 twice gets no more deliveries', async () => {
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const parts = makeParts({ sender: sendBy(() => refused(410)) });
  const { attempts } = await runTurn(parts, { lane, deliveries: madeDeliveries(5) });
  expect(attempts.map(({ statusCode, errorKind }) => [statusCode, errorKind])).toEqual([
    [410, 'HttpStatus'],
    [410, 'HttpStatus'],
  ]);
});

test('a receiver that fails five times within a turn then gets one delivery at a time', async () => {
  const sender = holdSender();
  const turn = runTurn(makeParts({ sender }), { lane: madeLane(), deliveries: madeDeliveries(12) });
  await flush();
  expect(sender.posts).toHaveLength(6);
  sender.answer(refused(500));
  await flush();
  const sent = sender.posts.length;
  sender.answer(refused(500));
  await flush();
  expect(sender.posts.length - sent).toBe(1);
  while (sender.posts.length < 12) {
    sender.answer(refused(500));
    await flush();
  }
  sender.answer(refused(500));
  expect((await turn).attempts).toHaveLength(12);
});

test('a delivery that was purged, or over 72 hours old when sending resumed, expires unsent', async () => {
  const resumedAt = new Date();
  const madeAt = (ms: number) => ({ deliveryId: uuidv7(new Date(resumedAt.getTime() - ms)) });
  const [purged, tooOld, oldEnough] = [
    ...madeDeliveries(1, { body: null }),
    ...madeDeliveries(1, madeAt(72 * HOUR + 1)),
    ...madeDeliveries(1, madeAt(72 * HOUR)),
  ] as [DueDelivery, DueDelivery, DueDelivery];
  const parts = makeParts();
  const turn = { lane: madeLane({ resumedAt }), deliveries: [purged, tooOld, oldEnough] };
  const finished = await runTurn(parts, turn);
  expect(idsOf(finished.expired)).toEqual(idsOf([purged, tooOld]));
  expect(idsOf(finished.attempts.map(({ delivery }) => delivery))).toEqual([oldEnough.deliveryId]);
  expect(await parts.registry.metrics()).toContain('onboarding_webhook_expired_total 2\n');
});

test('a failure on our side is not an attempt: it postpones this and all remaining deliveries', async () => {
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const deliveries = madeDeliveries(3);
  const outcomes = [ACCEPTED, { ours: true, cause: 'ResolverUnavailable' } as const];
  const parts = makeParts({ sender: sendBy(() => outcomes.shift() ?? ACCEPTED) });
  const finished = await runTurn(parts, { lane, deliveries });
  expect(idsOf(finished.attempts.map(({ delivery }) => delivery))).toEqual(idsOf(deliveries.slice(0, 1)));
  expect(idsOf(finished.postponed)).toEqual(idsOf(deliveries.slice(1)));
  const [, second] = deliveries;
  expect(parts.log).toMatchObject([
    { level: 'warn', cause: 'ResolverUnavailable', partnerId: second?.partnerId, deliveryId: second?.deliveryId },
  ]);
});

test('a delivery refused by a closing sender is neither an attempt nor postponed', async () => {
  const sender = sendBy(() => ({ ours: true, cause: 'Closing' }));
  const parts = makeParts({ sender });
  const finished = await runTurn(parts, { lane: madeLane(), deliveries: madeDeliveries(2) });
  expect(finished).toMatchObject({ attempts: [], postponed: [], expired: [] });
  expect(parts.log).toEqual([]);
});

test('a delivery that cannot be signed is not sent, and is postponed with the others', async () => {
  const sender = holdSender();
  const secretsOf = () => {
    throw new Error('no such key');
  };
  const parts = makeParts({ sender, secretsOf });
  const deliveries = madeDeliveries(2);
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const finished = await runTurn(parts, { lane, deliveries });
  expect(sender.posts).toEqual([]);
  expect(idsOf(finished.postponed)).toEqual(idsOf(deliveries));
  expect(parts.log).toMatchObject([
    { level: 'error', msg: 'delivery could not be signed', partnerId: lane.partnerId, err: { message: 'no such key' } },
    { level: 'warn', cause: 'Unexpected' },
  ]);
});

test('counts each send by outcome, and records its lag', async () => {
  const outcomes = [ACCEPTED, refused(500), { ours: true, cause: 'Unexpected' } as const];
  const now = new Date();
  const lane = madeLane({ health: { ...madeLane().health, status: 'Degraded' } });
  const parts = makeParts({ clock: { now: () => now }, sender: sendBy(() => outcomes.shift() ?? ACCEPTED) });
  const nextAttemptAt = new Date(now.getTime() - 3_000);
  await runTurn(parts, { lane, deliveries: madeDeliveries(3, { nextAttemptAt, class: 'Retry' }) });
  const text = await parts.registry.metrics();
  expect(text).toContain('onboarding_webhook_due_lag_seconds_sum{class="Retry"} 9\n');
  expect(text).toContain('onboarding_webhook_attempts_total{outcome="delivered",error_kind="none"} 1\n');
  expect(text).toContain('onboarding_webhook_attempts_total{outcome="failed",error_kind="HttpStatus"} 1\n');
  expect(text).toContain('onboarding_webhook_attempts_total{outcome="ours",error_kind="none"} 1\n');
  expect(text).toContain('onboarding_webhook_in_flight 0\n');
});
