import type { Context } from '@onboarding/domain';
import { measureDueScreenings, type ScreeningResult } from '@onboarding/domain/screening';
import { Counter, Histogram, type Registry, readGauge } from '@onboarding/platform/metrics';
import { ScreeningFailure, type ScreeningProvider } from '@onboarding/platform/screening';

export interface ScreeningMetrics {
  finished(result: ScreeningResult): void;
  /** The same provider, with every question measured. */
  measured(provider: ScreeningProvider): ScreeningProvider;
}

export function screeningMetrics(
  registry: Registry,
  context: Pick<Context, 'clock' | 'db' | 'logger'>,
): ScreeningMetrics {
  const registers = [registry];
  const packages = new Counter({
    name: 'screening_packages_total',
    help: 'Goes at packages by what came of them; Failed is tried again',
    labelNames: ['outcome'],
    registers,
  });
  const subjects = new Counter({
    name: 'screening_subjects_total',
    help: 'Businesses and people that were screened',
    labelNames: ['outcome'],
    registers,
  });
  const failures = new Counter({
    name: 'screening_failures_total',
    help: 'Questions that the provider did not answer for certain',
    labelNames: ['provider', 'kind'],
    registers,
  });
  const seconds = new Histogram({
    name: 'screening_provider_seconds',
    help: 'Time that the provider took to answer about one name, or to fail',
    labelNames: ['provider'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 15],
    registers,
  });
  readGauge({
    name: 'screening_due',
    help: 'Packages of all partners that wait to be screened, and the seconds for which the oldest has',
    label: 'what',
    registry,
    async read() {
      const { due, oldestSeconds } = await measureDueScreenings(context);
      return { packages: due, oldest_seconds: oldestSeconds };
    },
    onFailure: (error) => context.logger.warn({ err: error }, 'due screenings could not be counted'),
  });
  return {
    finished({ outcome, clear, hit }) {
      packages.inc({ outcome });
      subjects.inc({ outcome: 'Clear' }, clear);
      subjects.inc({ outcome: 'Hit' }, hit);
    },
    measured: (provider) => ({
      ...provider,
      async screen(subject, signal) {
        const stop = seconds.startTimer({ provider: provider.name });
        try {
          return await provider.screen(subject, signal);
        } catch (error) {
          const kind = error instanceof ScreeningFailure ? error.kind : 'Error';
          failures.inc({ provider: provider.name, kind });
          throw error;
        } finally {
          stop();
        }
      },
    }),
  };
}
