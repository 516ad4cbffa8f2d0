// The parts of a dispatcher one by one: fake lanes, deliveries and receivers.
import type { DueDelivery, LeasedLane } from '@onboarding/domain/webhooks';
import { uuidv7 } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import type { Sender, SendOutcome } from '@onboarding/platform/safe-http';
import { dispatcherMetrics } from '../../apps/worker/src/dispatcher/metrics.ts';
import { type DispatcherParts, SLOTS } from '../../apps/worker/src/dispatcher/tuning.ts';
import { TIMINGS } from './dispatcher.ts';
import { keys } from './dispatching.ts';

type Posted = Parameters<Sender['post']>[0];

const answered = { ours: false, statusCode: 200, errorKind: null, excerpt: 'ok', retryAfter: null, durationMs: 1 };
export const ACCEPTED = answered as SendOutcome;
export const refused = (statusCode: number): SendOutcome => ({
  ...(answered as SendOutcome & { ours: false }),
  statusCode,
  errorKind: 'HttpStatus',
});

export interface HeldSender extends Sender {
  posts: Posted[];
  /** Answers the waiting requests, the oldest first; defaults to all of them. */
  answer(outcome?: SendOutcome, count?: number): void;
}

/** Every request waits until the test answers it. */
export function holdSender(): HeldSender {
  const posts: Posted[] = [];
  const waiting: ((outcome: SendOutcome) => void)[] = [];
  return {
    posts,
    post(posted) {
      posts.push(posted);
      return new Promise((resolve) => waiting.push(resolve));
    },
    answer(outcome = ACCEPTED, count = waiting.length) {
      for (const resolve of waiting.splice(0, count)) resolve(outcome);
    },
    close: async () => {},
  };
}

/** Answers each request at once. */
export const sendBy = (post: (posted: Posted) => SendOutcome): Sender => ({
  post: async (posted) => post(posted),
  close: async () => {},
});

/** Without a database: any transaction fails. */
const NO_DATABASE: Db = {
  transaction: () => Promise.reject(new Error('This test has no database')),
  close: async () => {},
};

export interface BareParts extends DispatcherParts {
  registry: Registry;
  /** Logged warnings and errors. */
  log: { level: string; msg: string }[];
}

export function bareDispatcherParts(
  changes: Partial<Omit<DispatcherParts, 'context'>> & Partial<Pick<DispatcherParts['context'], 'clock' | 'db'>> = {},
): BareParts {
  const { clock = { now: () => new Date() }, db = NO_DATABASE, ...others } = changes;
  const registry = new Registry();
  const log: BareParts['log'] = [];
  const logger = createLogger(
    { service: 'worker', level: 'warn' },
    { write: (line) => void log.push(JSON.parse(line)) },
  );
  return {
    context: { clock, db, keys, logger, jobs: createJobs() },
    sender: sendBy(() => ACCEPTED),
    metrics: dispatcherMetrics(registry),
    portalUrl: 'https://portal.example',
    schedule: {},
    timings: { ...TIMINGS, tryAgainMs: 1 },
    slots: SLOTS,
    faultPoint: async () => {},
    registry,
    log,
    ...others,
  };
}

/** With a receiver that accepted its last delivery, so that it gets several at once. */
export function madeLane(changes: Partial<LeasedLane> = {}): LeasedLane {
  return {
    partnerId: crypto.randomUUID(),
    leaseId: crypto.randomUUID(),
    url: 'https://hooks.receivers.example/',
    secret: Buffer.alloc(0),
    previousSecret: null,
    previousSecretExpiresAt: null,
    health: {
      status: 'Active',
      consecutiveFailures: 0,
      degradedSince: null,
      disabledAt: null,
      disabledReason: null,
      memory: { recent: [[0, 1]] },
    },
    resumedAt: null,
    ...changes,
  };
}

export function madeDeliveries(count: number, changes: Partial<DueDelivery> = {}): DueDelivery[] {
  return Array.from({ length: count }, () => ({
    partnerId: crypto.randomUUID(),
    deliveryId: uuidv7(new Date()),
    eventId: uuidv7(new Date()),
    eventType: 'business.profile.updated',
    class: 'First' as const,
    attemptCount: 0,
    nextAttemptAt: new Date(),
    isReplay: false,
    body: '{}',
    traceparent: null,
    ...changes,
  }));
}
