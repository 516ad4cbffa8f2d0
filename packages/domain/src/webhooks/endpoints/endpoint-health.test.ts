import { describe, expect, test } from 'vitest';
import {
  afterAttempt,
  afterQuiet,
  freshHealth,
  type Health,
  quietUntil,
  type RecordedAttempt,
  type Transition,
} from './endpoint-health.ts';

const START = Date.parse('2026-11-15T10:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Step extends Partial<Omit<RecordedAttempt, 'at'>> {
  after?: number;
}

/** By default, each attempt is a second after the previous one and belongs to a delivery of its own. */
function story(steps: readonly Step[], from: Health = freshHealth(), startAt = START) {
  let health = from;
  let at = startAt;
  const transitions: (Transition | null)[] = [];
  const pulls: boolean[] = [];
  for (const [index, { after = SECOND, ...step }] of steps.entries()) {
    at += after;
    const ok = step.ok ?? false;
    const attempt = { statusCode: ok ? 200 : 500, deliveryId: `d${at}-${index}`, attemptNo: 1, exhausted: false };
    const change = afterAttempt(health, { ...attempt, ok, isTest: false, ...step, at: new Date(at) });
    // The memory is stored as JSON between two attempts.
    health = { ...change.health, memory: JSON.parse(JSON.stringify(change.health.memory)) };
    transitions.push(change.transition);
    pulls.push(change.pullForward);
  }
  return { health, at, transitions, pulls, last: transitions.at(-1) ?? null };
}

const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);
const fail: Step = { ok: false };
const succeed: Step = { ok: true };
/** Degraded by five failures. */
const degraded = () => story(times(5, fail));

describe('a receiver becomes Degraded', () => {
  test('after 5 consecutive failures of at least 2 deliveries, not after 4', () => {
    const { health, transitions, at } = degraded();
    expect(transitions).toEqual([null, null, null, null, 'Degraded']);
    expect(health).toMatchObject({ status: 'Degraded', consecutiveFailures: 5, degradedSince: new Date(at) });
  });

  test('at the fifth failed attempt of a single delivery, not before', () => {
    const attempts = [1, 2, 3, 4, 5].map((attemptNo) => ({ ok: false, deliveryId: 'one', attemptNo, after: HOUR }));
    expect(story(attempts).transitions).toEqual([null, null, null, null, 'Degraded']);
    expect(story(times(5, { ok: false, deliveryId: 'one', after: HOUR })).last).toBeNull();
    expect(story([{ ok: false, attemptNo: 5 }]).last).toBe('Degraded');
    expect(story([{ ok: false, attemptNo: 6 }]).last).toBeNull();
  });

  test('when half of the last 20 attempts within an hour failed, if there were at least 10', () => {
    const mixed = [0, 1, 2, 3].flatMap(() => [fail, succeed]);
    expect(story([...mixed, fail]).last).toBeNull();
    expect(story([...mixed, succeed, fail]).last).toBe('Degraded');
    // 9 of 20 is less than half, and attempts before the last 20 do not count.
    const nine = [...times(12, succeed), ...[1, 2, 3, 4].flatMap(() => [fail, fail, succeed])];
    expect(story(nine).health.status).toBe('Active');
    expect(
      story([...times(4, fail), succeed, ...nine])
        .transitions.slice(5)
        .every((one) => one === null),
    ).toBe(true);
  });

  test('not when half of 10 attempts failed over more than an hour', () => {
    const slow = [0, 1, 2, 3, 4].flatMap(() => [
      { ok: true, after: 8 * MINUTE },
      { ok: false, after: 8 * MINUTE },
    ]);
    expect(story(slow).health.status).toBe('Active');
  });

  test('never because of failed tests', () => {
    const { health } = story(times(50, { ok: false, isTest: true, attemptNo: 5, statusCode: 410, exhausted: true }));
    expect(health).toEqual(freshHealth());
  });
});

describe('a Degraded receiver becomes Active', () => {
  test('after 3 consecutive successes', () => {
    const { transitions, health } = story([succeed, succeed, fail, succeed, succeed, succeed], degraded().health);
    expect(transitions).toEqual([null, null, null, null, null, 'Recovered']);
    expect(health).toEqual(freshHealth());
  });

  test('one hour after a success without any failure, even without another attempt', () => {
    const { health, at } = story([succeed], degraded().health);
    expect(quietUntil(health)).toEqual(new Date(at + HOUR));
    expect(afterQuiet(health, new Date(at + HOUR - 1)).transition).toBeNull();
    expect(afterQuiet(health, new Date(at + HOUR))).toEqual({
      health: freshHealth(),
      transition: 'Recovered',
      pullForward: false,
    });
  });

  test('not after an hour without a success, nor after one with a failure', () => {
    const { health, at } = degraded();
    expect(quietUntil(health)).toBeNull();
    expect(afterQuiet(health, new Date(at + 100 * HOUR)).transition).toBeNull();
    const failing = story([succeed, fail], health);
    expect(afterQuiet(failing.health, new Date(failing.at + HOUR)).transition).toBeNull();
  });

  test('at the first attempt after the hour without failures, regardless of its outcome', () => {
    const { health, at } = story([succeed], degraded().health);
    expect(story([{ ok: false, after: HOUR }], health, at)).toMatchObject({
      last: 'Recovered',
      health: { status: 'Active', consecutiveFailures: 1, degradedSince: null },
    });
    expect(story([{ ok: false, attemptNo: 5, after: 2 * HOUR }], health).last).toBe('Degraded');
  });

  test('after successful tests too, which count like any other success', () => {
    expect(story(times(3, { ok: true, isTest: true }), degraded().health).last).toBe('Recovered');
  });

  test('with its counts reset: one failure afterwards does not degrade it again', () => {
    const { health } = story([...times(5, fail), ...times(3, succeed), fail]);
    expect(health).toMatchObject({ status: 'Active', consecutiveFailures: 1 });
  });
});

