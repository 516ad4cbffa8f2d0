import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { type DocumentIds, reportArrived } from '../documents/index.ts';

/** Jobs queued by processes of the previous release, each for one document; now an arrival makes its document due. */
export const CONFIRM_QUEUE = 'documents.confirm';
/** Jobs that check all due documents. */
export const RECONCILE_QUEUE = 'documents.reconcile';
/** Notified after arrivals are committed. */
export const ARRIVALS_CHANNEL = 'onboarding_documents';

/** Makes these documents due for a check. */
export async function reportArrivals(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  arrivals: readonly Pick<DocumentIds, 'partnerId' | 'documentId'>[],
): Promise<void> {
  if (arrivals.length > 0) await reportArrived(tx, arrivals, clock.now());
}
