// What the role `documents` needs: the storage, the scanner, and an ear for arrivals.
import type { Context } from '@onboarding/domain';
import { ARRIVALS_CHANNEL, CONFIRM_QUEUE, type ConfirmPoint } from '@onboarding/domain/uploads';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
import { createScanner } from '@onboarding/platform/clamd';
import type { JobRunner } from '@onboarding/platform/jobs';
import type { Registry } from '@onboarding/platform/metrics';
import { createNotifier, openListener } from '@onboarding/platform/postgres';
import { openObjectStore, requireWalls, storageOptions } from '@onboarding/platform/s3';
import { endBecause } from '@onboarding/platform/service';
import type { DocumentSettings } from '../config.ts';
import type { DocumentParts } from './document-jobs.ts';
import { documentMetrics } from './metrics.ts';

export interface DocumentWork {
  parts: DocumentParts;
  /** From now on jobs are taken as soon as they are told of. */
  listen(runner: Pick<JobRunner, 'wake'>): void;
  close(): Promise<void>;
}

export async function openDocuments(
  settings: DocumentSettings,
  url: string,
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
  faultPoint?: (point: ConfirmPoint) => Promise<void>,
): Promise<DocumentWork> {
  const { logger } = context;
  const walls = await requireWalls(storageOptions(settings), { logger, onOpen: (error) => endBecause(logger, error) });
  const storage = openObjectStore(storageOptions(settings));
  const scanner = createScanner({ host: settings.CLAMD_HOST, port: settings.CLAMD_PORT });
  const events = createNotifier({ url, channel: DISPATCHER_CHANNEL, logger });
  let ear: ReturnType<typeof openListener> | undefined;
  return {
    parts: {
      context: { ...context, storage, scanner, faultPoint },
      metrics: documentMetrics(registry, context),
      onConfirmed: () => events.notify(),
    },
    listen(runner) {
      ear = openListener({ url, channel: ARRIVALS_CHANNEL, logger, onNotified: () => runner.wake(CONFIRM_QUEUE) });
    },
    async close() {
      await Promise.all([ear?.close(), events.close()]);
      walls.stop();
      storage.close();
    },
  };
}
