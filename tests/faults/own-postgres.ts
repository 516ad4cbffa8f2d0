// A durable PostgreSQL that belongs to one test file, an API process on it, and a watch over that process's health.
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { findPostgres, type PostgresServer, removePostgres, startPostgres } from '../../scripts/postgres-server.ts';
import { makeDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Caller, openCaller } from './load.ts';

export interface OwnPostgres {
  server: PostgresServer;
  /** Starts the server again, on the same port and files. */
  restart(): Promise<void>;
  /** A fresh connection, because a server that was away took the earlier one along. */
  open(): Promise<TestDatabase>;
  remove(): Promise<void>;
}

export async function startOwnPostgres(directory: string): Promise<OwnPostgres> {
  // An interrupted run may have left its server behind.
  await findPostgres(directory)?.stop();
  await removePostgres(directory);
  const settings = { directory, port: await freePort(), durable: true, log: () => {} };
  const own: OwnPostgres = {
    server: await startPostgres(settings),
    async restart() {
      own.server = await startPostgres(settings);
    },
    open: () => makeDatabase(own.server.superuserUrl),
    async remove() {
      await own.server.stop();
      await removePostgres(directory);
    },
  };
  return own;
}

export interface Rig {
  postgres: OwnPostgres;
  api: RunningApi;
  callers: Caller[];
  health: HealthWatch;
  close(): Promise<void>;
}

/** Server, API process and callers, all up. */
export async function startRig(directory: string, callers: number): Promise<Rig> {
  const postgres = await startOwnPostgres(directory);
  const issuer: RunningIssuer = await runIssuer();
  const database = await postgres.open();
  const api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  const token = await issuer.issuer.token(await database.addPartner());
  await database.close();
  const rig: Rig = {
    postgres,
    api,
    callers: Array.from({ length: callers }, () => openCaller(api.url, token)),
    health: watchHealth(api.url),
    async close() {
      await rig.health.stop();
      for (const caller of rig.callers) await caller.close();
      await api.kill();
      await issuer.close();
      await postgres.remove();
    },
  };
  return rig;
}

export interface HealthWatch {
  /** Every answer so far of /health/live that was not 200; no answer at all is 0. */
  notAlive: number[];
  /** The latest answer of /health/ready. */
  ready: number;
  stop(): Promise<void>;
}

/** Asks for both again and again, as an orchestrator would. */
export function watchHealth(url: string): HealthWatch {
  let stopped = false;
  const watch: HealthWatch = {
    notAlive: [],
    ready: 200,
    async stop() {
      stopped = true;
      await Promise.all([liveness, readiness]);
    },
  };
  async function repeat(ask: () => Promise<void>): Promise<void> {
    while (!stopped) {
      await ask();
      await delay(100);
    }
  }
  const liveness = repeat(async () => {
    const status = await statusOf(`${url}/health/live`);
    if (status !== 200) watch.notAlive.push(status);
  });
  const readiness = repeat(async () => {
    watch.ready = await statusOf(`${url}/health/ready`);
  });
  return watch;
}

function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.status,
    () => 0,
  );
}
