// Every access to PostgreSQL goes through here: one place for time limits, retries, eviction and measuring.
import { setTimeout as delay } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import pg from 'pg';
import { openConnectionPool, streamOf } from './connections.ts';
import {
  AmbiguousCommit,
  failureCode,
  isOverload,
  isTransient,
  leavesCommitOpen,
  StoreUnavailable,
} from './failure.ts';
import type { DatabaseMetrics } from './metrics.ts';
import type { Statement } from './statement.ts';

/** A transaction under way. Functions that write take one, so that they cannot be called outside of one. */
export interface Tx {
  /** Statements issued without waiting for each other travel together; gather them with `settled`. */
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** For libraries that bring SQL of their own and must take part in the transaction; `name` is for the measurements. */
  foreign(name: string, text: string, values: readonly unknown[]): Promise<unknown[]>;
}

export interface TransactionOptions {
  /** The work recognises its own earlier commit (by an idempotency key), so an ambiguous commit may be run again. */
  repeatable?: boolean;
  readOnly?: boolean;
}

export interface Db {
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  applicationName: string;
  poolSize: number;
  metrics: DatabaseMetrics;
  onIdleError(error: Error): void;
  /** How long a transaction is tried again while the server is away, before the caller is told to come back. */
  retryForMs?: number;
  /** How long the server may take to let somebody in; two seconds unless said. */
  connectsWithinMs?: number;
  /** Settings of the server for each connection, such as those of the planner. */
  serverSettings?: Record<string, string>;
  /** For fault tests: called before each statement with its name, and may throw in its place. */
  beforeStatement?(name: string): void;
}

const MAX_ATTEMPTS = 4;
const tracer = trace.getTracer('postgres');

export function openDatabase(options: DatabaseOptions): Db {
  const settings = {
    // Longer than statement_timeout, so the server speaks first.
    query_timeout: 6_000,
    statement_timeout: 5_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
    // Newer than the published types.
    pipeline: true,
    types: { getTypeParser },
    ...(options.connectsWithinMs === undefined ? {} : { connectionTimeoutMillis: options.connectsWithinMs }),
    ...(options.serverSettings === undefined ? {} : { options: asOptions(options.serverSettings) }),
  };
  const { url, applicationName, poolSize: size, onIdleError } = options;
  const { pool, close } = openConnectionPool({ url, applicationName, size, onIdleError, settings });
  pool.on('connect', watchReplication);
  options.metrics.observePool(pool);
  const retryForMs = options.retryForMs ?? 2_000;

  async function transaction<T>(work: (tx: Tx) => Promise<T>, choice: TransactionOptions = {}): Promise<T> {
    const deadline = performance.now() + retryForMs;
    /** An attempt whose outcome nobody knows; as long as no later one succeeds, "nothing was saved" must not be said. */
    let open: AmbiguousCommit | undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(pool, options, work, choice);
      } catch (error) {
        if (isOverload(error)) throw open ?? new StoreUnavailable('The database is too busy', { cause: error });
        if (error instanceof AmbiguousCommit) open = error;
        const again = isTransient(error) || (error instanceof AmbiguousCommit && choice.repeatable === true);
        if (!again) throw error;
        options.metrics.retries.inc({ code: failureCode(error) ?? 'none' });
        const pause = 20 * 4 ** (attempt - 1) * (0.5 + Math.random());
        if (attempt === MAX_ATTEMPTS || performance.now() + pause > deadline) {
          throw open ?? new StoreUnavailable('The database is away', { cause: error });
        }
        await delay(pause);
      }
    }
  }

  return { transaction, close };
}

const asOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

async function runOnce<T>(
  pool: pg.Pool,
  options: DatabaseOptions,
  work: (tx: Tx) => Promise<T>,
  choice: TransactionOptions,
): Promise<T> {
  const client = await connect(pool);
  const session = openSession(client, options);
  try {
    // Not awaited by itself: BEGIN travels together with the first statement.
    const begun = session.begin(choice.readOnly ? 'begin read only' : 'begin');
    // BEGIN's own failure first: what the work met without a transaction is only its consequence.
    const [, result] = await settled<[unknown, T]>([begun, work(session)]);
    await session.commit(choice.readOnly === true);
    client.release();
    return result;
  } catch (error) {
    await session.abandon(error);
    throw error;
  }
}

