// Takes and records turns of lanes. Recording stores the attempts, updates the receivers' health and releases the lanes, in
// one transaction for any number of turns.
import { DELIVERY_ATTEMPTS } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { afterOutcome, type Schedule } from '../deliveries/delivery.ts';
import { afterAttempt, type Health, type Transition } from '../endpoints/endpoint-health.ts';
import { tellOfTransition } from '../endpoints/health-mails.ts';
import { noteWebhookChange } from '../endpoints/webhook-log-store.ts';
import { type CountedAttempt, countAttempts, countGivenUp } from '../statistics/delivery-statistics.ts';
import { addCounts } from '../statistics/delivery-statistics-store.ts';
import { type FinishedTurn, type MadeAttempt, PAUSE_PER_REPLAY_MS, type Turn } from './lane.ts';
import { leaseDueLanes } from './lane-store.ts';
import { sendResume } from './resume-service.ts';
import { type HeldLane, lockLanes, type RecordedOutcome, recordAttempts, setAside, updateLanes } from './turn-store.ts';

const TEST_EVENT = 'webhook.test';
const POSTPONED_MS = 5_000;

export interface TurnTerms {
  now: Date;
  /** A lane that was not released is due again after this time. */
  leaseMs: number;
  /** Defaults to a new id; set by a caller that needs it even if the call fails. */
  leaseId?: string;
  lanes: number;
  /** Whether to include lanes whose receivers are known to fail. */
  failing: boolean;
  deliveriesPerLane: number;
}

/** Takes up to this many due lanes. A lane without due deliveries counts as a turn too, because it must be released. */
export async function takeTurns(
  tx: Tx,
  { now, leaseMs, leaseId = uuidv7(now), lanes: limit, failing, deliveriesPerLane }: TurnTerms,
): Promise<Turn[]> {
  const { lanes, deliveries } = await leaseDueLanes(tx, {
    now,
    until: new Date(now.getTime() + leaseMs),
    leaseId,
    lanes: limit,
    failing,
    deliveriesPerLane,
  });
  const byPartner = Map.groupBy(deliveries, ({ partnerId }) => partnerId);
  return lanes.map((lane) => ({ lane, deliveries: byPartner.get(lane.partnerId) ?? [] }));
}

export interface RecordTerms {
  now: Date;
  /** When a released lane is due if the process dies before lookForMore. */
  releasedUntil: Date;
  portalUrl: string;
  schedule?: Schedule;
}

type RecordContext = Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'>;

/** Can be repeated when the outcome of the commit is unknown: attempts are not recorded twice. */
export async function recordTurns(
  tx: Tx,
  context: RecordContext,
  turns: readonly FinishedTurn[],
  terms: RecordTerms,
): Promise<void> {
  const { now, schedule } = terms;
  const byPartner = Map.groupBy(turns, ({ lane }) => lane.partnerId);
  const [lanes, recorded, givenUp] = await settled([
    lockLanes(tx, [...byPartner.keys()]),
    recordAttempts(
      tx,
      turns.flatMap((turn) => outcomesOf(turn, schedule)),
    ),
    setAside(tx, {
      expired: turns.flatMap(({ expired }) => expired),
      postponed: turns.flatMap(({ postponed }) => postponed),
      now,
      until: new Date(now.getTime() + POSTPONED_MS * (1 + Math.random())),
    }),
  ]);
  const changes = lanes.map((lane) => {
    const own = byPartner.get(lane.partnerId) ?? [];
    const attempts = own.flatMap((turn) => turn.attempts).filter(({ delivery }) => recorded.has(delivery.deliveryId));
    const judged = judge(lane.health, attempts);
    const lastSuccessAt = lastSuccess(lane, attempts);
    return { lane: released({ ...lane, health: judged.health, lastSuccessAt }, own, terms), attempts, ...judged };
  });
  await settled([
    updateLanes(
      tx,
      changes.map(({ lane }) => lane),
    ),
    addCounts(tx, [
      ...countAttempts(changes.flatMap(({ attempts }) => attempts.map(toCounted))),
      ...givenUp.map((partnerId) => countGivenUp(partnerId, 1, now)),
    ]),
  ]);
  for (const { lane, transitions, pullForward } of changes) {
    for (const change of transitions) await announce(tx, context, lane.partnerId, change, terms);
    if (pullForward) await sendResume(tx, context, lane.partnerId);
  }
}

function outcomesOf({ lane, attempts }: FinishedTurn, schedule: Schedule | undefined): RecordedOutcome[] {
  return attempts.map((attempt) => {
    const { delivery, statusCode, errorKind, retryAfter, endedAt } = attempt;
    const outcome = { ok: errorKind === null, statusCode, retryAfter };
    return { attempt, url: lane.url, state: afterOutcome(delivery, outcome, endedAt, schedule) };
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

/** Applies the health rules to an attempt; also used by a dispatcher within a turn, to limit the deliveries in flight. */
export function healthAfter(health: Health, attempt: MadeAttempt) {
  const { delivery, errorKind, statusCode, endedAt } = attempt;
  return afterAttempt(health, {
    at: endedAt,
    ok: errorKind === null,
    statusCode,
    deliveryId: delivery.deliveryId,
    attemptNo: delivery.attemptCount + 1,
    exhausted: hasExhausted(attempt),
    isTest: delivery.eventType === TEST_EVENT,
  });
}

const hasExhausted = ({ delivery, errorKind }: MadeAttempt) =>
  errorKind !== null && delivery.attemptCount + 1 === DELIVERY_ATTEMPTS;

function lastSuccess({ lastSuccessAt: before }: HeldLane, attempts: readonly MadeAttempt[]): Date | null {
  const accepted = attempts.filter(({ errorKind }) => errorKind === null).map(({ endedAt }) => endedAt.getTime());
  return accepted.length === 0 ? before : new Date(Math.max(before?.getTime() ?? 0, ...accepted));
}

function toCounted(attempt: MadeAttempt): CountedAttempt {
  const { delivery, errorKind, durationMs, endedAt } = attempt;
  return { partnerId: delivery.partnerId, errorKind, durationMs, endedAt, exhausted: hasExhausted(attempt) };
}

/** Releases the lane, unless the lease has expired and another dispatcher holds it. */
function released(lane: HeldLane, turns: readonly FinishedTurn[], { releasedUntil }: RecordTerms): HeldLane {
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

/** Logs a transition and mails the partner's admins. */
export async function announce(
  tx: Tx,
  context: RecordContext,
  partnerId: string,
  { transition, health, at }: HealthStep,
  { portalUrl }: Pick<RecordTerms, 'portalUrl'>,
): Promise<void> {
  const reason = health.disabledReason;
  const details = { consecutiveFailures: health.consecutiveFailures, ...(reason !== null && { reason }) };
  const actor = { kind: 'Service', name: 'endpoint-health' } as const;
  await noteWebhookChange(tx, { partnerId, action: transition, actor, details }, at);
  await tellOfTransition(tx, context, { partnerId, transition, at, reason, portalUrl });
  context.logger.info({ partnerId, transition, reason }, 'receiver health changed');
}
