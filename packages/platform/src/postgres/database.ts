// All access to PostgreSQL goes through this module, for timeouts, retries, eviction and metrics in one place.
import { setTimeout as delay } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import pg from 'pg';
import { CONNECTS_WITHIN_MS, openConnectionPool } from './connections.ts';
import {
  AmbiguousCommit,
  DatabaseUnavailable,
  failureCode,
  isOverload,
  isTransient,
  leavesCommitOpen,
} from './failure.ts';
import type { DatabaseMetrics } from './metrics.ts';
import { toRows } from './names.ts';
import { createShares, type Shares, shareOf } from './shares.ts';
import { holdWrites } from './socket.ts';
import { type Statement, toQuery, type Values } from './statement.ts';

/** A running transaction. Functions that write require one, so they cannot be called outside a transaction. */
export interface Tx {
  /**
   * The names of columns become camel case. Statements issued without awaiting each other are pipelined; collect them with
   * `settled`.
   */
  rows<Row, V extends Values>(statement: Statement<Row, V>, values: NoInfer<V>): Promise<Row[]>;
  /** For libraries with their own SQL that must join the transaction; `name` is for the metrics. */
  foreign(name: string, text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Names work that this transaction leaves to other processes; they are notified after the commit. */
  wake(work: string): void;
}

interface TransactionOptions {
  /** The work recognises its own earlier commit (by an idempotency key), so it may be retried after an ambiguous commit. */
  repeatable?: boolean;
  readOnly?: boolean;
  /** For example a partner. One owner gets at most half of the pool's connections, so that some are left for others. */
  owner?: string;
}

export interface Db {
  /** `attempt` starts at 1. During a later attempt, the server may not have noticed yet that the previous connection is lost. */
  transaction<T>(work: (tx: Tx, attempt: number) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  applicationName: string;
  poolSize: number;
  metrics: DatabaseMetrics;
  onIdleError(error: Error): void;
  /** Called after a transaction that woke work; also if it is not known whether it committed. */
  onWoken?: ((works: ReadonlySet<string>) => void) | undefined;
  /** How long a transaction is retried while the server is unavailable, before the caller gets an error. */
  retryForMs?: number;
  /** Timeout for connecting; defaults to two seconds. */
  connectsWithinMs?: number;
  /** Timeout for a query; by default longer than the statement_timeout of the roles, so that the server's error comes first. */
  queriesWithinMs?: number;
  /** Settings for each transaction, such as planner settings, in addition to those of the role. */
  serverSettings?: Record<string, string>;
  /** For fault tests: called with the name and the connection of each statement before it is sent, and may throw instead. */
  beforeStatement?(name: string, connection: object): void;
}

const MAX_ATTEMPTS = 4;
const tracer = trace.getTracer('postgres');

export function openDatabase(options: DatabaseOptions): Db {
  const settings = {
    // No server settings here: a pooler refuses them, or leaks them to other users of the connection.
    query_timeout: options.queriesWithinMs ?? 6_000,
    // Not in the published types yet.
    pipeline: true,
    types: { getTypeParser },
    ...(options.connectsWithinMs === undefined ? {} : { connectionTimeoutMillis: options.connectsWithinMs }),
  };
  const settingsOfTransactions = setLocally(options.serverSettings ?? {});
  const { url, applicationName, poolSize: size, onIdleError } = options;
  const { pool, close } = openConnectionPool({ url, applicationName, size, onIdleError, settings });
  const shares = createShares(shareOf(size), options.connectsWithinMs ?? CONNECTS_WITHIN_MS);
  pool.on('connect', watchReplication);
  options.metrics.observePool(applicationName.replace(/^onboarding-/, ''), pool, shares);
  const retryForMs = options.retryForMs ?? 2_000;

  async function transaction<T>(
    work: (tx: Tx, attempt: number) => Promise<T>,
    choice: TransactionOptions = {},
  ): Promise<T> {
    const deadline = performance.now() + retryForMs;
    /** An attempt with unknown outcome; until a later one succeeds, we must not claim that nothing was saved. */
    let open: AmbiguousCommit | undefined;
    for (let attempt = 1; ; attempt++) {
      const woken = new Set<string>();
      try {
        const settings = settingsOfTransactions;
        const result = await runOnce(pool, shares, options, (tx) => work(tx, attempt), { ...choice, settings, woken });
        if (woken.size > 0) options.onWoken?.(woken);
        return result;
      } catch (error) {
        if (error instanceof AmbiguousCommit && woken.size > 0) options.onWoken?.(woken);
        if (isOverload(error)) throw open ?? new DatabaseUnavailable('The database is too busy', { cause: error });
        if (error instanceof AmbiguousCommit) {
          open = error;
          options.metrics.unconfirmed.inc({ reason: error.cause === undefined ? 'standby' : 'connection' });
        }
        // A server that refuses connections, with whatever code, is as lost as one that does not answer.
        if (error instanceof DatabaseUnavailable && error.cause !== undefined) {
          options.metrics.retries.inc({ code: failureCode(error.cause) ?? 'none' });
          throw open ?? error;
        }
        const again = isTransient(error) || (error instanceof AmbiguousCommit && choice.repeatable === true);
        if (!again) throw error;
        options.metrics.retries.inc({ code: failureCode(error) ?? 'none' });
        const pause = 20 * 4 ** (attempt - 1) * (0.5 + Math.random());
        if (attempt === MAX_ATTEMPTS || performance.now() + pause > deadline) {
          throw open ?? new DatabaseUnavailable('The database is unavailable', { cause: error });
        }
        await delay(pause);
      }
    }
  }

  return { transaction, close };
}

/** Sent in the same message as BEGIN, without an extra round trip. */
const setLocally = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `; set local ${name} to ${pg.escapeLiteral(value)}`)
    .join('');

interface Attempt extends TransactionOptions {
  settings: string;
  woken: Set<string>;
}

async function runOnce<T>(
  pool: pg.Pool,
  shares: Shares,
  options: DatabaseOptions,
  work: (tx: Tx) => Promise<T>,
  choice: Attempt,
): Promise<T> {
  const leave = choice.owner === undefined ? undefined : await shares.enter(choice.owner);
  try {
    return await runWith(await connect(pool), options, work, choice);
  } finally {
    leave?.();
  }
}

async function runWith<T>(
  client: pg.PoolClient,
  options: DatabaseOptions,
  work: (tx: Tx) => Promise<T>,
  choice: Attempt,
): Promise<T> {
  const session = openSession(client, options, choice.woken);
  try {
    // Not awaited here: BEGIN is sent together with the first statement.
    const begun = session.begin(choice.readOnly ? 'begin read only' : 'begin', choice.settings);
    // A failure of BEGIN takes precedence: the errors of the work are only its consequence.
    const [, result] = await settled<[unknown, T]>([begun, work(session)]);
    await session.commit(choice.readOnly === true);
    client.release();
    return result;
  } catch (error) {
    await session.abandon(error);
    throw error;
  }
}

/** To the caller, any failure to connect (even a wrong password) means that the database is unavailable. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isTransient(error) ? error : new DatabaseUnavailable('No connection to the database', { cause: error });
  }
}

interface Session extends Tx {
  begin(text: string, settings: string): Promise<void>;
  /** A read-only transaction is never ambiguous, even if its COMMIT fails. */
  commit(readOnly: boolean): Promise<void>;
  abandon(error: unknown): Promise<void>;
}

