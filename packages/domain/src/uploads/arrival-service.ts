import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import type { DocumentIds } from '../documents/index.ts';

/** Jobs that look for one document, or look again. */
export const CONFIRM_QUEUE = 'documents.confirm';
/** Jobs that look for all documents that are due. */
export const RECONCILE_QUEUE = 'documents.reconcile';
/** Told once jobs of the first kind are committed. */
export const ARRIVALS_CHANNEL = 'onboarding_documents';

/** Has documents looked for at once. One that is waiting to be looked for is not noted twice. */
export async function reportArrivals(tx: Tx, { jobs }: Pick<Context, 'jobs'>, arrivals: readonly DocumentIds[]) {
  if (arrivals.length === 0) return;
  await jobs.sendAll(
    tx,
    CONFIRM_QUEUE,
    arrivals.map(({ partnerId, documentId }) => ({ payload: { partnerId, documentId }, singletonKey: documentId })),
  );
}
