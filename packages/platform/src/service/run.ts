// The frame of a process: what it builds before its own work, and how it stops.
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../config/index.ts';
import { createLogger, type Logger } from '../logger/index.ts';
import { createMetrics, type Registry } from '../metrics/index.ts';
import { type DatabaseOptions, type Db, databaseMetrics, openDatabase } from '../postgres/index.ts';
import { startTracing } from '../tracing/index.ts';
import { carry, guardServer, PATIENCE, partFrom, serverOptions, standardHeaders } from './door.ts';
import { keepPartitionsAhead } from './partitions.ts';
import type { ServiceConfig } from './settings.ts';

const STOP_WITHIN_MS = 25_000;
const LINGER_MS = 1_000;

export interface Foundation {
  logger: Logger;
  registry: Registry;
  db: Db;
  /** Further connections, to the same database unless said, for work of another kind; whoever opens them closes them. */
  openPool(choice: Pick<DatabaseOptions, 'poolSize' | 'serverSettings'> & { name: string; url?: string }): Db;
}

export interface Running {
  /** Told first: from now on the process is not ready. */
  drain(): void;
  /** Lets the work under way finish. */
  close(): Promise<void>;
}

/** Builds the foundation, starts the process's own work on it, and stops both when told to. Ends the process on failure. */
export async function runService<C extends ServiceConfig>(
  name: string,
  readSettings: () => C,
  start: (foundation: Foundation, config: C) => Promise<Running>,
): Promise<void> {
  try {
    await begin(name, readSettings(), start);
  } catch (error) {
    // For a person, and perhaps before there is a logger: plain words on standard error.
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}

async function begin<C extends ServiceConfig>(
  name: string,
  config: C,
  start: (foundation: Foundation, config: C) => Promise<Running>,
): Promise<void> {
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const tracing = startTracing(name, config.OTLP_TRACES_URL);
  const registry = createMetrics(name);
  const metrics = databaseMetrics(registry);
  const openPool: Foundation['openPool'] = ({ name: pool, ...choice }) =>
    openDatabase({
      url: config.DATABASE_URL,
      applicationName: `onboarding-${pool}`,
      metrics,
      onIdleError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
      ...choice,
    });
  const db = openPool({ name, poolSize: config.DATABASE_POOL_SIZE });
  const running = await start({ logger, registry, db, openPool }, config);
  const partitions = keepPartitionsAhead(db, logger);
  const metricsServer = serveMetrics(registry, config);
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
    // Everything was closed; whatever has not noticed keeps nobody waiting.
    setTimeout(() => process.exit(0), LINGER_MS).unref();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
}

/** For what is found out only when the process is at work: it stops as when told to, and says that it failed. */
export function endBecause(logger: Logger, error: Error): void {
  logger.fatal({ reason: error.message }, 'cannot go on');
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

function serveMetrics(registry: Registry, config: ServiceConfig) {
  const headers = standardHeaders(config.ENVIRONMENT !== 'development');
  const server = createServer({ ...serverOptions(), keepAliveTimeout: PATIENCE.idle }, async (request, response) => {
    carry(response, headers);
    if (request.url !== '/metrics') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  guardServer(server, headers);
  server.setTimeout(PATIENCE.stalled);
  server.on('clientError', (error, socket) => partFrom(error, socket as Socket, headers));
  return server.listen(config.METRICS_PORT, config.HOST);
}
