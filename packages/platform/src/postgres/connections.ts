// Opens all connections to PostgreSQL. A connection that dies silently (a firewall drops it, a host fails) must be
// detected, closed and replaced, and must not block a shutdown.

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isSilence } from './failure.ts';
import { socketOf } from './socket.ts';

/** The kernel probes a connection that is idle for this long; the Linux default is two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** How long closing a connection waits for the server. */
const GOODBYE_MS = 1_000;
/** How long closing a pool waits for running queries. */
const FINISH_MS = 2_000;
const LIFETIME_SECONDS = 300;
/** How long work waits for a connection, unless configured otherwise. */
export const CONNECTS_WITHIN_MS = 2_000;

export interface ConnectionPool {
  pool: pg.Pool;
  /** Gives running queries a moment to finish, then closes their connections. */
  close(): Promise<void>;
}

interface PoolOptions {
  url: string;
  applicationName: string;
  size: number;
  onIdleError(error: Error): void;
  /** Timeouts and other settings of node-postgres. Only `query_timeout` ends a query on a frozen host. */
  settings: pg.PoolConfig & { query_timeout: number };
}

export function openConnectionPool({ url, applicationName, size, onIdleError, settings }: PoolOptions): ConnectionPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: size,
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    idleTimeoutMillis: 60_000,
    ...KEEP_ALIVE,
    ...settings,
  });
  const open = new Set<pg.PoolClient>();
  // Without these listeners a connection that breaks while idle, in the pool or between two statements of a
  // transaction, would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    boundGoodbye(client);
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  // The failure of one connection probably affects the idle ones too, and each would cost a request a full timeout.
  pool.on('release', (error: unknown) => {
    if (isSilence(error)) replaceIdle(pool);
  });
  return {
    pool,
    async close() {
      await Promise.race([pool.end(), delay(FINISH_MS, undefined, { ref: false })]);
      for (const client of open) socketOf(client)?.destroy();
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

interface ClientOptions {
  url: string;
  applicationName: string;
  /** How long a query may take. */
  answersWithinMs: number;
}

/** A connection outside any pool. Emits `end` when it is lost for any reason. */
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

/** Whether a pooler sits between us and the server: it reports an invented process id. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as { processID?: number }).processID;
}

/** Without a limit, an unanswered goodbye would keep the connection open, and the process running, forever. */
function boundGoodbye(client: pg.ClientBase): void {
  const socket = socketOf(client);
  socket?.once('finish', () => {
    const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
    socket.once('close', () => clearTimeout(timer));
  });
}

/**
 * How long a transaction's statements may take, wait for a lock, and leave it idle. The bootstrap sets the same limits for the
 * roles of processes; these are for transactions of a role without limits, or with longer limits for other work.
 */
export const TRANSACTION_LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '10s',
};
