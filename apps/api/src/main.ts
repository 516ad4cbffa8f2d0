import { createCatalogueSource } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { runService } from '@onboarding/platform/service';
import { createJwksSource, createTokenVerifier, httpJwks } from '@onboarding/platform/tokens';
import { buildApp } from './app.ts';
import { readApiConfig } from './config.ts';

await runService('api', readApiConfig, async ({ logger, registry, db }, config) => {
  const tokens = createTokenVerifier({
    issuer: config.TOKEN_ISSUER,
    audience: config.TOKEN_AUDIENCE,
    jwks: createJwksSource(httpJwks(config.TOKEN_JWKS_URL), systemClock),
    clock: systemClock,
  });
  const context = {
    db,
    jobs: createJobs(),
    clock: systemClock,
    keys: openKeyRing(config.KEY_RING),
    logger,
    catalogue: createCatalogueSource(db, systemClock),
  };
  const { app, health } = await buildApp({ context, tokens, registry });
  await app.listen({ host: config.HOST, port: config.PORT });
  return { drain: () => health.drain(), close: () => app.close() };
});
