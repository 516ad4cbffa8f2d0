// A realistic mix of reads, lists, updates and creates, 10 : 2 : 2 : 1, compared with PostgreSQL alone running the
// statements of the same mix on the same rows.
import { createCatalogueSource } from '@onboarding/domain/requirements';
import { createInspector } from '@onboarding/domain/uploads';
import { noScanner } from '@onboarding/platform/clamd';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { memoryLimits } from '@onboarding/platform/limits';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import { databaseMetrics, openDatabase } from '@onboarding/platform/postgres';
import { openObjectStore } from '@onboarding/platform/s3';
import { storageOptions } from '@onboarding/settings';
import { buildApp } from '../../apps/api/src/app.ts';
import { benchBody } from './bodies.ts';
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { cpuMilliseconds, familyCpuMilliseconds } from './cpu.ts';
import { generateLoad, type LoadRequest, type LoadResult, median, percentiles } from './load.ts';
import { type RecordedTransaction, recordingDb, replay } from './recording.ts';
import { type BenchDatabase, type BenchServers, connect, KEY_RING, NO_STORAGE, startServers } from './servers.ts';

const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 8;
/** A tenth of them belongs to the calling partner. */
const CUSTOMERS = 100_000;
const REPLAYED_PER_ROUND = 6_000;
const PROFILES = '/api/partner/v1/business-profiles';
const MIX: readonly Kind[] = [...Array<Kind>(10).fill('read'), 'list', 'list', 'update', 'update', 'create'];
type Kind = 'read' | 'list' | 'update' | 'create';

export async function benchMix(): Promise<void> {
  const servers = await startServers();
  try {
    const database = await servers.makeDatabase('mix');
    await bulkLoad(database, servers.partnerId, CUSTOMERS);
    const next = await requests(servers, database);
    console.log('recording the statements of the mix');
    const recorded = await record(servers, await servers.copyDatabase('mix', 'mix_recorded'), next);
    const bare = await servers.copyDatabase('mix', 'mix_bare');
    const api = await servers.startApi(database);
    const overApi = async (seconds: number) =>
      generateLoad({ url: api.url, token: await servers.token(), connections: CONNECTIONS, next, until: { seconds } });
    console.log(
      `reads, lists, updates, creates 10:2:2:1, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`,
    );
    await overApi(20);
    await replayAll(bare, recorded.splice(0, REPLAYED_PER_ROUND));
    const rates: LoadResult[] = [];
    const alone: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const spent = () => [
        cpuMilliseconds(api.pid),
        familyCpuMilliseconds(servers.postgresPid),
        cpuMilliseconds(process.pid),
      ];
      const before = spent();
      const result = await overApi(SECONDS);
      const [apiCpu, postgresCpu, ownCpu] = spent().map((after, index) =>
        ((after - (before[index] ?? 0)) / result.requests).toFixed(2),
      );
      const bareRate = await replayAll(bare, recorded.splice(0, REPLAYED_PER_ROUND));
      rates.push(result);
      alone.push(bareRate);
      console.log(`CPU per request in ms: API ${apiCpu}, PostgreSQL ${postgresCpu}, generator ${ownCpu}`);
      console.log(
        `round ${round}: API ${result.perSecond.toFixed(0)}/s (p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms), PostgreSQL alone ${bareRate.toFixed(0)}/s`,
      );
    }
    const rate = median(rates.map((result) => result.perSecond));
    const bareRate = median(alone);
    const { p99 } = percentiles(rates.flatMap((result) => result.durations));
    console.log(
      `API ${rate.toFixed(0)} requests/s, p99 ${p99.toFixed(1)} ms; PostgreSQL alone ${bareRate.toFixed(0)}/s; ratio ${(rate / bareRate).toFixed(2)} (goal: at least 0.40)`,
    );
  } finally {
    await servers.stop();
  }
}

async function requests(servers: BenchServers, database: BenchDatabase): Promise<() => LoadRequest> {
  const sample = await sampleCustomers(database, servers.partnerId, 5_000);
  const pick = () => sample[Math.floor(Math.random() * sample.length)]?.customer_id ?? '';
  const made: Record<Kind, () => LoadRequest> = {
    read: () => ({ method: 'GET', path: `${PROFILES}/${pick()}` }),
    list: () => ({ method: 'GET', path: `${PROFILES}?limit=50` }),
    update: () => ({
      method: 'PATCH',
      path: `${PROFILES}/${pick()}`,
      body: JSON.stringify({ email: `${crypto.randomUUID()}@company.example` }),
    }),
    create: () => ({ method: 'POST', path: PROFILES, body: JSON.stringify(benchBody(crypto.randomUUID())) }),
  };
  let asked = 0;
  return () => made[MIX[asked++ % MIX.length] ?? 'read']();
}

/** Everything that the API sends to PostgreSQL for each request of the mix. */
async function record(
  servers: BenchServers,
  database: BenchDatabase,
  next: () => LoadRequest,
): Promise<RecordedTransaction[]> {
  const registry = new Registry();
  const db = openDatabase({
    url: database.appUrl,
    applicationName: 'bench',
    poolSize: 2,
    metrics: databaseMetrics(registry),
    onIdleError: () => {},
  });
  const recorded: RecordedTransaction[] = [];
  const context = {
    db: recordingDb(db, recorded),
    jobs: createJobs(),
    clock: systemClock,
    keys: openKeyRing(KEY_RING),
    logger: createLogger({ service: 'bench', level: 'error' }),
    catalogue: createCatalogueSource(db, systemClock),
    openedDocuments: true,
    uploadBytesPerDay: Number.POSITIVE_INFINITY,
    storage: openObjectStore(storageOptions(NO_STORAGE)),
  };
  const { clientId, partnerId } = servers;
  const tokens = { verify: async () => ({ clientId, partnerId, scopes: new Set(['partner.read', 'partner.write']) }) };
  const { app } = await buildApp({
    context,
    tokens,
    registry,
    scanner: noScanner,
    inspector: createInspector(context),
    sites: {},
    limits: {
      counts: memoryLimits(),
      perSecond: { reads: 1e9, writes: 1e9, 'upload-links': 1e9, session: 1e9 },
      partners: { of: async () => undefined },
      forgedCookiesPerMinute: 1_000_000,
    },
    webhookUrls: { check: () => Promise.reject(new Error('Nobody registers a webhook here')) },
    tokenAddresses: { issuer: 'http://bench.invalid', tokenEndpoint: 'http://bench.invalid' },
  });
  while (recorded.length < REPLAYED_PER_ROUND * (ROUNDS + 1)) {
    const { method, path, body } = next();
    const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
    const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
    if (answer.statusCode !== 200) throw new Error(`${method} answered ${answer.statusCode}: ${answer.body}`);
  }
  await app.close();
  await db.close();
  return recorded;
}

/** Transactions per second of PostgreSQL alone. */
async function replayAll(database: BenchDatabase, transactions: RecordedTransaction[]): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => connect(database.appUrl, { pipeline: true })),
  );
  let next = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let one = transactions[next++]; one !== undefined; one = transactions[next++]) await replay(client, one);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return transactions.length / seconds;
}