/** Whatever keeps us from a connection (a wrong password too) is, for the caller, a store that is away. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isTransient(error) ? error : new StoreUnavailable('No connection to the database', { cause: error });
  }
}

interface Session extends Tx {
  begin(text: string): Promise<void>;
  /** A transaction that only reads leaves nothing open, however its COMMIT ends. */
  commit(readOnly: boolean): Promise<void>;
  abandon(error: unknown): Promise<void>;
}

function openSession(client: pg.PoolClient, options: DatabaseOptions): Session {
  async function measured<R>(name: string, run: () => Promise<R>): Promise<R> {
    const span = tracer.startSpan(`db ${name}`, { kind: SpanKind.CLIENT, attributes: { 'db.system': 'postgresql' } });
    const started = performance.now();
    let outcome = 'ok';
    try {
      options.beforeStatement?.(name);
      return await run();
    } catch (error) {
      outcome = failureCode(error) ?? 'error';
      span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
      throw error;
    } finally {
      span.end();
      options.metrics.observeStatement(name, outcome, (performance.now() - started) / 1000);
    }
  }
  const control = (text: string) => measured(text, () => send({ text }));
  const send = (query: pg.QueryConfig) => {
    holdWrites(client);
    return client.query(query);
  };

  let notBegun: unknown;

  return {
    async begin(text) {
      try {
        await control(text);
      } catch (error) {
        notBegun = error;
        throw error;
      }
    },
    rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
      const query = { name: statement.name, text: statement.text, values: [...values] };
      // Without BEGIN each statement would be a transaction of its own.
      if (notBegun !== undefined) return Promise.reject(notBegun);
      return measured(statement.name, async () => (await send(query)).rows as Row[]);
    },
    foreign(name, text, values) {
      if (notBegun !== undefined) return Promise.reject(notBegun);
      return measured(name, async () => (await send({ text, values: [...values] })).rows);
    },
    async commit(readOnly) {
      let result: pg.QueryResult;
      try {
        result = await control('commit');
      } catch (error) {
        throw !readOnly && leavesCommitOpen(error)
          ? new AmbiguousCommit('The connection broke during COMMIT', { cause: error })
          : error;
      }
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK: work has swallowed an error.
      if (result.command !== 'COMMIT') throw new Error('A failed transaction was to be committed');
      if (unreplicated.has(client)) throw new AmbiguousCommit('COMMIT was not confirmed by the standby');
    },
    async abandon(error) {
      // A connection that may be broken, or may lead to a demoted server, never returns to the pool.
      if (error instanceof AmbiguousCommit || isTransient(error)) {
        client.release(error instanceof Error ? error : true);
        return;
      }
      try {
        await client.query('rollback');
        client.release();
      } catch (failure) {
        client.release(failure instanceof Error ? failure : true);
      }
    },
  };
}

/** Statements sent in one turn of the event loop leave in one packet, which costs less than half of what each alone would. */
function holdWrites(client: pg.PoolClient): void {
  // Without it the statements simply travel one by one.
  const stream = streamOf(client);
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Connections whose server has warned that a commit is durable on one machine only. */
const unreplicated = new WeakSet<pg.ClientBase>();

function watchReplication(client: pg.ClientBase): void {
  client.on('notice', (notice) => {
    if (notice.message?.includes('synchronous replication')) unreplicated.add(client);
  });
}

/** Dates stay the text they are (no time zone can shift them); bigint fits a number here, or it is our bug. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === pg.types.builtins.DATE) return (value) => value;
  if (oid === pg.types.builtins.INT8) return parseInteger;
  return pg.types.getTypeParser(oid, format ?? 'text');
}

function parseInteger(value: string): number {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed)) throw new RangeError('A bigint from the database is too large for a number');
  return parsed;
}

/** Waits until all have come to an end, and only then fails with the first failure: nothing is left running behind. */
export async function settled<T extends readonly unknown[]>(
  work: {
    [K in keyof T]: Promise<T[K]>;
  },
): Promise<T> {
  const outcomes = await Promise.allSettled(work);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined)) as unknown as T;
}
