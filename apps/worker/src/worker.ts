// The worker process: jobs (document checks among them), screening, and the webhook dispatcher.

import { requireCountryDecisions } from '@onboarding/domain/requirements';
import { ARRIVALS_CHANNEL, type ConfirmPoint } from '@onboarding/domain/uploads';
import { WORK_CHANNEL, type Work, worksIn } from '@onboarding/domain/waking';
import { DISPATCHER_SETTINGS } from '@onboarding/domain/webhooks';
import { openAnchors } from '@onboarding/platform/anchors';
import { openKeyRing } from '@onboarding/platform/crypto';
import { type Clock, systemClock } from '@onboarding/platform/ids';
import { createJobs, type JobRunner, startJobs } from '@onboarding/platform/jobs';
import type { Logger } from '@onboarding/platform/logger';
import { openMailer } from '@onboarding/platform/mail';
import { createNotifier, type Listener, openListener, TRANSACTION_LIMITS } from '@onboarding/platform/postgres';
import { createGuard, createSender } from '@onboarding/platform/safe-http';
import {
  createPolls,
  endBecause,
  type Foundation,
  type Hindrance,
  observeRequests,
  openHttpServer,
  type Polls,
  runService,
  serveHealth,
} from '@onboarding/platform/service';
import { guardOptions } from '@onboarding/settings';
import { type AnchorWork, anchorWarnings, openAnchorWork } from './anchors/anchors.ts';
import { startAuditStream } from './audit-stream/audit-stream.ts';
import { readWorkerConfig, sitesOf, type WorkerConfig } from './config.ts';
import { type LoopName, startDispatcher } from './dispatcher/dispatcher.ts';
import { dispatcherMetrics } from './dispatcher/metrics.ts';
import { type FaultPoint as DispatcherPoint, SLOTS, type Timings, timingsFor } from './dispatcher/tuning.ts';
import { openDocuments } from './documents/documents.ts';
import { retentionMetrics } from './housekeeping/retention-metrics.ts';
import { upkeepMetrics } from './housekeeping/upkeep-metrics.ts';
import { takeUpDuties, type WorkerParts } from './jobs/jobs.ts';
import { stalledWork, untilStarted } from './polling/readiness.ts';
import { startReviews } from './reviews/reviews.ts';
import { startSandbox } from './sandbox/sandbox.ts';
import { openScreeningWork } from './screening/screening.ts';

export type { Timings };
export type FaultPoint = DispatcherPoint | ConfirmPoint;

const DISPATCHER_CONNECTIONS = 6;

/** For tests only: production passes nothing. */
export interface WorkerOptions {
  clock?: Clock;
  /** Called at each of the named points, and may wait there forever. */
  faultPoint?: (name: FaultPoint) => Promise<void>;
  timings?: Partial<Timings>;
}

export function startWorker(options: WorkerOptions = {}): Promise<void> {
  // The default of the database role is for the job queue, which needs a longer limit.
  const { statement_timeout } = TRANSACTION_LIMITS;
  return runService('worker', readWorkerConfig, (foundation, config) => openWorker(foundation, config, options), {
    statement_timeout,
  });
}

export async function openWorker(foundation: Foundation, config: WorkerConfig, options: WorkerOptions) {
  const { logger, registry, db } = foundation;
  const clock = options.clock ?? systemClock;
  const environment = config.ENVIRONMENT;
  await requireCountryDecisions(db, { environment, logger, onMissing: (error) => endBecause(logger, error) });
  const polls = createPolls(registry, Math.max(config.JOBS_STALLED_AFTER_SECONDS, 3 * config.JOBS_POLL_SECONDS));
  let anchors: AnchorWork | undefined;
  const alsoHindering = () => stalledWork(polls) ?? anchors?.hindrance();
  const { app, health } = await listenForProbes(foundation, config, clock, alsoHindering);

  const runner = await untilStarted(() => startRunner(foundation, config), logger);
  const context = { db, clock, keys: openKeyRing(config.KEY_RING), logger, jobs: createJobs() };
  upkeepMetrics(registry, context);
  const notifier = createNotifier({ url: config.DATABASE_URL, channel: WORK_CHANNEL, logger });
  foundation.onWoken((works) => notifier.notify(works));
  const roles = await openRoles(foundation, config, context, options.faultPoint);
  const { auditStream, documents, mailer, reviews, screening } = roles;
  ({ anchors } = roles);
  const parts = {
    ...roles,
    context,
    ...sitesOf(config),
    retryDeadLetter: (jobId: string) => runner.retryDeadLetter(jobId),
    discardDeadLetter: (jobId: string) => runner.discardDeadLetter(jobId),
  };
  await takeUpDuties(runner, config.WORKER_ROLES, parts, polls);
  const sandbox = config.sandbox === undefined ? undefined : startSandbox(foundation, config.sandbox, context);
  const webhooks = startWebhooks(foundation, config, options, parts, polls);
  const wakes: Wakes = {
    Events: webhooks && (() => webhooks.wake('fanOut')),
    Lanes: webhooks && (() => webhooks.wake('lanes')),
    Flags: reviews && (() => reviews.wake()),
    Screenings: screening && (() => screening.wake()),
  };
  const listener = listen(config, logger, wakes, documents && (() => documents.wake()));
  return {
    drain: () => health.drain(),
    async close() {
      await listener?.close();
      await Promise.all([
        runner.stop(),
        webhooks?.stop(),
        reviews?.stop(),
        screening?.close(),
        sandbox?.close(),
        documents?.close(),
        auditStream?.close(),
      ]);
      mailer?.close();
      anchors?.close();
      await notifier.close();
      await app.close();
    },
  };
}

