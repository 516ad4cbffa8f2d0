import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Shares } from './shares.ts';

export interface DatabaseMetrics {
  observeStatement(statement: string, outcome: string, seconds: number): void;
  retries: Counter<'code'>;
  /** Commits whose outcome is unknown: the connection broke, or the standby did not confirm. */
  unconfirmed: Counter<'reason'>;
  observePool(name: string, pool: pg.Pool, shares?: Pick<Shares, 'waiting'>): void;
}

export function databaseMetrics(registry: Registry): DatabaseMetrics {
  const registers = [registry];
  const statements = new Histogram({
    name: 'onboarding_database_statement_seconds',
    help: 'Time from sending a statement to its result, by statement name and SQLSTATE',
    labelNames: ['statement', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const observePool = poolMetrics(registry);
  const unconfirmed = new Counter({
    name: 'onboarding_database_unconfirmed_commits_total',
    help: 'Commits whose outcome is unknown, because the connection broke or the standby did not confirm',
    labelNames: ['reason'],
    registers,
  });
  // Initialised with zero, so that the first one shows as an increase.
  for (const reason of ['connection', 'standby']) unconfirmed.inc({ reason }, 0);
  // Cached, because looking up the series of two labels costs more than counting, and most statements succeed.
  const successful = new Map<string, Histogram.Internal<'statement' | 'outcome'>>();
  return {
    observeStatement(statement, outcome, seconds) {
      if (outcome !== 'ok') return statements.observe({ statement, outcome }, seconds);
      let series = successful.get(statement);
      if (series === undefined) {
        series = statements.labels(statement, outcome);
        successful.set(statement, series);
      }
      series.observe(seconds);
    },
    retries: new Counter({
      name: 'onboarding_database_transaction_retries_total',
      help: 'Attempts at transactions that failed because of the server, by error code',
      labelNames: ['code'],
      registers,
    }),
    unconfirmed,
    observePool,
  };
}

function poolMetrics(registry: Registry): DatabaseMetrics['observePool'] {
  // A process may have several pools, for work that must not block other work.
  const pools = new Map<string, { pool: pg.Pool; shares: Pick<Shares, 'waiting'> | undefined }>();
  new Gauge({
    name: 'onboarding_database_pool_connections',
    help: 'Connections of each pool, by state; waiting counts work that has no connection yet',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { pool, shares }] of pools) {
        this.set({ pool: name, state: 'open' }, pool.totalCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount + (shares?.waiting() ?? 0));
      }
    },
  });
  new Gauge({
    name: 'onboarding_database_pool_size',
    help: 'Maximum number of connections of each pool',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [name, { pool }] of pools) this.set({ pool: name }, pool.options.max);
    },
  });
  return (name, pool, shares) => void pools.set(name, { pool, shares });
}
