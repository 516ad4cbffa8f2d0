// The worker process: jobs, among them those that confirm documents, screening, and the dispatcher of webhooks.
import { setTimeout as delay } from 'node:timers/promises';
import type { ConfirmPoint } from '@onboarding/domain/uploads';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
import { openAnchors } from '@onboarding/platform/anchors';
import { openKeyRing } from '@onboarding/platform/crypto';
import { type Clock, systemClock } from '@onboarding/platform/ids';
import { createJobs, type JobRunner, type RunnerOptions, startJobs } from '@onboarding/platform/jobs';
import { openMailer } from '@onboarding/platform/mail';
import { createNotifier, openListener } from '@onboarding/platform/postgres';
import { createGuard, createSender, guardOptions } from '@onboarding/platform/safe-http';
import {
  createPolls,
  type Foundation,
  type Hindrance,
  observeRequests,
  openDoor,
  type Polls,
  runService,
  serveHealth,
} from '@onboarding/platform/service';
import { anchorMetrics } from './anchors.ts';
import { readWorkerConfig, type WorkerConfig } from './config.ts';
import { startDispatcher } from './dispatcher/dispatcher.ts';
import { dispatcherMetrics } from './dispatcher/metrics.ts';
import {
  type FaultPoint as DispatcherPoint,
  SERVER_SETTINGS,
  SLOTS,
  TIMINGS,
  type Timings,
} from './dispatcher/terms.ts';
import { openDocuments } from './documents/documents.ts';
import { takeUpDuties, type WorkerParts } from './jobs.ts';
import { startReviews } from './reviews/reviews.ts';
import { startSandbox } from './sandbox/sandbox.ts';
import { openScreeningWork } from './screening/screening.ts';

export type { Timings };
export type FaultPoint = DispatcherPoint | ConfirmPoint;

const TRY_AGAIN_MS = 2_000;
const DISPATCHER_CONNECTIONS = 6;

/** For tests only: production passes nothing. */
export interface WorkerOptions {
  clock?: Clock;
  /** Called at each of the named points, and may wait there for ever. */
  faultPoint?: (name: FaultPoint) => Promise<void>;
  timings?: Partial<Timings>;
}

export function startWorker(options: WorkerOptions = {}): Promise<void> {
  return runService('worker', readWorkerConfig, (foundation, config) => start(foundation, config, options));
}

async function start(foundation: Foundation, config: WorkerConfig, options: WorkerOptions) {
  const { logger, registry, db } = foundation;
  const clock = options.clock ?? systemClock;
  const encryptedOnly = config.ENVIRONMENT !== 'development';
  // Nobody has anything to send here.
  const app = openDoor({ logger, encryptedOnly }, { bodyLimit: 1_024 });
  observeRequests(app, registry);
  const polls = createPolls(registry, Math.max(config.JOBS_STALLED_AFTER_SECONDS, 3 * config.JOBS_POLL_SECONDS));
  const health = serveHealth(app, 'worker', db, clock, () => stalledWork(polls));
  await app.listen({ host: config.HOST, port: config.PORT });

  const mailer = config.mail === undefined ? undefined : openMailer(config.mail);
  const runner = await untilStarted({
    url: config.DATABASE_URL,
    logger,
    registry,
    pollSeconds: config.JOBS_POLL_SECONDS,
    superviseSeconds: config.JOBS_SUPERVISE_SECONDS,
  });
  const context = { db, clock, keys: openKeyRing(config.KEY_RING), logger, jobs: createJobs() };
  const documents =
    config.documents === undefined
      ? undefined
      : await openDocuments(config.documents, config.DATABASE_URL, context, registry, options.faultPoint);
  const events = createNotifier({ url: config.DATABASE_URL, channel: DISPATCHER_CHANNEL, logger });
  const screening =
    config.screening === undefined
      ? undefined
      : openScreeningWork(config.screening, config.DATABASE_URL, context, registry, () => events.notify());
  const reviews = config.WORKER_ROLES.includes('reviews') ? startReviews(context, registry) : undefined;
  const anchors = openAnchorWork(foundation, config, context);
  const parts = {
    context,
    anchors,
    mailer,
    portalUrl: config.PORTAL_URL,
    documents: documents?.parts,
    reviews,
    screening,
    onEvents: () => events.notify(),
  };
  await takeUpDuties(runner, config.WORKER_ROLES, parts, polls);
  documents?.listen(runner);
  reviews?.listen(config.DATABASE_URL);
  screening?.listen();
  const sandbox =
    config.sandbox === undefined
      ? undefined
      : startSandbox(foundation, { ...config.sandbox, workerUrl: config.DATABASE_URL }, context);
  const webhooks = config.WORKER_ROLES.includes('webhooks')
    ? startWebhooks(foundation, config, options, parts, polls)
    : undefined;
  return {
    drain: () => health.drain(),
    async close() {
      await Promise.all([runner.stop(), webhooks?.stop(), reviews?.stop(), screening?.close(), sandbox?.close()]);
      mailer?.close();
      anchors?.close();
      await Promise.all([documents?.close(), events.close()]);
      await app.close();
    },
  };
}

function openAnchorWork({ logger, registry }: Foundation, config: WorkerConfig, context: WorkerParts['context']) {
  if (!config.WORKER_ROLES.includes('housekeeping')) return undefined;
  anchorMetrics(registry, context);
  if (config.anchors !== undefined) return openAnchors(config.anchors);
  if (config.ENVIRONMENT === 'production') {
    logger.warn(
      'AUDIT_ANCHORS is not set: whoever owns the database and holds the key ring can rewrite the audit trail unseen',
    );
  }
  return undefined;
}

function startWebhooks(
  { logger, registry, openPool }: Foundation,
  config: WorkerConfig,
  { faultPoint = async () => {}, timings = {} }: WorkerOptions,
  { context, portalUrl }: WorkerParts,
  polls: Polls,
) {
  const db = openPool({ name: 'dispatcher', poolSize: DISPATCHER_CONNECTIONS, serverSettings: SERVER_SETTINGS });
  const sender = createSender({ guard: createGuard(guardOptions(config)) });
  const dispatcher = startDispatcher({
    context: { ...context, db },
    sender,
    metrics: dispatcherMetrics(registry),
    portalUrl,
    timings: { ...TIMINGS, ...timings },
    slots: SLOTS,
    faultPoint,
  });
  for (const [queue, loop] of [
    ['event_outbox', 'fanOut'],
    ['webhook_lanes', 'lanes'],
  ] as const)
    polls.watch({ queue, role: 'webhooks', lastPollAt: () => dispatcher.lastRoundAt(loop) });
  const listener = openListener({
    url: config.DATABASE_URL,
    channel: DISPATCHER_CHANNEL,
    logger,
    onNotified: () => dispatcher.wake(),
  });
  return {
    async stop() {
      await dispatcher.stop();
      await Promise.all([listener.close(), sender.close()]);
      await db.close();
    },
  };
}

function stalledWork(polls: Polls): Hindrance | undefined {
  const queues = polls.stalled();
  return queues.length === 0 ? undefined : { status: 'work is not looked for', code: 'NotPolled', about: queues };
}

/** A database that is away, or not migrated yet, is waited for: liveness is answered meanwhile, readiness refused. */
async function untilStarted(options: RunnerOptions): Promise<JobRunner> {
  for (;;) {
    try {
      return await startJobs(options);
    } catch (error) {
      options.logger.warn({ err: error }, 'the job queue cannot be used yet; trying again');
      await delay(TRY_AGAIN_MS);
    }
  }
}
