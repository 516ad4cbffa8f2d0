// The end of turns: what was sent is recorded, the receivers' health follows from it, the lanes are given back. All of it in
// one transaction, however many turns.
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { afterOutcome } from './delivery.ts';
import { MAX_ATTEMPTS } from './delivery-schedule.ts';
import { afterAttempt, type Health, type Transition } from './endpoint-health.ts';
import { tellOfTransition } from './health-mails.ts';
import { type FinishedTurn, type MadeAttempt, PAUSE_PER_REPLAY_MS } from './lane.ts';
import { RESUME_QUEUE } from './resume-service.ts';
import {
  type HeldLane,
  lockLanes,
  type RecordedOutcome,
  recordAttempts,
  setAside,
  updateLanes,
} from './settle-store.ts';
import { noteWebhookChange } from './webhook-log-store.ts';

const TEST_EVENT = 'webhook.test';
const POSTPONED_MS = 5_000;

export interface SettleTerms {
  now: Date;
  /** When a released lane is due should nobody live to look for more; see lookForMore. */
  releasedUntil: Date;
  portalUrl: string;
  random?: () => number;
}

type SettleContext = Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'>;

/** May be run again when nobody knows whether it was committed: what is recorded is not recorded twice. */
export async function settleTurns(
  tx: Tx,
  context: SettleContext,
  turns: readonly FinishedTurn[],
  terms: SettleTerms,
): Promise<void> {
  const { now, random = Math.random } = terms;
  const byPartner = Map.groupBy(turns, ({ lane }) => lane.partnerId);
  const [lanes, recorded] = await settled([
    lockLanes(tx, [...byPartner.keys()]),
    recordAttempts(
      tx,
      turns.flatMap((turn) => outcomesOf(turn, random)),
    ),
    setAside(tx, {
      expired: turns.flatMap(({ expired }) => expired),
      postponed: turns.flatMap(({ postponed }) => postponed),
      now,
      until: new Date(now.getTime() + POSTPONED_MS * (1 + random())),
    }),
  ]);
  const changes = lanes.map((lane) => {
    const own = byPartner.get(lane.partnerId) ?? [];
    const attempts = own.flatMap((turn) => turn.attempts).filter(({ delivery }) => recorded.has(delivery.deliveryId));
    const judged = judge(lane.health, attempts);
    return { lane: released({ ...lane, health: judged.health }, own, terms), ...judged };
  });
  await updateLanes(
    tx,
    changes.map(({ lane }) => lane),
  );
  for (const { lane, transitions, pullForward } of changes) {
    for (const change of transitions) await announce(tx, context, lane.partnerId, change, terms);
    if (pullForward) {
      await context.jobs.send(tx, RESUME_QUEUE, { partnerId: lane.partnerId }, { singletonKey: lane.partnerId });
    }
  }
}

function outcomesOf({ lane, attempts }: FinishedTurn, random: () => number): RecordedOutcome[] {
  return attempts.map((attempt) => {
    const { delivery, statusCode, errorKind, retryAfter, endedAt } = attempt;
    const outcome = { ok: errorKind === null, statusCode, retryAfter };
    return { attempt, url: lane.url, state: afterOutcome(delivery, outcome, endedAt, random) };
  });
}

export interface HealthStep {
  transition: Transition;
  health: Health;
  at: Date;
}

interface Judged {
  health: Health;
  transitions: HealthStep[];
  pullForward: boolean;
}

function judge(before: Health, attempts: readonly MadeAttempt[]): Judged {
  const judged: Judged = { health: before, transitions: [], pullForward: false };
  for (const attempt of attempts) {
    const step = healthAfter(judged.health, attempt);
    judged.health = step.health;
    judged.pullForward ||= step.pullForward;
    if (step.transition !== null) {
      judged.transitions.push({ transition: step.transition, health: step.health, at: attempt.endedAt });
    }
  }
  return judged;
}

/** What the rules say about an attempt; a dispatcher asks them also within a turn, for how many it may send at once. */
export function healthAfter(health: Health, { delivery, errorKind, statusCode, endedAt }: MadeAttempt) {
  const attemptNo = delivery.attemptCount + 1;
  const ok = errorKind === null;
  return afterAttempt(health, {
    at: endedAt,
    ok,
    statusCode,
    deliveryId: delivery.deliveryId,
    attemptNo,
    exhausted: !ok && attemptNo === MAX_ATTEMPTS,
    isTest: delivery.eventType === TEST_EVENT,
  });
}

/** Gives the lane back, unless the lease has run out and somebody else holds it by now. */
function released(lane: HeldLane, turns: readonly FinishedTurn[], { releasedUntil }: SettleTerms): HeldLane {
  const asleep = lane.health.status === 'Disabled' || lane.pausedAt !== null;
  const ours = turns.some((turn) => turn.lane.leaseId === lane.leaseId);
  const dueAt = ours ? releasedUntil : lane.dueAt;
  return {
    ...lane,
    dueAt: asleep ? null : dueAt,
    replaysFrom: replaysFrom(lane, turns),
    ...(ours && { leaseId: null, leasedUntil: null }),
  };
}

function replaysFrom({ replaysFrom: before }: HeldLane, turns: readonly FinishedTurn[]): Date | null {
  const replays = turns.flatMap(({ attempts }) => attempts).filter(({ delivery }) => delivery.class === 'Replay');
  const [first] = turns;
  if (replays.length === 0 || first === undefined) return before;
  const from = Math.max(before?.getTime() ?? 0, first.startedAt.getTime());
  return new Date(from + replays.length * PAUSE_PER_REPLAY_MS);
}

/** Notes a transition and tells the partner's people. */
export async function announce(
  tx: Tx,
  context: SettleContext,
  partnerId: string,
  { transition, health, at }: HealthStep,
  { portalUrl }: Pick<SettleTerms, 'portalUrl'>,
): Promise<void> {
  const reason = health.disabledReason;
  const details = { consecutiveFailures: health.consecutiveFailures, ...(reason !== null && { reason }) };
  const actor = { kind: 'Service', name: 'endpoint-health' } as const;
  await noteWebhookChange(tx, { partnerId, action: transition, actor, details }, at);
  await tellOfTransition(tx, context, { partnerId, transition, at, reason, portalUrl });
  context.logger.info({ partnerId, transition, reason }, 'the health of a receiver has changed');
}
