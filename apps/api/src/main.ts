import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@onboarding/domain';
import { createCatalogueSource } from '@onboarding/domain/requirements';
import { ConfigError } from '@onboarding/platform/config';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics, type Registry } from '@onboarding/platform/metrics';
import { databaseMetrics, openDatabase } from '@onboarding/platform/postgres';
import { createJwksSource, createTokenVerifier, httpJwks } from '@onboarding/platform/tokens';
import { startTracing } from '@onboarding/platform/tracing';
import { buildApp } from './app.ts';
import { type ApiConfig, readApiConfig } from './config.ts';
import { keepPartitionsAhead } from './partitions.ts';

const STOP_WITHIN_MS = 20_000;

async function run(config: ApiConfig): Promise<void> {
  const logger = createLogger({ service: 'api', level: config.LOG_LEVEL });
  const tracing = startTracing('api', config.OTLP_TRACES_URL);
  const registry = createMetrics('api');
  const db = openDatabase({
    url: config.DATABASE_URL,
    applicationName: 'onboarding-api',
    poolSize: config.DATABASE_POOL_SIZE,
    metrics: databaseMetrics(registry),
    onIdleError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
  });
  const context: Context = {
    db,
    clock: systemClock,
    keys: openKeyRing(config.KEY_RING),
    logger,
    catalogue: createCatalogueSource(db, systemClock),
  };
  const tokens = createTokenVerifier({
    issuer: config.TOKEN_ISSUER,
    audience: config.TOKEN_AUDIENCE,
    jwks: createJwksSource(httpJwks(config.TOKEN_JWKS_URL), systemClock),
    clock: systemClock,
  });
  const { app, health } = await buildApp({ context, tokens, registry });
  const partitions = keepPartitionsAhead(db, logger);
  const metricsServer = serveMetrics(registry, config);
  await app.listen({ host: config.HOST, port: config.PORT });
  logger.info({ port: config.PORT, environment: config.ENVIRONMENT }, 'listening');

  async function stop(signal: string): Promise<void> {
    logger.info({ signal }, 'stopping');
    setTimeout(
      () => {
        logger.error('could not stop in time');
        process.exit(1);
      },
      STOP_WITHIN_MS + config.DRAIN_SECONDS * 1000,
    ).unref();
    health.drain();
    await delay(config.DRAIN_SECONDS * 1000);
    partitions.stop();
    // Stops listening, lets requests under way finish, then closes.
    await app.close();
    metricsServer.close();
    await db.close();
    await tracing.stop();
    logger.info('stopped');
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
}

function serveMetrics(registry: Registry, config: ApiConfig) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  return server.listen(config.METRICS_PORT, config.HOST);
}

try {
  await run(readApiConfig());
} catch (error) {
  // Before the logger is there, and for a person: plain words on standard error.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
