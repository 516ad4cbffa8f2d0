// The parts of the role `documents`: the storage, the scanner and the inspector of files.
import type { Context } from '@onboarding/domain';
import { type ConfirmPoint, createCheckLimiter, createInspector } from '@onboarding/domain/uploads';
import { createScanner } from '@onboarding/platform/clamd';
import type { Registry } from '@onboarding/platform/metrics';
import { openObjectStore, requireProtection, storageMetrics } from '@onboarding/platform/s3';
import { endBecause } from '@onboarding/platform/service';
import { storageOptions } from '@onboarding/settings';
import type { DocumentSettings } from '../config.ts';
import { type DocumentWork, openDocumentWork } from './document-work.ts';
import { documentMetrics, scannerMetrics } from './metrics.ts';

export async function openDocuments(
  settings: DocumentSettings,
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
  onConfirmed: () => void,
  faultPoint?: (point: ConfirmPoint) => Promise<void>,
): Promise<DocumentWork> {
  const { logger } = context;
  const protection = await requireProtection(storageOptions(settings), {
    logger,
    onOpen: (error) => endBecause(logger, error),
  });
  const storage = openObjectStore(storageOptions(settings), storageMetrics(registry));
  const scannerAt = { host: settings.CLAMD_HOST, port: settings.CLAMD_PORT };
  const scanner = createScanner(scannerAt);
  scannerMetrics(registry, scannerAt);
  const inspector = createInspector({ logger });
  const work = openDocumentWork({
    context: { ...context, storage, scanner, inspector, limiter: createCheckLimiter(), faultPoint },
    metrics: documentMetrics(registry, context),
    onConfirmed,
  });
  return {
    ...work,
    async close() {
      await work.close();
      protection.stop();
      storage.close();
      await inspector.close();
    },
  };
}
