// The health of a receiver, derived from its attempts in the order in which they were recorded.
import { type DisabledReason, type EndpointStatus, HOUR_MS, WEBHOOK_GIVE_UP_HOURS } from '@onboarding/contract';

const FAILURES_TO_DEGRADE = 5;
const ATTEMPT_TO_DEGRADE = 5;
const RECENT_ATTEMPTS = 20;
const RECENT_ENOUGH = 10;
const SUCCESSES_TO_RECOVER = 3;
const CLEAN_TIME = HOUR_MS;
const TIME_TO_DISABLE = WEBHOOK_GIVE_UP_HOURS * HOUR_MS;
const FAILURES_TO_DISABLE = 20;

/** Internal state of the rules; stored as JSON, so times are in milliseconds. Empty before the first attempt. */
interface HealthMemory {
  /** The last attempts, oldest first: time, and 1 for a success. */
  recent?: [at: number, ok: 0 | 1][];
  /**
   * The current streak of failures: its start, its first delivery, and whether it includes another delivery, an exhausted
   * one, and a 410 at its end.
   */
  failingSince?: number;
  firstFailed?: string;
  severalFailed?: true;
  exhausted?: true;
  gone?: true;
  /** The current streak of successes. */
  successes?: number;
  succeedingSince?: number;
  /** Whether pending retries were pulled forward since the receiver became Degraded. */
  pulledForward?: true;
}

export interface Health {
  status: EndpointStatus;
  consecutiveFailures: number;
  degradedSince: Date | null;
  disabledAt: Date | null;
  disabledReason: DisabledReason | null;
  memory: HealthMemory;
}

export interface RecordedAttempt {
  at: Date;
  ok: boolean;
  statusCode: number | null;
  deliveryId: string;
  attemptNo: number;
  /** Whether it was the last attempt of its delivery, and failed. */
  exhausted: boolean;
  isTest: boolean;
}

export type Transition = 'Degraded' | 'Disabled' | 'Recovered';

export interface HealthChange {
  health: Health;
  transition: Transition | null;
  /** Whether pending retries should be sent soon, spread out. */
  pullForward: boolean;
}

export function freshHealth(): Health {
  return {
    status: 'Active',
    consecutiveFailures: 0,
    degradedSince: null,
    disabledAt: null,
    disabledReason: null,
    memory: {},
  };
}

/**
 * A failed test does not count, since it may be a partner's first attempt; a successful one counts like any other success.
 * Attempts after disabling are ignored: only people can enable a receiver.
 */
export function afterAttempt(health: Health, attempt: RecordedAttempt): HealthChange {
  if (health.status === 'Disabled' || (attempt.isTest && !attempt.ok))
    return { health, transition: null, pullForward: false };
  // An hour without failures before this attempt has already made the receiver Active.
  const quiet = afterQuiet(health, attempt.at);
  const change = attempt.ok ? afterSuccess(quiet.health, attempt) : afterFailure(quiet.health, attempt);
  return { ...change, transition: change.transition ?? quiet.transition };
}

/** When a Degraded receiver becomes Active without another attempt; null while it still needs a success. */
export function quietUntil(health: Health): Date | null {
  const since = health.memory.succeedingSince;
  return health.status === 'Degraded' && since !== undefined ? new Date(since + CLEAN_TIME) : null;
}

/** Applies the half of the rule "a success and an hour without failures" that no attempt can trigger. */
export function afterQuiet(health: Health, now: Date): HealthChange {
  const until = quietUntil(health);
  if (until === null || now < until) return { health, transition: null, pullForward: false };
  // Resets the state: the attempts that made it Degraded must not do so again at the next failure.
  return { health: freshHealth(), transition: 'Recovered', pullForward: false };
}

function afterSuccess(health: Health, { at }: RecordedAttempt): HealthChange {
  const { memory } = health;
  const degraded = health.status === 'Degraded';
  const successes = (memory.successes ?? 0) + 1;
  const better: Health = {
    ...health,
    consecutiveFailures: 0,
    memory: {
      recent: withRecent(memory, at, 1),
      // Counted only while Degraded, so that a healthy receiver's memory contains only its recent attempts.
      ...(degraded && { successes, succeedingSince: memory.succeedingSince ?? at.getTime(), pulledForward: true }),
    },
  };
  if (degraded && successes >= SUCCESSES_TO_RECOVER)
    return { health: freshHealth(), transition: 'Recovered', pullForward: false };
  return { health: better, transition: null, pullForward: degraded && memory.pulledForward !== true };
}

function afterFailure(health: Health, attempt: RecordedAttempt): HealthChange {
  const { memory } = health;
  const at = attempt.at.getTime();
  const severalFailed =
    memory.severalFailed === true || (memory.firstFailed !== undefined && memory.firstFailed !== attempt.deliveryId);
  const worse: Health = {
    ...health,
    consecutiveFailures: health.consecutiveFailures + 1,
    memory: {
      recent: withRecent(memory, attempt.at, 0),
      failingSince: memory.failingSince ?? at,
      firstFailed: memory.firstFailed ?? attempt.deliveryId,
      ...(severalFailed && { severalFailed }),
      ...((memory.exhausted === true || attempt.exhausted) && { exhausted: true }),
      ...(attempt.statusCode === 410 && { gone: true }),
      ...(memory.pulledForward === true && { pulledForward: true }),
    },
  };
  if (attempt.statusCode === 410 && memory.gone === true) return disabled(worse, attempt.at, 'Gone');
  if (health.status === 'Degraded')
    return isProvenDead(worse, at)
      ? disabled(worse, attempt.at, 'NoSuccess')
      : { health: worse, transition: null, pullForward: false };
  if (!isFailing(worse, attempt)) return { health: worse, transition: null, pullForward: false };
  return {
    health: { ...worse, status: 'Degraded', degradedSince: attempt.at },
    transition: 'Degraded',
    pullForward: false,
  };
}

function isFailing(health: Health, attempt: RecordedAttempt): boolean {
  if (attempt.attemptNo === ATTEMPT_TO_DEGRADE) return true;
  if (health.consecutiveFailures >= FAILURES_TO_DEGRADE && health.memory.severalFailed === true) return true;
  const recent = (health.memory.recent ?? []).filter(([at]) => at > attempt.at.getTime() - HOUR_MS);
  const failures = recent.filter(([, ok]) => ok === 0).length;
  return recent.length >= RECENT_ENOUGH && failures * 2 >= recent.length;
}

/**
 * The 72 hours are those of the streak, not those since the last success: a receiver that had nothing to receive for three
 * days must not be disabled after one bad day. The streak is therefore longer than 24 hours, and only the number of failures
 * is checked.
 */
function isProvenDead({ consecutiveFailures, memory }: Health, now: number): boolean {
  return (
    now - (memory.failingSince ?? now) >= TIME_TO_DISABLE &&
    (memory.exhausted === true || consecutiveFailures >= FAILURES_TO_DISABLE)
  );
}

function disabled(health: Health, at: Date, reason: DisabledReason): HealthChange {
  return {
    health: { ...health, status: 'Disabled', disabledAt: at, disabledReason: reason },
    transition: 'Disabled',
    pullForward: false,
  };
}

function withRecent(memory: HealthMemory, at: Date, ok: 0 | 1): [number, 0 | 1][] {
  return [...(memory.recent ?? []), [at.getTime(), ok] as [number, 0 | 1]].slice(-RECENT_ATTEMPTS);
}
