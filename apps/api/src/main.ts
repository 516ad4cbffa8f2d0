import { join } from 'node:path';
import { GIB_BYTES } from '@onboarding/contract';
import { createPartnerLimitsSource } from '@onboarding/domain/partners';
import { createCatalogueSource, requireCountryDecisions } from '@onboarding/domain/requirements';
import { ARRIVALS_CHANNEL, createInspector } from '@onboarding/domain/uploads';
import { WORK_CHANNEL } from '@onboarding/domain/waking';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { openLimits } from '@onboarding/platform/limits';
import { createNotifier } from '@onboarding/platform/postgres';
import { openObjectStore, requireProtection, storageMetrics } from '@onboarding/platform/s3';
import { endBecause, type Foundation, runService } from '@onboarding/platform/service';
import { sharedLimitsAt, storageOptions } from '@onboarding/settings';
import { buildApp } from './app.ts';
import { type ApiConfig, readApiConfig } from './config.ts';
import { eventSecretsOf, partsFrom, ratesOf, sitesOf, tokenVerifierOf } from './settings/parts.ts';

/** Where `npm run build` puts the sites. */
const BUILT_SITES = join(import.meta.dirname, '../../../.build/sites');
/** Few, because there are few operators. */
const OPERATORS_CONNECTIONS = 2;

await runService('api', readApiConfig, openApi);

async function openApi(foundation: Foundation, config: ApiConfig) {
  const { logger, registry, db, onWoken, openPool } = foundation;
  const environment = config.ENVIRONMENT;
  await requireCountryDecisions(db, { environment, logger, onMissing: (error) => endBecause(logger, error) });
  const tokens = tokenVerifierOf(config);
  const protection = await requireProtection(storageOptions(config), {
    logger,
    onOpen: (error) => endBecause(logger, error),
  });
  const context = contextOf(foundation, config);
  const counts = await openLimits({ redisUrl: sharedLimitsAt(config), logger, registry });
  const notifier = createNotifier({ url: config.DATABASE_URL, channel: WORK_CHANNEL, logger });
  onWoken((works) => notifier.notify(works));
  const arrivals = createNotifier({ url: config.DATABASE_URL, channel: ARRIVALS_CHANNEL, logger });
  const inspector = createInspector({ logger });
  const secrets = eventSecretsOf(config);
  const openOwnPool = (name: string, url: string | undefined, poolSize: number) =>
    url === undefined ? undefined : openPool({ name, url, poolSize });
  const staffDb = openOwnPool('api-staff', config.STAFF_DATABASE_URL, config.DATABASE_POOL_SIZE);
  const operationsDb = openOwnPool('api-operations', config.OPERATIONS_DATABASE_URL, OPERATORS_CONNECTIONS);
  const { app, health } = await buildApp({
    ...partsFrom(config, BUILT_SITES),
    context,
    staffDb,
    operationsDb,
    tokens,
    registry,
    inspector,
    storageEvents: secrets.length === 0 ? undefined : { secrets, onArrivals: () => arrivals.notify() },
    sites: sitesOf(config, context),
    limits: { counts, partners: createPartnerLimitsSource(db, systemClock), ...ratesOf(config) },
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  return {
    drain: () => health.drain(),
    async close() {
      await app.close();
      await counts.close();
      await staffDb?.close();
      await operationsDb?.close();
      await Promise.all([notifier.close(), arrivals.close()]);
      protection.stop();
      context.storage.close();
      await inspector.close();
    },
  };
}

function contextOf({ db, logger, registry }: Foundation, config: ApiConfig) {
  return {
    db,
    jobs: createJobs(),
    clock: systemClock,
    keys: openKeyRing(config.KEY_RING),
    logger,
    catalogue: createCatalogueSource(db, systemClock),
    storage: openObjectStore(storageOptions(config), storageMetrics(registry)),
    openedDocuments: config.APPROVAL_NEEDS_OPENED_DOCUMENTS,
    uploadBytesPerDay: config.UPLOAD_GIB_PER_DAY * GIB_BYTES,
  };
}
