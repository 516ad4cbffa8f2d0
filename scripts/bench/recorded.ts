// The statements that the API sends to PostgreSQL for its requests, recorded once and replayed by plain clients.
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
import type { LoadRequest } from './load.ts';
import { type BenchDatabase, connect, KEY_RING, NO_STORAGE, openAppDatabase } from './servers.ts';

const USUAL = { authorization: 'Bearer bench', 'content-type': 'application/json' };

interface Recording {
  next: () => LoadRequest;
  transactions: number;
  /** Whose token it is. */
  callerOf: (token: string) => { clientId: string; partnerId: string };
  onAnswer?: (body: string) => void;
}

/** Everything that the API sends to PostgreSQL for each request. */
export async function recordTransactions(
  database: BenchDatabase,
  { next, transactions, callerOf, onAnswer }: Recording,
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
  const scopes = new Set(['partner.read', 'partner.write']);
  const tokens = {
    async verify(token: string) {
      const { clientId, partnerId } = callerOf(token);
      return { clientId, partnerId, scopes };
    },
  };
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
    const { method, path, body, headers = USUAL } = next();
    const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
    if (answer.statusCode !== 200) throw new Error(`${method} answered ${answer.statusCode}: ${answer.body}`);
    onAnswer?.(answer.body);
  }
  await app.close();
  await db.close();
  return recorded;
}

export interface Replayers {
  /** Transactions per second of PostgreSQL alone. */
  replay(transactions: readonly RecordedTransaction[]): Promise<number>;
  close(): Promise<void>;
}

export async function openReplayers(database: BenchDatabase, connections: number): Promise<Replayers> {
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connect(database.appUrl, { pipeline: true })),
  );
  return {
    async replay(transactions) {
      const left = transactions.values();
      const started = performance.now();
      await Promise.all(
        clients.map(async (client) => {
          for (const transaction of left) await replay(client, transaction);
        }),
      );
      return transactions.length / ((performance.now() - started) / 1000);
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

/** Over connections of their own. */
export async function replayAll(
  database: BenchDatabase,
  transactions: readonly RecordedTransaction[],
  connections: number,
): Promise<number> {
  const replayers = await openReplayers(database, connections);
  const perSecond = await replayers.replay(transactions);
  await replayers.close();
  return perSecond;
}

// Records the statements of requests and how they are pipelined, so that they can be replayed without the API.

interface SentStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** One transaction: groups of statements, each group sent without waiting for responses in between. */
export interface RecordedTransaction {
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
          wake: (work) => tx.wake(work),
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
