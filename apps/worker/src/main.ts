import { setTimeout as delay } from 'node:timers/promises';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs, type JobRunner, type RunnerOptions, startJobs } from '@onboarding/platform/jobs';
import { openMailer } from '@onboarding/platform/mail';
import { observeRequests, runService, serveHealth } from '@onboarding/platform/service';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { readWorkerConfig } from './config.ts';
import { takeUpDuties } from './jobs.ts';

const TRY_AGAIN_MS = 2_000;

await runService('worker', readWorkerConfig, async ({ logger, registry, db }, config) => {
  // Widened, or the logger's own type would go into every type that mentions the app.
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({ loggerInstance, logController: new LogController({ disableRequestLogging: true }) });
  observeRequests(app, registry);
  const health = serveHealth(app, 'worker', db, systemClock);
  await app.listen({ host: config.HOST, port: config.PORT });

  const mailer = config.mail === undefined ? undefined : openMailer(config.mail);
  const runner = await untilStarted({
    url: config.DATABASE_URL,
    logger,
    registry,
    pollSeconds: config.JOBS_POLL_SECONDS,
    superviseSeconds: config.JOBS_SUPERVISE_SECONDS,
  });
  const context = { db, clock: systemClock, keys: openKeyRing(config.KEY_RING), logger, jobs: createJobs() };
  await takeUpDuties(runner, config.WORKER_ROLES, { context, mailer, portalUrl: config.PORTAL_URL });
  return {
    drain: () => health.drain(),
    async close() {
      await runner.stop();
      mailer?.close();
      await app.close();
    },
  };
});

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
