// Looks in storage for what nobody has told us of. Events of a storage only make it quick; this is what makes it certain.
import { ScannerAway } from '@onboarding/platform/clamd';
import { settled } from '@onboarding/platform/postgres';
import { StorageAway } from '@onboarding/platform/s3';
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
 * One round over all documents that are due. Ends early when storage or scanner are away, for then they are so for all; what
 * was claimed is due again in a minute.
 */
export async function reconcileDocuments(reconciling: Reconciling): Promise<void> {
  const { context, signal } = reconciling;
  while (!signal.aborted) {
    const now = context.clock.now();
    const due = await context.db.transaction((tx) => claimDueDocuments(tx, now, checkAgainAt(now), AT_A_TIME), {
      repeatable: true,
    });
    const waiting = due.map(({ partner_id, document_id }) => ({ partnerId: partner_id, documentId: document_id }));
    await settled(Array.from({ length: AT_ONCE }, () => workOff(reconciling, waiting)));
    if (due.length < AT_A_TIME) return;
  }
}

async function workOff(
  { context, signal, onConfirmation }: Reconciling,
  waiting: { partnerId: string; documentId: string }[],
): Promise<void> {
  for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
    try {
      onConfirmation(await confirmDocument(context, next));
    } catch (error) {
      if (error instanceof ScannerAway || error instanceof StorageAway) {
        waiting.length = 0;
        throw error;
      }
      // One that cannot be worked on keeps nobody from the others.
      context.logger.error({ err: error, documentId: next.documentId }, 'a document could not be checked');
    }
  }
}

/** How many documents have arrived and wait for their check, and for how long the oldest has. */
export async function measureWaitingDocuments({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const { waiting, oldest } = await db.transaction(countWaiting, { readOnly: true });
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  return { waiting, oldestSeconds };
}
