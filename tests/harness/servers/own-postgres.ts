// A durable PostgreSQL for one test file, an API process on it, and a monitor of that process's health.
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.ts';
import {
  findPostgres,
  type PostgresServer,
  removePostgres,
  startPostgres,
} from '../../../scripts/servers/postgres-server.ts';
import { makeDatabase, type TestDatabase } from '../database.ts';
import { type Caller, openCaller } from '../load.ts';
import { until } from '../patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../process.ts';

export interface OwnPostgres {
  server: PostgresServer;
  /** Starts the server again, on the same port and files. */
  restart(): Promise<void>;
  /** A fresh connection, because an outage of the server breaks the earlier one. */
  open(): Promise<TestDatabase>;
  remove(): Promise<void>;
}

export async function startOwnPostgres(directory: string): Promise<OwnPostgres> {
  // An interrupted run may have left its server running.
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

/** Server, API process and callers, all running. */
export async function startRig(directory: string, callers: number): Promise<Rig> {
  const postgres = await startOwnPostgres(directory);
  const issuer: RunningIssuer = await runIssuer();
  const database = await postgres.open();
  const api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  const partner = await database.addPartner();
  await database.close();
  const rig: Rig = {
    postgres,
    api,
    callers: Array.from({ length: callers }, () => openCaller(api.url, () => issuer.issuer.token(partner))),
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
  /** Every answer of /health/live so far that was not 200; 0 means no answer. */
  notAlive: number[];
  /** Waits for a new answer of /health/live, which must not need the database. */
  untilAnswered(): Promise<void>;
  /**
   * The delay that the machine itself adds to a response, by the slowest one of /health/live; capped, so that no limit becomes
   * meaningless.
   */
  slackMs(): number;
  /** The latest answer of /health/ready. */
  ready: number;
  stop(): Promise<void>;
}

const MOST_SLACK_MS = 15_000;

/** Polls both, as an orchestrator would. */
export function watchHealth(url: string): HealthWatch {
  let stopped = false;
  let asked = 0;
  let slowestMs = 0;
  const watch: HealthWatch = {
    notAlive: [],
    ready: 200,
    slackMs: () => Math.min(2 * slowestMs, MOST_SLACK_MS),
    async untilAnswered() {
      // The pending one may have been sent before.
      const enough = asked + 2;
      await until(async () => asked >= enough, '/health/live answers');
    },
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
    const started = performance.now();
    const status = await statusOf(`${url}/health/live`);
    slowestMs = Math.max(slowestMs, performance.now() - started);
    asked++;
    if (status !== 200) watch.notAlive.push(status);
  });
  const readiness = repeat(async () => {
    watch.ready = await statusOf(`${url}/health/ready`);
  });
  return watch;
}

/** Long, because a machine can stall for seconds; a stuck process would not answer even then. */
const ANSWERS_WITHIN_MS = 60_000;

function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    (answer) => answer.status,
    () => 0,
  );
}
