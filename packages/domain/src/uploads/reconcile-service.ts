// Polls storage for uploads. Notifications only make it faster; this makes it certain.
import { ScannerUnavailable } from '@onboarding/platform/clamd';
import { settled } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import type { Context } from '../context.ts';
import { checkAgainAt, claimDueDocuments, countWaiting } from '../documents/index.ts';
import { type Confirmation, type ConfirmContext, confirmDocument } from './confirm-service.ts';

const AT_A_TIME = 200;
const AT_ONCE = 16;

export interface Reconciling {
  context: ConfirmContext & Pick<Context, 'logger'>;
  signal: AbortSignal;
  onConfirmation(confirmation: Confirmation): void;
}

/**
 * One round over all due documents. Stops early when storage or scanner are unavailable, because then no document can be
 * checked; claimed ones are due again in a minute.
 */
export async function reconcileDocuments(reconciling: Reconciling): Promise<void> {
  const { context, signal } = reconciling;
  while (!signal.aborted) {
    const now = context.clock.now();
    const due = await context.db.transaction((tx) => claimDueDocuments(tx, now, checkAgainAt(now), AT_A_TIME), {
      repeatable: true,
    });
    const waiting = due.map(({ partner_id, document_id }) => ({ partnerId: partner_id, documentId: document_id }));
    await settled(Array.from({ length: AT_ONCE }, () => drain(reconciling, waiting)));
    if (due.length < AT_A_TIME) return;
  }
}

async function drain(
  { context, signal, onConfirmation }: Reconciling,
  waiting: { partnerId: string; documentId: string }[],
): Promise<void> {
  for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
    try {
      onConfirmation(await confirmDocument(context, next));
    } catch (error) {
      if (error instanceof ScannerUnavailable || error instanceof StorageUnavailable) {
        waiting.length = 0;
        throw error;
      }
      // A failure does not block the others.
      context.logger.error({ err: error, documentId: next.documentId }, 'document could not be checked');
    }
  }
}

/** How many uploaded documents wait for their check, and how long the oldest has waited. */
export async function measureWaitingDocuments({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const { waiting, oldest } = await db.transaction(countWaiting, { readOnly: true });
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  return { waiting, oldestSeconds };
}
