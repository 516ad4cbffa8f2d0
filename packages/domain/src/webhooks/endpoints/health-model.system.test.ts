// Five thousand histories of a receiver. The model follows the rules in docs/webhooks.md: it stores every attempt and
// searches all of them each time, whereas the code stores as little as possible.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterAttempt, afterQuiet, freshHealth, type Health, type RecordedAttempt } from './endpoint-health.ts';

const HISTORIES = 5000;
/** Fixed, so that a failure is reproducible. */
const SEED = 20_261_116;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Counts what occurred in all histories, to verify that they cover every case. */
const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

interface Model {
  status: 'Active' | 'Degraded' | 'Disabled';
  reason: 'NoSuccess' | 'Gone' | null;
  /** All counted attempts since the receiver's health was last reset. */
  log: RecordedAttempt[];
  pulled: boolean;
}

interface Expected {
  transition: 'Degraded' | 'Disabled' | 'Recovered' | null;
  pullForward: boolean;
}

interface Real {
  health: Health;
  now: number;
  /** The percentage of attempts that succeed. */
  luck: number;
  deliveries: { id: string; attempts: number }[];
  made: number;
  /** All attempts since it was last enabled, for the proofs. */
  everything: RecordedAttempt[];
}

/** The longest tail of the list in which all succeeded, or all failed. */
function ending(log: readonly RecordedAttempt[], ok: boolean): RecordedAttempt[] {
  const broken = log.findLastIndex((attempt) => attempt.ok !== ok);
  return log.slice(broken + 1);
}

function span(attempts: readonly RecordedAttempt[]): number {
  return (attempts.at(-1)?.at.getTime() ?? 0) - (attempts[0]?.at.getTime() ?? 0);
}

function asNew(model: Model): void {
  Object.assign(model, { status: 'Active', reason: null, log: [], pulled: false });
}

function timeInModel(model: Model, now: number): Expected['transition'] {
  const [first] = ending(model.log, true);
  if (model.status !== 'Degraded' || first === undefined || now - first.at.getTime() < HOUR) return null;
  asNew(model);
  return 'Recovered';
}

function attemptInModel(model: Model, attempt: RecordedAttempt): Expected {
  if (model.status === 'Disabled' || (attempt.isTest && !attempt.ok)) return { transition: null, pullForward: false };
  const byTime = timeInModel(model, attempt.at.getTime());
  model.log.push(attempt);
  const judged = attempt.ok ? successInModel(model) : failureInModel(model, attempt);
  return { ...judged, transition: judged.transition ?? byTime };
}

function successInModel(model: Model): Expected {
  if (model.status === 'Active') return { transition: null, pullForward: false };
  if (ending(model.log, true).length >= 3) {
    asNew(model);
    return { transition: 'Recovered', pullForward: false };
  }
  const pullForward = !model.pulled;
  model.pulled = true;
  return { transition: null, pullForward };
}

function failureInModel(model: Model, attempt: RecordedAttempt): Expected {
  const streak = ending(model.log, false);
  const become = (status: 'Degraded' | 'Disabled', reason: Model['reason']): Expected => {
    Object.assign(model, { status, reason });
    return { transition: status, pullForward: false };
  };
  if (streak.length >= 2 && streak.slice(-2).every(({ statusCode }) => statusCode === 410))
    return become('Disabled', 'Gone');
  if (model.status === 'Degraded') {
    const proof = streak.some(({ exhausted }) => exhausted) || (streak.length >= 20 && span(streak) >= 24 * HOUR);
    return span(streak) >= 72 * HOUR && proof
      ? become('Disabled', 'NoSuccess')
      : { transition: null, pullForward: false };
  }
  const lastHour = model.log.slice(-20).filter(({ at }) => attempt.at.getTime() - at.getTime() < HOUR);
  const failed = lastHour.filter(({ ok }) => !ok).length;
  const failing =
    (streak.length >= 5 && new Set(streak.map(({ deliveryId }) => deliveryId)).size >= 2) ||
    (lastHour.length >= 10 && failed >= lastHour.length / 2) ||
    attempt.attemptNo === 5;
  return failing ? become('Degraded', null) : { transition: null, pullForward: false };
}

/** Checks from all attempts, without the model, that a Disabled receiver meets the rule. */
function checkProof(real: Real): void {
  const counted = real.everything.filter(({ ok, isTest }) => ok || !isTest);
  const streak = ending(counted, false);
  if (real.health.disabledReason === 'Gone') {
    assert.deepEqual(
      streak.slice(-2).map(({ statusCode }) => statusCode),
      [410, 410],
    );
    return;
  }
  const lastSuccess = real.everything.findLast(({ ok }) => ok)?.at.getTime() ?? Number.NEGATIVE_INFINITY;
  assert.ok(real.now - lastSuccess >= 72 * HOUR);
  assert.ok(span(streak) >= 72 * HOUR);
  assert.ok(streak.length >= 20 || streak.some(({ exhausted }) => exhausted));
}

function compare(model: Model, real: Real): void {
  assert.equal(real.health.status, model.status);
  assert.equal(real.health.disabledReason, model.reason);
  assert.equal(real.health.consecutiveFailures, ending(model.log, false).length);
  assert.equal(real.health.disabledAt === null, model.status !== 'Disabled');
  if (model.status === 'Degraded') assert.notEqual(real.health.degradedSince, null);
  if (model.status === 'Active') assert.equal(real.health.degradedSince, null);
}

