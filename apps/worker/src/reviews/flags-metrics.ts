import { type FlagContext, type FlagsOutcome, measureWaitingFlags } from '@onboarding/domain/flags';
import { Counter, Histogram, type Registry, readGauge } from '@onboarding/platform/metrics';

export interface FlagMetrics {
  flagged(outcome: FlagsOutcome, seconds: number): void;
}

export function flagMetrics(registry: Registry, context: FlagContext): FlagMetrics {
  const registers = [registry];
  const packages = new Counter({
    name: 'review_flags_packages_total',
    help: 'Packages whose flags were looked at, by outcome: overtaken ones have changed meanwhile, failed ones are tried again later',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'review_flags_batch_seconds',
    help: 'Time that the flags of some packages took together',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  readGauge({
    name: 'review_flags_due',
    help: 'Packages of all partners whose flags are due (counted up to 100000), and the age in seconds of the oldest',
    label: 'what',
    registry,
    async read() {
      const { due, oldestSeconds } = await measureWaitingFlags(context);
      return { packages: due, oldest_seconds: oldestSeconds };
    },
    onFailure: (error) => context.logger.warn({ err: error }, 'packages whose flags are due could not be counted'),
  });
  return {
    flagged({ computed, overtaken, failed }, took) {
      if (computed + overtaken + failed === 0) return;
      for (const [outcome, count] of Object.entries({ computed, overtaken, failed })) packages.inc({ outcome }, count);
      seconds.observe(took);
    },
  };
}
