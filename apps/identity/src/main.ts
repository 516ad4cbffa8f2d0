import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { runService } from '@onboarding/platform/service';
import { buildIdentity } from './app.ts';
import { readIdentityConfig } from './config.ts';

await runService('identity', readIdentityConfig, async ({ logger, registry, db }, config) => {
  const context = { db, clock: systemClock, keys: openKeyRing(config.KEY_RING), logger, jobs: createJobs() };
  const { app, health } = await buildIdentity({ context, registry, config });
  await app.listen({ host: config.HOST, port: config.PORT });
  return { drain: () => health.drain(), close: () => app.close() };
});
