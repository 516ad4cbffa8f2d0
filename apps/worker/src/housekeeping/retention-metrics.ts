import { Counter, Gauge, type Registry } from '@onboarding/platform/metrics';

export interface RetentionMetrics {
  removed(family: string, rows: number): void;
  dropped(family: string, partitions: number): void;
  /** A family was processed completely. */
  done(family: string, at: Date): void;
  /** The time of the oldest row and the retention period; undefined if there is none. */
  kept(family: string, oldest: Date | undefined, days: number | undefined): void;
}

export function retentionMetrics(registry: Registry): RetentionMetrics {
  const labels = { labelNames: ['family'], registers: [registry] };
  const removed = new Counter({
    name: 'onboarding_retention_rows_removed_total',
    help: 'Rows removed after their retention period, by family; for dropped partitions, the estimate of the planner',
    ...labels,
  });
  const dropped = new Counter({
    name: 'onboarding_retention_partitions_dropped_total',
    help: 'Partitions dropped',
    ...labels,
  });
  const lastRun = new Gauge({
    name: 'onboarding_retention_last_run_timestamp_seconds',
    help: 'Unix time at which this process last finished removing the rows past their retention period, by family',
    ...labels,
  });
  const oldest = new Gauge({
    name: 'onboarding_retention_oldest_timestamp_seconds',
    help: 'Unix time of the oldest row, or of the start of the oldest partition, by family',
    ...labels,
  });
  const period = new Gauge({
    name: 'onboarding_retention_period_seconds',
    help: 'Retention period, by family; missing for families that are kept permanently',
    ...labels,
  });
  return {
    removed: (family, rows) => removed.inc({ family }, rows),
    dropped: (family, partitions) => dropped.inc({ family }, partitions),
    done: (family, at) => lastRun.set({ family }, at.getTime() / 1000),
    kept(family, at, days) {
      if (at === undefined) oldest.remove({ family });
      else oldest.set({ family }, at.getTime() / 1000);
      if (days !== undefined) period.set({ family }, days * 86_400);
    },
  };
}
