import type { Context } from '@onboarding/domain';
import { type Confirmation, measureWaitingDocuments } from '@onboarding/domain/uploads';
import { ScannerAway } from '@onboarding/platform/clamd';
import { Counter, Histogram, type Registry, readGauge } from '@onboarding/platform/metrics';
import { StorageAway } from '@onboarding/platform/s3';

export interface DocumentMetrics {
  checked(confirmation: Confirmation): void;
  failed(error: unknown): void;
}

export function documentMetrics(
  registry: Registry,
  context: Pick<Context, 'clock' | 'db' | 'logger'>,
): DocumentMetrics {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'documents_checked_total',
    help: 'Looks at documents by what came of them; ScannerAway and StorageAway are tried again',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'document_confirm_seconds',
    help: 'Time from the arrival of a file, which storage knows to the second, to its confirmation',
    buckets: [0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 120, 300, 900, 3600],
    registers,
  });
  readGauge({
    name: 'documents_waiting',
    help: 'Documents of all partners that have arrived and wait for their check, and the age in seconds of the oldest',
    label: 'what',
    registry,
    async read() {
      const { waiting, oldestSeconds } = await measureWaitingDocuments(context);
      return { documents: waiting, oldest_seconds: oldestSeconds };
    },
    onFailure: (error) => context.logger.warn({ err: error }, 'waiting documents could not be counted'),
  });
  return {
    checked(confirmation) {
      const { outcome } = confirmation;
      outcomes.inc({ outcome });
      if (outcome !== 'Confirmed') return;
      seconds.observe(Math.max(0, (context.clock.now().getTime() - confirmation.arrivedAt.getTime()) / 1000));
    },
    failed(error) {
      if (error instanceof ScannerAway || error instanceof StorageAway) outcomes.inc({ outcome: error.name });
    },
  };
}
