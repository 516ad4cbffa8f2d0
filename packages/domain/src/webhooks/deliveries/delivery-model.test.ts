// Five thousand histories of deliveries to a receiver that is sometimes Disabled. The model follows the table and the
// rules in docs/webhooks.md: it stores the time of each attempt and decides only by that.
import assert from 'node:assert/strict';
import { uuidv7 } from '@onboarding/platform/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterOutcome, type DeliveryState, isTooOldToResume } from './delivery.ts';

const HISTORIES = 5000;
/** Fixed, so that a failure is reproducible. */
const SEED = 20_261_117;
const START = Date.parse('2026-11-15T10:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

/** From the table: the shortest wait after each failed attempt, and the largest jitter. */
const TABLE: readonly { wait: number; chance: number; asked: number }[] = [
  { wait: 30_000, chance: 6000, asked: 15 * MINUTE },
  { wait: 5 * MINUTE, chance: MINUTE, asked: 15 * MINUTE },
  { wait: HOUR, chance: 12 * MINUTE, asked: 2 * HOUR },
  { wait: 5 * HOUR, chance: HOUR, asked: 10 * HOUR },
  { wait: 16 * HOUR, chance: 2 * HOUR, asked: 12 * HOUR },
  { wait: 22 * HOUR, chance: 2 * HOUR, asked: 12 * HOUR },
  { wait: 28 * HOUR, chance: 2 * HOUR, asked: 12 * HOUR },
];

interface Delivery {
  id: string;
  state: DeliveryState;
}

/** The expected state of one delivery. */
interface Expected {
  madeAt: number;
  isReplay: boolean;
  attempts: { at: number; ok: boolean; asked: number }[];
  /** Whether it was older than 72 hours when sending resumed. */
  expired: boolean;
}

interface Lane {
  now: number;
  disabled: boolean;
  resumedAt: Date | null;
  deliveries: Delivery[];
}

function expectedStatus({ attempts, expired }: Expected): string {
  if (attempts.at(-1)?.ok) return 'Delivered';
  return expired || attempts.length === 8 ? 'Exhausted' : 'Pending';
}

/** The dispatcher's turn: deliveries that are no longer sent expire without an attempt. */
function turn(
  lane: Lane,
  delivery: Delivery,
  outcome: Parameters<typeof afterOutcome>[1],
  random: () => number,
): boolean {
  const at = new Date(lane.now);
  if (isTooOldToResume(delivery.id, lane.resumedAt)) {
    delivery.state = { ...delivery.state, status: 'Exhausted', nextAttemptAt: null, completedAt: at };
    return false;
  }
  delivery.state = afterOutcome(delivery.state, outcome, at, { random });
  return true;
}

function compare({ state }: Delivery, expected: Expected, now: number): void {
  assert.equal(state.status, expectedStatus(expected));
  assert.equal(state.attemptCount, expected.attempts.length);
  assert.ok(expected.attempts.length <= 8);
  assert.equal(state.nextAttemptAt === null, state.status !== 'Pending');
  assert.equal(state.completedAt === null, state.status === 'Pending');
  const last = expected.attempts.at(-1);
  const row = TABLE[expected.attempts.length - 1];
  if (state.status !== 'Pending' || last?.at !== now || row === undefined) return;
  const earliest = Math.max(row.wait, Math.min(last.asked, row.asked));
  const wait = (state.nextAttemptAt?.getTime() ?? 0) - now;
  assert.ok(wait >= earliest && wait <= earliest + row.chance, `waits ${wait}, not ${earliest} + ${row.chance}`);
  assert.equal(state.class, expected.isReplay ? 'Replay' : 'Retry');
}

type Step = fc.Command<Expected[], Lane>;
const step = (name: string, run: (model: Expected[], lane: Lane) => void): Step => ({
  check: () => true,
  run,
  toString: () => name,
});

const send = fc
  .record({
    pick: fc.nat(5),
    code: fc.constantFrom(200, 500, 500, 404, 503, 429, null),
    asked: fc.constantFrom(null, 0, 60, 600, 7200, 1_000_000),
    asDate: fc.boolean(),
    random: fc.constantFrom(0, 0.3, 0.999_999),
    times: fc.integer({ min: 1, max: 8 }),
  })
  .map((how) =>
    step(`send(${JSON.stringify(how)})`, (model, lane) => {
      const waiting = lane.deliveries.filter(({ state }) => state.status === 'Pending');
      const delivery = waiting[how.pick % Math.max(1, waiting.length)];
      const expected = delivery && model[lane.deliveries.indexOf(delivery)];
      if (delivery === undefined || expected === undefined) return;
      for (let round = 0; round < how.times && delivery.state.status === 'Pending'; round++) {
        // Nothing is sent before its time, or to a Disabled receiver.
        lane.now = Math.max(lane.now, delivery.state.nextAttemptAt?.getTime() ?? 0);
        if (lane.disabled) return note('held');
        const ok = how.code === 200;
        const at = new Date(lane.now);
        const until = how.asked === null ? null : new Date(Math.floor(lane.now / 1000) * 1000 + how.asked * 1000);
        const retryAfter = how.asked === null ? null : how.asDate ? (until?.toUTCString() ?? null) : String(how.asked);
        const heard = (how.code === 429 || how.code === 503) && until !== null;
        const asked = heard ? (how.asDate ? until.getTime() - at.getTime() : (how.asked ?? 0) * 1000) : 0;
        const wasSent = turn(lane, delivery, { ok, statusCode: how.code, retryAfter }, () => how.random);
        assert.equal(wasSent, !expected.expired);
        if (wasSent) expected.attempts.push({ at: lane.now, ok, asked });
        compare(delivery, expected, lane.now);
        note(wasSent ? `${delivery.state.status} after ${expected.attempts.length}` : 'expired');
        if (wasSent && lane.resumedAt !== null && expected.madeAt < lane.resumedAt.getTime()) note('resumed');
      }
    }),
  );

const steps = [
  send,
  send,
  fc.boolean().map((isReplay) =>
    step(`make(${isReplay})`, (model, lane) => {
      const at = new Date(lane.now);
      const state: DeliveryState = {
        status: 'Pending',
        class: isReplay ? 'Replay' : 'First',
        attemptCount: 0,
        nextAttemptAt: at,
        completedAt: null,
      };
      lane.deliveries.push({ id: uuidv7(at), state });
      model.push({ madeAt: lane.now, isReplay, attempts: [], expired: false });
    }),
  ),
  fc.constantFrom(1, 1000, 10 * MINUTE, 5 * HOUR, 24 * HOUR, 72 * HOUR, 72 * HOUR + 1).map((ms) =>
    step(`wait(${ms})`, (_, lane) => {
      lane.now += ms;
    }),
  ),
  fc.constant(
    step('disable', (_, lane) => {
      lane.disabled = true;
    }),
  ),
  fc.constant(
    step('enable', (model, lane) => {
      if (!lane.disabled) return;
      lane.disabled = false;
      lane.resumedAt = new Date(lane.now);
      for (const expected of model)
        if (expectedStatus(expected) === 'Pending' && lane.now - expected.madeAt > 72 * HOUR) expected.expired = true;
    }),
  ),
];

/** Then the receiver is enabled and healthy: everything pending is sent or expires. */
function finish(model: Expected[], lane: Lane): void {
  for (const [index, delivery] of lane.deliveries.entries()) {
    const expected = model[index];
    assert.ok(expected);
    const before = expected.attempts.length;
    if (delivery.state.status === 'Pending') {
      if (lane.disabled && lane.now - expected.madeAt > 72 * HOUR) expected.expired = true;
      const resumed = lane.disabled ? { ...lane, disabled: false, resumedAt: new Date(lane.now) } : lane;
      const wasSent = turn(resumed, delivery, { ok: true, statusCode: 200, retryAfter: null }, () => 0);
      if (wasSent) expected.attempts.push({ at: lane.now, ok: true, asked: 0 });
    }
    compare(delivery, expected, lane.now);
    assert.equal(expected.expired && expected.attempts.length > before, false);
    assert.notEqual(delivery.state.status, 'Pending');
  }
}

test('5,000 histories: at most 8 attempts, at the documented times; held deliveries resume only up to 72 hours', () => {
  const history = fc.commands(steps, { maxCommands: 60, size: 'max' });
  const property = fc.property(history, (commands) => {
    const model: Expected[] = [];
    const lane: Lane = { now: START, disabled: false, resumedAt: null, deliveries: [] };
    fc.modelRun(() => ({ model, real: lane }), commands);
    finish(model, lane);
  });
  fc.assert(property, { numRuns: HISTORIES, seed: SEED });
  const corners = ['held', 'resumed', 'expired', 'Exhausted after 8', 'Delivered after 8', 'Delivered after 1'];
  expect(corners.filter((corner) => (seen.get(corner) ?? 0) < 20)).toEqual([]);
});
