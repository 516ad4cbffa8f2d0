import { requireCountryDecisions } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { openLimits } from '@onboarding/platform/limits';
import { endBecause, runService } from '@onboarding/platform/service';
import { sharedLimitsAt } from '@onboarding/settings';
import { buildIdentity } from './app.ts';
import { readIdentityConfig } from './config.ts';

await runService('identity', readIdentityConfig, async ({ logger, registry, db }, config) => {
  const environment = config.ENVIRONMENT;
  await requireCountryDecisions(db, { environment, logger, onMissing: (error) => endBecause(logger, error) });
  const context = { db, clock: systemClock, keys: openKeyRing(config.KEY_RING), logger, jobs: createJobs() };
  const limits = await openLimits({ redisUrl: sharedLimitsAt(config), logger, registry });
  const { app, health } = await buildIdentity({ context, registry, limits, config });
  await app.listen({ host: config.HOST, port: config.PORT });
  return {
    drain: () => health.drain(),
    async close() {
      await app.close();
      await limits.close();
    },
  };
});
