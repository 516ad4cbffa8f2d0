// The role `documents`: checks documents when the storage reports them, and whenever one is due.
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@onboarding/domain';
import {
  type ConfirmContext,
  type ConfirmPoint,
  createCheckLimiter,
  createDocumentChecks,
  createInspector,
  nextCheckDueAt,
  reportArrivals,
} from '@onboarding/domain/uploads';
import { createScanner } from '@onboarding/platform/clamd';
import type { JobHandler } from '@onboarding/platform/jobs';
import type { Registry } from '@onboarding/platform/metrics';
import { createStorageProbe, openObjectStore, requireProtection, storageMetrics } from '@onboarding/platform/s3';
import { endBecause } from '@onboarding/platform/service';
import { storageOptions } from '@onboarding/settings';
import { z } from 'zod';
import type { DocumentSettings } from '../config.ts';
import { createDueWork } from '../polling/due-work.ts';
import { type DocumentMetrics, documentMetrics, scannerMetrics, storageUpMetric } from './metrics.ts';

/** The job ends after this time, although the run may continue. */
const RUN_MS = 120_000;
const POLL_AT_LEAST_EVERY_MS = 15_000;
const POLL_AT_MOST_EVERY_MS = 100;

export interface DocumentWork {
  run(): Promise<void>;
  /** Called on a notification: checks due documents now. */
  wake(): void;
  /** Handles a job of the previous release, which names one document. */
  report: JobHandler;
  close(): Promise<void>;
}

export interface DocumentParts {
  context: ConfirmContext & Pick<Context, 'logger'>;
  metrics: DocumentMetrics;
}

const named = z.object({ partnerId: z.uuid(), documentId: z.uuid() });

export function openDocumentWork({ context, metrics }: DocumentParts): DocumentWork {
  const { clock, db, logger } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const checks = createDocumentChecks({ context, signal, onConfirmation: metrics.checked, onFailure: metrics.failed });
  const work = createDueWork('documents', () => checks.run().finally(setAlarm), logger);
  let alarm: NodeJS.Timeout | undefined;

  async function setAlarm(): Promise<void> {
    clearTimeout(alarm);
    if (signal.aborted) return;
    const next = await nextCheckDueAt(context).catch(() => undefined);
    const waitMs = next === undefined ? POLL_AT_LEAST_EVERY_MS : next.getTime() - clock.now().getTime();
    alarm = setTimeout(wake, Math.min(Math.max(waitMs, POLL_AT_MOST_EVERY_MS), POLL_AT_LEAST_EVERY_MS));
  }

  function wake(): void {
    checks.look();
    work.wake();
  }

  void setAlarm();
  return {
    run: () => Promise.race([work.run(), delay(RUN_MS, undefined, { ref: false })]),
    wake,
    async report({ payload }) {
      const arrival = named.parse(payload);
      await db.transaction((tx) => reportArrivals(tx, context, [arrival]), { repeatable: true });
      wake();
    },
    async close() {
      stopping.abort();
      clearTimeout(alarm);
      await work.stop();
      clearTimeout(alarm);
    },
  };
}

export async function openDocuments(
  settings: DocumentSettings,
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
  faultPoint?: (point: ConfirmPoint) => Promise<void>,
): Promise<DocumentWork> {
  const { logger } = context;
  const protection = await requireProtection(storageOptions(settings), {
    logger,
    onOpen: (error) => endBecause(logger, error),
  });
  const storage = openObjectStore(storageOptions(settings), storageMetrics(registry));
  const probe = createStorageProbe(storageOptions(settings));
  storageUpMetric(registry, probe);
  const scannerAt = { host: settings.CLAMD_HOST, port: settings.CLAMD_PORT };
  const scanner = createScanner(scannerAt);
  scannerMetrics(registry, scannerAt);
  const inspector = createInspector({ logger });
  const work = openDocumentWork({
    context: { ...context, storage, scanner, inspector, limiter: createCheckLimiter(), faultPoint },
    metrics: documentMetrics(registry, context),
  });
  return {
    ...work,
    async close() {
      await work.close();
      protection.stop();
      storage.close();
      probe.close();
      await inspector.close();
    },
  };
}
