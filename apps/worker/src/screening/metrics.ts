import type { Context } from '@onboarding/domain';
import { measureDueScreenings, type ScreeningResult } from '@onboarding/domain/screening';
import { Counter, Histogram, type Registry, readGauges } from '@onboarding/platform/metrics';
import { ScreeningFailure, type ScreeningProvider } from '@onboarding/platform/screening';

export interface ScreeningMetrics {
  finished(result: ScreeningResult): void;
  /** Wraps the provider with metrics for every request. */
  measured(provider: ScreeningProvider): ScreeningProvider;
}

export function screeningMetrics(
  registry: Registry,
  context: Pick<Context, 'clock' | 'db' | 'logger'>,
): ScreeningMetrics {
  reportDue(registry, context);
  const registers = [registry];
  const packages = new Counter({
    name: 'onboarding_screening_packages_total',
    help: 'Screenings of packages by outcome; Failed ones are retried',
    labelNames: ['outcome'],
    registers,
  });
  const subjects = new Counter({
    name: 'onboarding_screening_subjects_total',
    help: 'Businesses and people screened',
    labelNames: ['outcome'],
    registers,
  });
  const failures = new Counter({
    name: 'onboarding_screening_failures_total',
    help: 'Queries to which the provider gave no definite answer',
    labelNames: ['provider', 'kind'],
    registers,
  });
  const seconds = new Histogram({
    name: 'onboarding_screening_provider_seconds',
    help: 'Response time of the provider for one name, including failures',
    labelNames: ['provider'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 15],
    registers,
  });
  return {
    finished({ outcome, clear, hit }) {
      packages.inc({ outcome });
      subjects.inc({ outcome: 'Clear' }, clear);
      subjects.inc({ outcome: 'Hit' }, hit);
    },
    measured: (provider) => ({
      ...provider,
      screen: (subject, signal) =>
        observeQuery(provider, () => provider.screen(subject, signal), { seconds, failures }),
    }),
  };
}

async function observeQuery<T>(
  { name: provider }: ScreeningProvider,
  query: () => Promise<T>,
  { seconds, failures }: { seconds: Histogram<'provider'>; failures: Counter<'provider' | 'kind'> },
): Promise<T> {
  const stop = seconds.startTimer({ provider });
  try {
    return await query();
  } catch (error) {
    const kind = error instanceof ScreeningFailure ? error.kind : 'Error';
    failures.inc({ provider, kind });
    throw error;
  } finally {
    stop();
  }
}

function reportDue(registry: Registry, context: Pick<Context, 'clock' | 'db' | 'logger'>): void {
  readGauges({
    registry,
    gauges: {
      onboarding_screening_due: { help: 'Packages of all partners waiting to be screened' },
      onboarding_screening_due_oldest_seconds: { help: 'How long the oldest package has been due' },
    },
    async read() {
      const { due, oldestSeconds } = await measureDueScreenings(context);
      return { onboarding_screening_due: due, onboarding_screening_due_oldest_seconds: oldestSeconds };
    },
    onFailure: (error) => context.logger.warn({ err: error }, 'due screenings could not be counted'),
  });
}
