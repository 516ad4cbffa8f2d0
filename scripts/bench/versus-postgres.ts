// Requests to one API process, compared with PostgreSQL alone running the statements of the same requests on the same rows:
// only creates, or a realistic mix.

import { createCatalogueSource } from '@onboarding/domain/requirements';
import { createInspector } from '@onboarding/domain/uploads';
import { noScanner } from '@onboarding/platform/clamd';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { memoryLimits } from '@onboarding/platform/limits';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import { type Db, type Tx, toQuery } from '@onboarding/platform/postgres';
import { openObjectStore } from '@onboarding/platform/s3';
import { storageOptions } from '@onboarding/settings';
import type pg from 'pg';
import { buildApp } from '../../apps/api/src/app.ts';
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { cpuMilliseconds, familyCpuMilliseconds, inThisProcess, measureCpu, toldCpu } from './cpu.ts';
import { generateLoad, type LoadRequest, type LoadResult, median, percentiles, SCALE, scaled } from './load.ts';
import { create, pick, read, update } from './requests.ts';
import {
  type BenchDatabase,
  type BenchServers,
  connect,
  KEY_RING,
  NO_STORAGE,
  openAppDatabase,
  withServers,
} from './servers.ts';

const ROUNDS = 5;
const SECONDS = 8 * SCALE;

interface Bench {
  what: string;
  /** The requests, again and again in this order. */
  requests: (database: BenchDatabase, servers: BenchServers) => Promise<(() => LoadRequest)[]>;
  connections: number;
  /** Transactions that are replayed in each round. */
  replayed: number;
  goal: number;
}

export const benchCreate = () =>
  compare({
    what: 'creates with 3 people of one identity each',
    requests: async () => [create],
    connections: 8,
    replayed: scaled(4_000),
    goal: 0.5,
  });

export const benchMix = () =>
  compare({
    what: 'reads, lists, updates, creates 10:2:2:1',
    async requests(database, servers) {
      // A tenth of them belongs to the calling partner.
      await bulkLoad(database, servers.partnerId, 100_000);
      const sample = await sampleCustomers(database, servers.partnerId, 5_000);
      const readOne = () => read(`/${pick(sample).customer_id}`);
      const list = () => read('?limit=50');
      const updateOne = () => update(pick(sample).customer_id);
      return [...Array.from({ length: 10 }, () => readOne), list, list, updateOne, updateOne, create];
    },
    connections: 16,
    replayed: scaled(6_000),
    goal: 0.4,
  });

async function compare({ what, requests, connections, replayed, goal }: Bench): Promise<void> {
  await withServers(async (servers) => {
    const database = await servers.makeDatabase('bench');
    const kinds = await requests(database, servers);
    let asked = 0;
    const next = () => (kinds[asked++ % kinds.length] ?? create)();
    console.log('recording the statements');
    const copy = await servers.copyDatabase('bench', 'bench_recorded');
    const recorded = await record(servers, copy, next, replayed * (ROUNDS + 1));
    const bare = await servers.copyDatabase('bench', 'bench_bare');
    const api = await servers.startApi(database);
    const overApi = async (seconds: number) =>
      generateLoad({ url: api.url, token: await servers.token(), connections, next, until: { seconds } });
    console.log(`${what}, ${connections} connections, ${ROUNDS} rounds of ${SECONDS} s`);
    // Warms up the compiler.
    await overApi(20 * SCALE);
    await replayAll(bare, recorded.splice(0, replayed), connections);
    const rates: LoadResult[] = [];
    const alone: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const spent = measureCpu({
        API: () => cpuMilliseconds(api.pid),
        PostgreSQL: () => familyCpuMilliseconds(servers.postgresPid),
        generator: inThisProcess,
      });
      const result = await overApi(SECONDS);
      console.log(`CPU per request in ms: ${toldCpu(spent(result.requests))}`);
      const bareRate = await replayAll(bare, recorded.splice(0, replayed), connections);
      rates.push(result);
      alone.push(bareRate);
      console.log(
        `round ${round}: API ${result.perSecond.toFixed(0)}/s (p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms), PostgreSQL alone ${bareRate.toFixed(0)}/s`,
      );
    }
    const rate = median(rates.map((result) => result.perSecond));
    const bareRate = median(alone);
    const { p99 } = percentiles(rates.flatMap((result) => result.durations));
    console.log(
      `API ${rate.toFixed(0)} requests/s, p99 ${p99.toFixed(1)} ms; PostgreSQL alone ${bareRate.toFixed(0)}/s; ratio ${(rate / bareRate).toFixed(2)} (goal: at least ${goal.toFixed(2)})`,
    );
  });
}

/** Everything that the API sends to PostgreSQL for each request. */
async function record(
  servers: BenchServers,
  database: BenchDatabase,
  next: () => LoadRequest,
  transactions: number,
): Promise<RecordedTransaction[]> {
  const registry = new Registry();
  const db = openAppDatabase(database, 2, registry);
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
    storage: openObjectStore(storageOptions({ ...NO_STORAGE, REHEARSAL: false })),
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
  while (recorded.length < transactions) {
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
async function replayAll(
  database: BenchDatabase,
  transactions: RecordedTransaction[],
  connections: number,
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connect(database.appUrl, { pipeline: true })),
  );
  const left = transactions.values();
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (const transaction of left) await replay(client, transaction);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return transactions.length / seconds;
}

// Records the statements of requests and how they are pipelined, so that they can be replayed without the API.

interface SentStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** One transaction: groups of statements, each group sent without waiting for responses in between. */
interface RecordedTransaction {
  readOnly: boolean;
  groups: SentStatement[][];
}

function recordingDb(db: Db, recorded: RecordedTransaction[]): Db {
  return {
    transaction(work, choice) {
      const groups: SentStatement[][] = [];
      let underWay = 0;
      function note(sent: SentStatement): void {
        if (underWay === 0) groups.push([]);
        underWay++;
        groups.at(-1)?.push(sent);
      }
      return db.transaction((tx, attempt) => {
        const noting: Tx = {
          rows(statement, values) {
            note(toQuery(statement, values));
            return tx.rows(statement, values).finally(() => underWay--);
          },
          foreign(name, text, values) {
            note({ name: '', text, values: [...values] });
            return tx.foreign(name, text, values).finally(() => underWay--);
          },
        };
        return work(noting, attempt).finally(() => recorded.push({ readOnly: choice?.readOnly === true, groups }));
      }, choice);
    },
    close: () => db.close(),
  };
}

async function replay(client: pg.Client, { readOnly, groups }: RecordedTransaction): Promise<void> {
  const [first = [], ...others] = groups;
  await Promise.all([client.query(readOnly ? 'begin read only' : 'begin'), ...first.map((sent) => client.query(sent))]);
  for (const group of others) await Promise.all(group.map((sent) => client.query(sent)));
  await client.query('commit');
}