describe('waiting retries are pulled forward', () => {
  test('at the first success of a Degraded receiver, and not again while it stays Degraded', () => {
    const { pulls } = story([fail, succeed, succeed, fail, succeed, fail, succeed], degraded().health);
    expect(pulls).toEqual([false, true, false, false, false, false, false]);
  });

  test('again after the receiver becomes Degraded again, and never while it is Active', () => {
    const { pulls } = story([
      ...times(5, fail),
      ...times(3, succeed),
      ...times(5, fail),
      succeed,
      ...times(9, succeed),
    ]);
    expect(pulls.flatMap((pull, index) => (pull ? [index] : []))).toEqual([5, 13]);
  });
});

describe('a Degraded receiver becomes Disabled', () => {
  const dead = (...steps: Step[]) => story(steps, degraded().health, START + 5 * SECOND);

  test('after 20 failures over 72 hours, not a millisecond earlier', () => {
    const steps = [...times(14, { ok: false, after: HOUR }), { ok: false, after: 58 * HOUR - 4 * SECOND - 1 }];
    expect(dead(...steps)).toMatchObject({ last: null, health: { status: 'Degraded' } });
    const { last, health, at } = dead(...steps, { ok: false, after: 1 });
    expect(last).toBe('Disabled');
    expect(health).toMatchObject({ status: 'Disabled', disabledAt: new Date(at), disabledReason: 'NoSuccess' });
    expect(at - (START + SECOND)).toBe(72 * HOUR);
    expect(health.degradedSince).toEqual(new Date(START + 5 * SECOND));
  });

  test('with fewer than 20 failures, only if a delivery of the streak is exhausted', () => {
    expect(dead({ ok: false, after: 100 * HOUR }).last).toBeNull();
    expect(dead(...times(13, fail), { ok: false, after: 100 * HOUR }).last).toBeNull();
    expect(dead({ ok: false, after: 100 * HOUR, exhausted: true }).last).toBe('Disabled');
    expect(dead({ ok: false, exhausted: true }, { ok: false, after: 100 * HOUR }).last).toBe('Disabled');
    // A success in between ends the streak, including exhausted deliveries before it.
    expect(dead({ ok: false, exhausted: true }, succeed, { ok: false, after: 100 * HOUR }).last).not.toBe('Disabled');
  });

  test('not by volume: 5,000 failures within three days leave it Degraded', () => {
    expect(dead(...times(5000, { ok: false, exhausted: true, after: 50 * SECOND })).health.status).toBe('Degraded');
  });

  test('not after three quiet days followed by a day of failures', () => {
    const quiet = story([succeed, ...times(40, { ok: false, after: HOUR })], freshHealth(), START);
    const sinceSuccess = story([{ ...fail, after: 72 * HOUR }, ...times(40, { ok: false, after: 40 * MINUTE })], {
      ...story([succeed]).health,
    });
    expect([quiet.health.status, sinceSuccess.health.status]).toEqual(['Degraded', 'Degraded']);
  });

  test('immediately at the second consecutive 410, even from Active', () => {
    const gone: Step = { ok: false, statusCode: 410 };
    expect(story([gone, gone])).toMatchObject({
      transitions: [null, 'Disabled'],
      health: { status: 'Disabled', disabledReason: 'Gone', degradedSince: null },
    });
    expect(dead(gone, gone).last).toBe('Disabled');
    expect(story([gone, fail, gone]).last).toBeNull();
    expect(story([gone, succeed, gone]).last).toBeNull();
    // A failed test neither counts nor interrupts.
    expect(story([gone, { ok: false, isTest: true, statusCode: 410 }]).last).toBeNull();
    expect(story([gone, { ok: false, isTest: true, statusCode: 500 }, gone]).last).toBe('Disabled');
  });

  test('and ignores late attempts', () => {
    const { health } = story(times(2, { ok: false, statusCode: 410 }));
    expect(story([...times(5, succeed), ...times(5, fail)], health).health).toEqual(health);
    expect(afterQuiet(health, new Date(START + 1000 * HOUR)).health).toEqual(health);
  });
});

test('the stored memory stays small after thousands of attempts', () => {
  const { health } = story([...times(3000, fail), succeed, ...times(3000, fail)]);
  expect(JSON.stringify(health.memory).length).toBeLessThan(700);
});