function openSession(client: pg.PoolClient, options: DatabaseOptions, woken: Set<string>): Session {
  const measured = <R>(name: string, run: () => Promise<R>) => measureStatement(client, options, name, run);
  const control = (name: string, more = '') => measured(name, () => send({ text: name + more }));
  const send = (query: pg.QueryConfig) => {
    holdWrites(client);
    return client.query(query);
  };

  let notBegun: unknown;

  return {
    async begin(text, settings) {
      try {
        await control(text, settings);
      } catch (error) {
        notBegun = error;
        throw error;
      }
    },
    rows<Row, V extends Values>(statement: Statement<Row, V>, values: V): Promise<Row[]> {
      const query = toQuery(statement, values);
      // Without BEGIN each statement would be a separate transaction.
      if (notBegun !== undefined) return Promise.reject(notBegun);
      return measured(statement.name, async () => {
        holdWrites(client);
        return toRows<Row>(await client.query(query));
      });
    },
    foreign(name, text, values) {
      if (notBegun !== undefined) return Promise.reject(notBegun);
      return measured(name, async () => (await send({ text, values: [...values] })).rows);
    },
    wake: (work) => void woken.add(work),
    async commit(readOnly) {
      let result: pg.QueryResult;
      try {
        result = await control('commit');
      } catch (error) {
        throw !readOnly && leavesCommitOpen(error)
          ? new AmbiguousCommit('The connection broke during COMMIT', { cause: error })
          : error;
      }
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK: the work swallowed an error.
      if (result.command !== 'COMMIT') throw new Error('A failed transaction was to be committed');
      if (unreplicated.has(client)) throw new AmbiguousCommit('COMMIT was not confirmed by the standby');
    },
    abandon: (error) => rollBack(client, error),
  };
}

async function measureStatement<R>(
  client: pg.PoolClient,
  { metrics, beforeStatement }: DatabaseOptions,
  name: string,
  run: () => Promise<R>,
): Promise<R> {
  const span = tracer.startSpan(`db ${name}`, { kind: SpanKind.CLIENT, attributes: { 'db.system': 'postgresql' } });
  const started = performance.now();
  let outcome = 'ok';
  try {
    beforeStatement?.(name, client);
    return await run();
  } catch (error) {
    outcome = failureCode(error) ?? 'error';
    span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
    throw error;
  } finally {
    span.end();
    metrics.observeStatement(name, outcome, (performance.now() - started) / 1000);
  }
}

/** A connection that may be broken, or that points to a demoted server, never returns to the pool. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<void> {
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
}

/** Connections whose server warned that a commit is durable on only one machine. */
const unreplicated = new WeakSet<pg.ClientBase>();

function watchReplication(client: pg.ClientBase): void {
  client.on('notice', (notice) => {
    if (notice.message?.includes('synchronous replication')) unreplicated.add(client);
  });
}

/** Dates stay text, so that no time zone can shift them; a bigint that does not fit a number is a bug. */
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

/** Waits for all to settle, then rejects with the first failure, so that nothing is left running. */
export async function settled<T extends readonly unknown[]>(
  work: {
    [K in keyof T]: Promise<T[K]>;
  },
): Promise<T> {
  const outcomes = await Promise.allSettled(work);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined)) as unknown as T;
}