async function listenForProbes(
  { logger, registry, db }: Foundation,
  config: WorkerConfig,
  clock: Clock,
  alsoHindering: () => Hindrance | undefined,
) {
  const encryptedOnly = config.ENVIRONMENT !== 'development';
  // No request has a body.
  const app = openHttpServer({ logger, encryptedOnly, rehearsal: config.REHEARSAL }, { bodyLimit: 1_024 });
  observeRequests(app, registry);
  const health = serveHealth(app, { service: 'worker', db, clock, registry, alsoHindering });
  await app.listen({ host: config.HOST, port: config.PORT });
  return { app, health };
}

function startRunner({ logger, registry, observePool }: Foundation, config: WorkerConfig): Promise<JobRunner> {
  return startJobs({
    url: config.DATABASE_URL,
    logger,
    registry,
    onPool: observePool,
    pollSeconds: config.JOBS_POLL_SECONDS,
    superviseSeconds: config.JOBS_SUPERVISE_SECONDS,
  });
}

/** The work of the configured roles; undefined for those that this process does not have. */
async function openRoles(
  foundation: Foundation,
  config: WorkerConfig,
  context: WorkerParts['context'],
  faultPoint: WorkerOptions['faultPoint'],
) {
  const { registry } = foundation;
  const mailer = config.mail === undefined ? undefined : openMailer(config.mail);
  const documents =
    config.documents === undefined ? undefined : await openDocuments(config.documents, context, registry, faultPoint);
  const screening = config.screening === undefined ? undefined : openScreeningWork(config.screening, context, registry);
  const reviews = config.WORKER_ROLES.includes('reviews') ? startReviews(context, registry) : undefined;
  const anchors = startAnchors(foundation, config, context);
  const auditStream =
    config.auditStream === undefined ? undefined : startAuditStream(config.auditStream, context, registry);
  const house = config.WORKER_ROLES.includes('housekeeping')
    ? { retention: config.retention, metrics: retentionMetrics(registry) }
    : undefined;
  return { mailer, documents, screening, reviews, anchors, auditStream, house };
}

/** What starts each kind of work; undefined for those that this process does not do. */
type Wakes = Record<Work, (() => void) | undefined>;

/** Opens one connection for all channels, or none if no role needs notifications. */
function listen(
  config: WorkerConfig,
  logger: Logger,
  wakes: Wakes,
  onArrivals: (() => void) | undefined,
): Listener | undefined {
  const onWork = (payload: string) => {
    for (const work of worksIn(payload)) wakes[work]?.();
  };
  const channels = {
    ...(Object.values(wakes).some((wake) => wake !== undefined) ? { [WORK_CHANNEL]: onWork } : {}),
    ...(onArrivals === undefined ? {} : { [ARRIVALS_CHANNEL]: onArrivals }),
  };
  if (Object.keys(channels).length === 0) return undefined;
  return openListener({ url: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, channels, logger });
}

function startAnchors({ logger, registry }: Foundation, config: WorkerConfig, context: WorkerParts['context']) {
  if (!config.WORKER_ROLES.includes('housekeeping')) return undefined;
  const { anchors: place } = config;
  for (const warning of anchorWarnings(config)) logger.warn(warning);
  const target = place === undefined ? undefined : openAnchors(place);
  const work = openAnchorWork(registry, context, target, config.anchorMinutes);
  void work.look();
  return work;
}

function startWebhooks(
  { registry, openPool }: Foundation,
  config: WorkerConfig,
  { faultPoint = async () => {}, timings = {} }: WorkerOptions,
  { context, portalUrl }: WorkerParts,
  polls: Polls,
) {
  if (!config.WORKER_ROLES.includes('webhooks')) return undefined;
  const db = openPool({ name: 'dispatcher', poolSize: DISPATCHER_CONNECTIONS, serverSettings: DISPATCHER_SETTINGS });
  const receiverMs = config.WEBHOOK_TIMEOUT_SECONDS * 1_000;
  const sender = createSender({ guard: createGuard(guardOptions(config)), timeoutMs: receiverMs });
  const dispatcher = startDispatcher({
    context: { ...context, db },
    sender,
    metrics: dispatcherMetrics(registry),
    portalUrl,
    schedule: { retrySeconds: config.WEBHOOK_RETRY_SECONDS },
    timings: { ...timingsFor(receiverMs), ...timings },
    slots: SLOTS,
    faultPoint,
  });
  for (const [queue, loop] of [
    ['event_outbox', 'fanOut'],
    ['webhook_lanes', 'lanes'],
  ] as const)
    polls.watch({ queue, role: 'webhooks', lastPollAt: () => dispatcher.lastRoundAt(loop) });
  return {
    wake: (loop: LoopName) => dispatcher.wake(loop),
    async stop() {
      await dispatcher.stop();
      await sender.close();
      await db.close();
    },
  };
}
