import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface DatabaseMetrics {
  observeStatement(statement: string, outcome: string, seconds: number): void;
  retries: Counter<'code'>;
  observePool(pool: pg.Pool): void;
}

export function databaseMetrics(registry: Registry): DatabaseMetrics {
  const registers = [registry];
  const statements = new Histogram({
    name: 'database_statement_seconds',
    help: 'Time from sending a statement to its answer, by statement name and SQLSTATE',
    labelNames: ['statement', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  // A process may have several pools, for kinds of work that shall not wait for each other; they are told together.
  const pools: pg.Pool[] = [];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pools, by state; waiting are requests without one',
    labelNames: ['state'],
    registers,
    collect() {
      const sum = (count: (pool: pg.Pool) => number) => pools.reduce((all, pool) => all + count(pool), 0);
      this.set(
        { state: 'open' },
        sum((pool) => pool.totalCount),
      );
      this.set(
        { state: 'idle' },
        sum((pool) => pool.idleCount),
      );
      this.set(
        { state: 'waiting' },
        sum((pool) => pool.waitingCount),
      );
    },
  });
  // Finding the series of a pair of labels costs more than counting in it, and most statements end well.
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
      name: 'database_transaction_retries_total',
      help: 'Transactions run again after a passing failure, by its code',
      labelNames: ['code'],
      registers,
    }),
    observePool(pool) {
      pools.push(pool);
    },
  };
}
