import type { Context } from '@onboarding/domain';
import { type Confirmation, measureWaitingDocuments } from '@onboarding/domain/uploads';
import { askScannerVersion, type ScannerOptions, ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import { Counter, Histogram, type Registry, readGauges } from '@onboarding/platform/metrics';
import { type StorageProbe, StorageUnavailable } from '@onboarding/platform/s3';

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
    name: 'onboarding_documents_checked_total',
    help: 'Document checks by outcome; ScannerAway, StorageAway and ScanUnfinished are retried',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'onboarding_document_confirm_seconds',
    help: 'Time from the arrival of a file (known to the second) to its confirmation',
    buckets: [0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 120, 300, 900, 3600],
    registers,
  });
  readGauges({
    registry,
    gauges: {
      onboarding_documents_waiting: {
        help: 'Documents of all partners that have arrived and are waiting to be checked',
      },
      onboarding_documents_waiting_oldest_seconds: { help: 'How long the oldest document has been waiting' },
    },
    async read() {
      const { waiting, oldestSeconds } = await measureWaitingDocuments(context);
      return { onboarding_documents_waiting: waiting, onboarding_documents_waiting_oldest_seconds: oldestSeconds };
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
      // Dashboards and alerts use these labels, so they keep their names.
      if (error instanceof ScannerUnavailable) outcomes.inc({ outcome: 'ScannerAway' });
      if (error instanceof StorageUnavailable) outcomes.inc({ outcome: 'StorageAway' });
      if (error instanceof ScanUnfinished) outcomes.inc({ outcome: 'ScanUnfinished' });
    },
  };
}

/** A scrape by a second Prometheus, or by a person, needs no request of its own. */
const PROBE_GOOD_FOR_MS = 5_000;

/** Whether the storage answers; queried at each scrape, because without uploads no request shows it. */
export function storageUpMetric(registry: Registry, probe: StorageProbe): void {
  readGauges({
    registry,
    gauges: {
      onboarding_storage_up: { help: '1 if the object storage answers for the bucket of uploads, otherwise 0' },
    },
    goodForMs: PROBE_GOOD_FOR_MS,
    read: async () => ({ onboarding_storage_up: (await probe.answers()) ? 1 : 0 }),
    onFailure: () => {},
  });
}

/** Whether the virus scanner answers, and the age of its signatures; queried at each scrape. */
export function scannerMetrics(registry: Registry, scanner: ScannerOptions): void {
  readGauges({
    registry,
    gauges: {
      onboarding_clamd_up: { help: '1 if the virus scanner answers, otherwise 0' },
      onboarding_clamd_signatures_timestamp_seconds: {
        help: 'Unix time at which the signatures of the virus scanner were built, as the scanner reports it; missing if it does not',
      },
    },
    async read() {
      const version = await askScannerVersion(scanner).catch(() => undefined);
      return {
        onboarding_clamd_up: version === undefined ? 0 : 1,
        onboarding_clamd_signatures_timestamp_seconds:
          version?.signaturesAt === undefined ? undefined : version.signaturesAt.getTime() / 1000,
      };
    },
    onFailure: () => {},
  });
}
