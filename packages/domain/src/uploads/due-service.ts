// Checks the due documents of all partners in turn. Reported arrivals make it fast; rechecking every open document from time
// to time makes it reliable.
import { ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import type { Tx } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { createSharedWork, type SharedWork } from '@onboarding/platform/shared-work';
import type { Context } from '../context.ts';
import {
  type CheckedDocument,
  countWaiting,
  type DocumentIds,
  findNextCheck,
  leaseDueDocuments,
  leaseEndsAt,
  renewLeases,
  reportArrived,
  retryCheck,
} from '../documents/index.ts';
import { type Confirmation, type ConfirmContext, confirmLeased } from './confirm-service.ts';

/** Jobs queued by processes of the previous release, each for one document; now an arrival makes its document due. */
export const CONFIRM_QUEUE = 'documents.confirm';
/** Jobs that check all due documents. */
export const RECONCILE_QUEUE = 'documents.reconcile';
/** Notified after arrivals are committed. */
export const ARRIVALS_CHANNEL = 'onboarding_documents';

/**
 * Documents that one process checks concurrently. Most of them wait for the storage; the bytes read concurrently have their
 * own limit.
 */
const AT_ONCE = 32;
const OF_EACH = 24;
/** Two renewals may fail before another worker takes over the documents. */
const RENEW_EVERY_MS = 8_000;
/** Checks that end within this time are replaced by one lease. */
const GATHER_MS = 20;

export interface DueChecks {
  context: ConfirmContext & Pick<Context, 'logger'>;
  signal: AbortSignal;
  onConfirmation(confirmation: Confirmation): void;
  /** Called for a check that failed and will be repeated. */
  onFailure(error: unknown): void;
}

interface Held {
  document: CheckedDocument;
  /** The document, leased again because a file arrived during the check. */
  again: CheckedDocument | undefined;
}

/** Checks due documents until none is left, with partners taking turns. A failed check does not delay the others. */
export function createDocumentChecks(checks: DueChecks): SharedWork {
  const { context, signal, onFailure } = checks;
  const held = new Map<string, Held>();

  function isHeld(document: CheckedDocument): boolean {
    const one = held.get(document.documentId);
    if (one !== undefined) one.again = document;
    return one !== undefined;
  }

  const shared = createSharedWork<CheckedDocument>({
    atOnce: AT_ONCE,
    ofEach: OF_EACH,
    gatherMs: GATHER_MS,
    ownerOf: ({ partnerId }) => partnerId,
    async take(limit, _full, counts) {
      if (signal.aborted) return [];
      return (await lease(context, limit, counts)).filter((document) => !isHeld(document));
    },
    async work(document) {
      const { documentId: id } = document;
      let next: CheckedDocument | undefined = document;
      while (next !== undefined) {
        held.set(id, { document: next, again: undefined });
        await checkOne(checks, next);
        next = signal.aborted ? undefined : held.get(id)?.again;
      }
      held.delete(id);
    },
  });
  return {
    ...shared,
    async run() {
      const renewing = setInterval(() => renew(context, held).catch(onFailure), RENEW_EVERY_MS);
      await shared.run().finally(() => clearInterval(renewing));
    },
  };
}

async function checkOne({ context, onConfirmation, onFailure }: DueChecks, document: CheckedDocument): Promise<void> {
  const { documentId, partnerId } = document;
  try {
    const confirmation = await confirmLeased(context, document);
    onConfirmation(confirmation);
    const { outcome } = confirmation;
    const level = outcome === 'Awaited' || outcome === 'Nothing' ? 'debug' : 'info';
    context.logger[level]({ partnerId, documentId, outcome }, 'document checked');
  } catch (error) {
    onFailure(error);
    const isExpected = [ScannerUnavailable, ScanUnfinished, StorageUnavailable].some((kind) => error instanceof kind);
    context.logger[isExpected ? 'warn' : 'error'](
      { err: error, partnerId, documentId },
      'document could not be checked',
    );
    // If this fails, the lease expires.
    await context.db.transaction((tx) => retryCheck(tx, document, context.clock.now())).catch(onFailure);
  }
}

function lease({ db, clock }: DueChecks['context'], limit: number, held: ReadonlyMap<string, number>) {
  const now = clock.now();
  const terms = { now, until: leaseEndsAt(now), limit, ofEach: OF_EACH, held };
  return db.transaction((tx) => leaseDueDocuments(tx, terms), { repeatable: true });
}

async function renew({ db, clock }: DueChecks['context'], held: ReadonlyMap<string, Held>): Promise<void> {
  const documents = Array.from(held.values(), ({ document }) => document);
  if (documents.length === 0) return;
  await db.transaction((tx) => renewLeases(tx, documents, leaseEndsAt(clock.now())), { repeatable: true });
}

/** When the next check is due; undefined if there is none. */
export function nextCheckDueAt({ db }: Pick<Context, 'db'>): Promise<Date | undefined> {
  return db.transaction(findNextCheck, { readOnly: true });
}

/** The number of uploaded documents that wait for their check, and the age of the oldest. */
export async function measureWaitingDocuments({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const { waiting, oldest } = await db.transaction(countWaiting, { readOnly: true });
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  return { waiting, oldestSeconds };
}

/** Makes these documents due for a check. */
export async function reportArrivals(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  arrivals: readonly Pick<DocumentIds, 'partnerId' | 'documentId'>[],
): Promise<void> {
  if (arrivals.length > 0) await reportArrived(tx, arrivals, clock.now());
}
