import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import type { DocumentIds } from '../documents/index.ts';

/** Jobs that check one document, or check it again. */
export const CONFIRM_QUEUE = 'documents.confirm';
/** Jobs that check all due documents. */
export const RECONCILE_QUEUE = 'documents.reconcile';
/** Notified once jobs of the first kind are committed. */
export const ARRIVALS_CHANNEL = 'onboarding_documents';

/** Queues a check of these documents now. One that is already queued is not queued twice. */
export async function reportArrivals(tx: Tx, { jobs }: Pick<Context, 'jobs'>, arrivals: readonly DocumentIds[]) {
  if (arrivals.length === 0) return;
  await jobs.sendAll(
    tx,
    CONFIRM_QUEUE,
    arrivals.map(({ partnerId, documentId }) => ({ payload: { partnerId, documentId }, singletonKey: documentId })),
  );
}