function record(model: Model, real: Real, attempt: RecordedAttempt): void {
  const before = real.health.status;
  const expected = attemptInModel(model, attempt);
  if (before !== 'Disabled') real.everything.push(attempt);
  const { health, transition, pullForward } = afterAttempt(real.health, attempt);
  real.health = { ...health, memory: JSON.parse(JSON.stringify(health.memory)) };
  assert.deepEqual({ transition, pullForward }, expected);
  compare(model, real);
  if (transition === 'Disabled') checkProof(real);
  if (transition !== null) note(health.disabledReason ?? transition);
  if (pullForward) note('pulled forward');
  if (before === 'Disabled') note('late');
}

function outcome(real: Real, roll: number): Pick<RecordedAttempt, 'ok' | 'statusCode'> {
  if (roll < real.luck) return { ok: true, statusCode: 204 };
  return { ok: false, statusCode: [500, 404, null, 429, 503, 301, 500, 502, 410][roll % 9] ?? null };
}

type Step = fc.Command<Model, Real>;
const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run,
  toString: () => name,
});

const DAY_LIKE = [1000, 30_000, 5 * MINUTE, 20 * MINUTE, HOUR, 5 * HOUR, 16 * HOUR, 28 * HOUR];
const roll = fc.integer({ min: 0, max: 99 });

const steps = [
  fc.tuple(fc.nat(3), roll).map(([slot, dice]) =>
    step(`attempt(${slot}, ${dice})`, (model, real) => {
      let delivery = real.deliveries[slot];
      if (delivery === undefined || delivery.attempts === 8) {
        delivery = { id: `delivery-${real.made++}`, attempts: 0 };
        real.deliveries[slot] = delivery;
      }
      delivery.attempts++;
      const result = outcome(real, dice);
      const attemptNo = delivery.attempts;
      if (result.ok) delivery.attempts = 8;
      const exhausted = !result.ok && attemptNo === 8;
      const at = new Date(real.now);
      record(model, real, { at, ...result, deliveryId: delivery.id, attemptNo, exhausted, isTest: false });
    }),
  ),
  fc.array(roll, { minLength: 2, maxLength: 12 }).map((dice) =>
    step(`burst(${dice})`, (model, real) => {
      for (const one of dice) {
        const deliveryId = `delivery-${real.made++}`;
        real.now += 200;
        const at = new Date(real.now);
        record(model, real, { at, ...outcome(real, one), deliveryId, attemptNo: 1, exhausted: false, isTest: false });
      }
    }),
  ),
  fc.tuple(roll, fc.integer({ min: 1, max: 8 })).map(([dice, attemptNo]) =>
    step(`test(${dice}, ${attemptNo})`, (model, real) => {
      const result = outcome(real, dice);
      const exhausted = !result.ok && attemptNo === 8;
      const at = new Date(real.now);
      record(model, real, { at, ...result, deliveryId: `test-${real.made++}`, attemptNo, exhausted, isTest: true });
    }),
  ),
  ...[0, 1].map(() =>
    fc.constantFrom(...DAY_LIKE).map((ms) =>
      step(`wait(${ms})`, (_, real) => {
        real.now += ms;
      }),
    ),
  ),
  fc.constant(
    step('look', (model, real) => {
      const expected = timeInModel(model, real.now);
      const { health, transition } = afterQuiet(real.health, new Date(real.now));
      real.health = health;
      assert.equal(transition, expected);
      if (transition !== null) note('by time');
      compare(model, real);
    }),
  ),
  roll.map((dice) =>
    step(`enable(${dice})`, (model, real) => {
      // Rare, so that a receiver stays disabled for a while.
      if (real.health.status !== 'Disabled' || dice > 30) return;
      asNew(model);
      real.health = freshHealth();
      real.everything = [];
      note('enabled');
    }),
  ),
  fc.constantFrom(0, 3, 30, 60, 95).map((luck) =>
    step(`luck(${luck})`, (_, real) => {
      real.luck = luck;
    }),
  ),
];

test('5,000 histories: transitions occur exactly when the rules say, and no receiver is Disabled without proof', {
  tags: ['S-314'],
}, () => {
  const history = fc.commands(steps, { maxCommands: 90, size: 'max' });
  const property = fc.property(fc.constantFrom(0, 0, 2, 50, 90), history, (luck, commands) => {
    const model: Model = { status: 'Active', reason: null, log: [], pulled: false };
    const real: Real = { health: freshHealth(), now: 0, luck, deliveries: [], made: 0, everything: [] };
    fc.modelRun(() => ({ model, real }), commands);
  });
  fc.assert(property, { numRuns: HISTORIES, seed: SEED });
  const corners = [
    'Degraded',
    'NoSuccess',
    'Gone',
    'Recovered',
    'by time',
    'pulled forward',
    'late',
    'enabled',
  ] as const;
  const rare = corners.filter((corner) => (seen.get(corner) ?? 0) < 100);
  expect(rare, JSON.stringify([...seen])).toEqual([]);
});
