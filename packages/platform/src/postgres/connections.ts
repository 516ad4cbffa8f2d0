// How connections are opened, whoever uses them. One that vanishes without a word (a firewall that forgets it, a host that is
// gone) must be noticed, given up and replaced, and must keep nobody from stopping.
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isSilence } from './failure.ts';

/** An idle connection is asked by the kernel for a sign of life after this long; the default of Linux is two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Who says goodbye waits this long for the server to hang up. */
const GOODBYE_MS = 1_000;
/** Who closes a pool waits this long for what is under way. */
const FINISH_MS = 2_000;
const LIFETIME_SECONDS = 300;

export interface ConnectionPool {
  pool: pg.Pool;
  /** Lets what is under way finish for a moment, then cuts it off. */
  close(): Promise<void>;
}

export interface PoolOptions {
  url: string;
  applicationName: string;
  size: number;
  onIdleError(error: Error): void;
  /** Time limits and whatever else node-postgres takes. `query_timeout` is the only one that ends a query on a host that froze. */
  settings: pg.PoolConfig & { query_timeout: number };
}

export function openConnectionPool({ url, applicationName, size, onIdleError, settings }: PoolOptions): ConnectionPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: size,
    connectionTimeoutMillis: 2_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    idleTimeoutMillis: 60_000,
    ...KEEP_ALIVE,
    ...settings,
  });
  const open = new Set<pg.PoolClient>();
  // Without these listeners a connection that breaks while nothing is being asked of it, in the pool or between two
  // statements of a transaction, would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    boundGoodbye(client);
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  // What took one connection away has probably taken the idle ones as well. Each would cost somebody a whole time limit.
  pool.on('release', (error: unknown) => {
    if (isSilence(error)) replaceIdle(pool);
  });
  return {
    pool,
    async close() {
      await Promise.race([pool.end(), delay(FINISH_MS, undefined, { ref: false })]);
      for (const client of open) streamOf(client)?.destroy();
    },
  };
}

function replaceIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle--) {
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
  }
}

export interface ClientOptions {
  url: string;
  applicationName: string;
  /** How long a query may take. */
  answersWithinMs: number;
}

/** A connection outside of any pool. When it is gone, for whatever reason, it emits `end`. */
export async function openClient({ url, applicationName, answersWithinMs }: ClientOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 2_000,
    query_timeout: answersWithinMs,
    ...KEEP_ALIVE,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  boundGoodbye(client);
  return client;
}

/** A goodbye that nobody answers would keep the connection, and with it the process, for ever. */
function boundGoodbye(client: pg.ClientBase): void {
  const stream = streamOf(client);
  stream?.once('finish', () => {
    const timer = setTimeout(() => stream.destroy(), GOODBYE_MS);
    stream.once('close', () => clearTimeout(timer));
  });
}

/** The socket is not in the published types. */
export function streamOf(client: pg.ClientBase): Duplex | undefined {
  return (client as { connection?: { stream?: Duplex } }).connection?.stream;
}
