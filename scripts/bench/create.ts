// How many creates per second one API process handles, compared with PostgreSQL alone running the same statements with
// the same data.

import type { Context } from '@onboarding/domain';
import { enterPartner } from '@onboarding/domain/partners';
import { checkCreate, prepareCreate } from '@onboarding/domain/profiles';
import { createCatalogueSource } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import { databaseMetrics, openDatabase, type Tx, toQuery } from '@onboarding/platform/postgres';
import { openObjectStore } from '@onboarding/platform/s3';
import { storageOptions } from '@onboarding/settings';
import { benchBody } from './bodies.ts';
import { cpuMilliseconds, familyCpuMilliseconds } from './cpu.ts';
import { generateLoad, type LoadResult, median } from './load.ts';
import { type BenchDatabase, type BenchServers, connect, KEY_RING, NO_STORAGE, startServers } from './servers.ts';

const CONNECTIONS = 8;
const ROUNDS = 5;
const SECONDS = 8;

interface Sent {
  name: string;
  text: string;
  values: unknown[];
}

export async function benchCreate(): Promise<void> {
  const servers = await startServers();
  try {
    const database = await servers.makeDatabase('bench');
    const api = await servers.startApi(database);
    const overApi = async (seconds: number) =>
      generateLoad({
        url: api.url,
        token: await servers.token(),
        connections: CONNECTIONS,
        next: () => ({
          method: 'POST',
          path: '/api/partner/v1/business-profiles',
          body: JSON.stringify(benchBody(crypto.randomUUID())),
        }),
        until: { seconds },
      });
    console.log(
      `creates with 3 people of one identity each, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each`,
    );
    // Warms up the compiler.
    await overApi(20);
    await bare(servers, database, 1000);
    const viaApi: LoadResult[] = [];
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
      console.log(`CPU per create in ms: API ${apiCpu}, PostgreSQL ${postgresCpu}, generator ${ownCpu}`);
      viaApi.push(result);
      const bareRate = await bare(servers, database, Math.round(result.requests * 1.5));
      alone.push(bareRate);
      console.log(
        `round ${round}: API ${result.perSecond.toFixed(0)}/s (p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms), PostgreSQL alone ${bareRate.toFixed(0)}/s`,
      );
    }
    const rate = median(viaApi.map((result) => result.perSecond));
    const bareRate = median(alone);
    console.log(
      `API ${rate.toFixed(0)}/s, PostgreSQL alone ${bareRate.toFixed(0)}/s, ratio ${(rate / bareRate).toFixed(2)} (goal: at least 0.50)`,
    );
  } finally {
    await servers.stop();
  }
}

/** Creates per second of PostgreSQL alone: the recorded statements, prepared, and nothing else. */
async function bare(servers: BenchServers, database: BenchDatabase, count: number): Promise<number> {
  const recorded = await record(servers, database, count);
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => connect(database.appUrl, { pipeline: true })),
  );
  let next = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let create = recorded[next++]; create !== undefined; create = recorded[next++]) {
        // With the round trips of the API: first the statements of a create, then its commit.
        await Promise.all([client.query('begin'), ...create.map((sent) => client.query(sent))]);
        await client.query('commit');
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return recorded.length / seconds;
}

/** What the domain sends for each of many creates, without sending it. */
async function record(servers: BenchServers, database: BenchDatabase, count: number): Promise<Sent[][]> {
  const db = openDatabase({
    url: database.appUrl,
    applicationName: 'bench',
    poolSize: 1,
    metrics: databaseMetrics(new Registry()),
    onIdleError: () => {},
  });
  const context: Context = {
    db,
    clock: systemClock,
    keys: openKeyRing(KEY_RING),
    logger: createLogger({ service: 'bench', level: 'error' }),
    jobs: createJobs(),
    catalogue: createCatalogueSource(db, systemClock),
    openedDocuments: true,
    uploadBytesPerDay: Number.POSITIVE_INFINITY,
    storage: openObjectStore(storageOptions(NO_STORAGE)),
  };
  const catalogue = await context.catalogue.current();
  const actor = {
    kind: 'Client' as const,
    partnerId: servers.partnerId,
    clientId: servers.clientId,
    requestId: 'bench',
  };
  const recorded: Sent[][] = [];
  for (let i = 0; i < count; i++) {
    const sent: Sent[] = [];
    const tx: Tx = {
      async rows(statement, values) {
        sent.push(toQuery(statement, values));
        // One row answers all checks of a create: that the partner is active, and that the customer was inserted.
        return [{ status: 'Active', onboardingStatus: 'Approved' }] as never;
      },
      foreign: () => Promise.reject(new Error('a create sends no SQL of a library')),
    };
    const { input } = checkCreate(benchBody(crypto.randomUUID()), catalogue, new Date());
    await enterPartner(tx, servers.partnerId);
    await prepareCreate(context, actor, catalogue, input)(tx);
    recorded.push(sent);
  }
  await db.close();
  return recorded;
}
