// Runs a process: the common setup before its own work, and the shutdown.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import { BUILD_NAME } from '../build/index.ts';
import { ConfigError } from '../config/index.ts';
import { createLogger, type Logger } from '../logger/index.ts';
import { createMetrics, type Registry, withOldNames } from '../metrics/index.ts';
import {
  type DatabaseMetrics,
  type DatabaseOptions,
  type Db,
  databaseMetrics,
  openDatabase,
  statement,
} from '../postgres/index.ts';
import { startTracing } from '../tracing/index.ts';
import { carry, guardServer, PATIENCE, partFrom, serverOptions, standardHeaders } from './http-server.ts';
import { explainListening } from './listening.ts';

const STOP_WITHIN_MS = 25_000;
const LINGER_MS = 1_000;

/** The settings of every process. */
interface ServiceConfig {
  ENVIRONMENT: string;
  HOST: string;
  PORT: number;
  METRICS_PORT: number;
  METRICS_OLD_NAMES: boolean;
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  DATABASE_CONNECT_SECONDS: number;
  LOG_LEVEL: string;
  OTLP_TRACES_URL: string | undefined;
  TRACES_SAMPLE_RATIO: number;
  DRAIN_SECONDS: number;
  REHEARSAL: boolean;
}

export interface Foundation {
  logger: Logger;
  registry: Registry;
  db: Db;
  /** Reports a pool that was opened by other means. */
  observePool: DatabaseMetrics['observePool'];
  /** Sets what is called after transactions that woke work, in any pool. */
  onWoken(listener: (works: ReadonlySet<string>) => void): void;
  /** Opens another pool for another kind of work, by default to the same database; the caller must close it. */
  openPool(choice: Pick<DatabaseOptions, 'poolSize' | 'serverSettings'> & { name: string; url?: string }): Db;
}

interface Running {
  /** Called first, so that the process is no longer ready. */
  drain(): void;
  /** Waits for running work. */
  close(): Promise<void>;
}

/** Does the common setup, starts the process's own work, and stops both on a signal. Ends the process on failure. */
export async function runService<C extends ServiceConfig>(
  name: string,
  readSettings: () => C,
  start: (foundation: Foundation, config: C) => Promise<Running>,
  serverSettings: Record<string, string> = {},
): Promise<void> {
  if (process.argv[2] === '--version') {
    console.log(BUILD_NAME);
    return;
  }
  let config: C | undefined;
  try {
    config = readSettings();
    await begin(name, config, start, serverSettings);
  } catch (error) {
    // Plain text on standard error, because a person reads it and there may be no logger yet.
    const explained = config === undefined ? undefined : explainListening(error, config);
    console.error(explained ?? (error instanceof ConfigError ? error.message : error));
    process.exit(1);
  }
}

async function begin<C extends ServiceConfig>(
  name: string,
  config: C,
  start: (foundation: Foundation, config: C) => Promise<Running>,
  serverSettings: Record<string, string>,
): Promise<void> {
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  // Libraries, such as nodemailer, write their warnings as plain text, which programs that read the log could not parse.
  console.warn = (...words: unknown[]) => logger.warn({ warning: format(...words) }, 'a library warned');
  if (config.REHEARSAL) logger.warn('rehearsal');
  const tracing = startTracing(name, config.OTLP_TRACES_URL, config.TRACES_SAMPLE_RATIO);
  const registry = createMetrics(name, config.ENVIRONMENT);
  const metrics = databaseMetrics(registry);
  let woken: Parameters<Foundation['onWoken']>[0] | undefined;
  const openPool: Foundation['openPool'] = ({ name: pool, ...choice }) =>
    openDatabase({
      url: config.DATABASE_URL,
      applicationName: `onboarding-${pool}`,
      connectsWithinMs: config.DATABASE_CONNECT_SECONDS * 1000,
      metrics,
      onIdleError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
      onWoken: (works) => woken?.(works),
      ...choice,
      serverSettings: { ...serverSettings, ...choice.serverSettings },
    });
  const db = openPool({ name, poolSize: config.DATABASE_POOL_SIZE });
  const onWoken: Foundation['onWoken'] = (listener) => {
    woken = listener;
  };
  const running = await start({ logger, registry, db, observePool: metrics.observePool, onWoken, openPool }, config);
  const partitions = keepPartitionsAhead(db, logger);
  const metricsServer = await serveMetrics(registry, config);
  logger.info({ environment: config.ENVIRONMENT }, 'started');

  async function stop(signal: string): Promise<void> {
    logger.info({ signal }, 'stopping');
    const giveUp = () => {
      logger.error('could not stop in time');
      process.exit(1);
    };
    setTimeout(giveUp, STOP_WITHIN_MS + config.DRAIN_SECONDS * 1000).unref();
    running.drain();
    await delay(config.DRAIN_SECONDS * 1000);
    partitions.stop();
    await running.close();
    metricsServer.close();
    await db.close();
    await tracing.stop();
    logger.info('stopped');
    // Everything is closed; a leftover handle must not keep the process alive.
    setTimeout(() => process.exit(0), LINGER_MS).unref();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
}

/** For a failure found while running: stops as on a signal, with a failure exit code. */
export function endBecause(logger: Logger, error: Error): void {
  logger.fatal({ reason: error.message }, 'fatal error');
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

async function serveMetrics(registry: Registry, config: ServiceConfig) {
  const headers = standardHeaders(config.ENVIRONMENT !== 'development');
  const server = createServer({ ...serverOptions(), keepAliveTimeout: PATIENCE.idle }, async (request, response) => {
    carry(response, headers);
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType });
    response.end(config.METRICS_OLD_NAMES ? withOldNames(text) : text);
  });
  guardServer(server, headers);
  server.setTimeout(PATIENCE.stalled);
  server.on('clientError', (error, socket) => partFrom(error, socket as Socket, headers));
  // Rejects if the port cannot be used.
  await once(server.listen(config.METRICS_PORT, config.HOST), 'listening');
  return server;
}

const MAKE_PARTITIONS = statement<{ made: number }>('partitions_make', 'select make_partitions() as made');
const EVERY_MS = 3_600_000;

/**
 * Creates the partitions of the coming days. They are created a week ahead and every process checks hourly, so this can
 * fail for many hours before a partition is missing.
 */
function keepPartitionsAhead(db: Db, logger: Logger): { stop(): void } {
  async function make(): Promise<void> {
    try {
      const [row] = await db.transaction((tx) => tx.rows(MAKE_PARTITIONS, {}), { repeatable: true });
      if (row !== undefined && row.made > 0) logger.info({ made: row.made }, 'partitions created');
    } catch (error) {
      logger.error({ err: error }, 'partitions could not be created; retrying within the hour');
    }
  }
  void make();
  const timer = setInterval(make, EVERY_MS * (0.9 + Math.random() * 0.2));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
