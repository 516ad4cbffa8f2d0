// The check that a request performs for the documents it submits, so that partners need not wait for a worker after an
// upload: the same check as the worker's, before the request's transaction. Limited in time and number; the worker does the
// rest.
import { ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { createFairLimiter, type FairLimits } from '@onboarding/platform/shared-work';
import type { Context } from '../context.ts';
import { findNamedDocuments, isOpen, type NamedRow } from '../documents/index.ts';
import { enterPartner } from '../partners/index.ts';
import { type CustomerRow, findCustomer, type LookedFor, takesUpdates } from '../profiles/index.ts';
import { type Confirmation, type ConfirmContext, checkArrived } from './confirm-service.ts';

/** For all documents of a request together. */
const MOST_MS = 5_000;
/**
 * Files that one process checks concurrently; each is up to 10 MiB, of which little is kept in memory. Partners take turns,
 * so that none waits for all documents of another.
 */
const LIMITS: FairLimits = { atOnce: 8, ofEach: 6 };

/**
 * The outcome of a check, which is also the label of a metric used by dashboards. TimedOut: the check continues, but the
 * request no longer waits for it. Failed: for an unexpected reason.
 */
export type LookOutcome = Confirmation['outcome'] | 'ScannerAway' | 'StorageAway' | 'TimedOut' | 'Failed';

interface SubmittedDocuments {
  partnerId: string;
  customerId: string;
  documentIds: readonly string[];
}

export type DocumentLook = (submitted: SubmittedDocuments) => Promise<LookedFor>;

export interface LookOptions {
  context: Omit<ConfirmContext, 'by'> & Pick<Context, 'logger'>;
  onOutcome(outcome: LookOutcome): void;
  mostMs?: number;
  /** For tests, which determine the outcome. */
  check?: typeof checkArrived;
}

export function createDocumentLook(options: LookOptions): DocumentLook {
  const { context, onOutcome, mostMs = MOST_MS, check = checkArrived } = options;
  const limiter = createFairLimiter(LIMITS);

  async function checkOne(partnerId: string, documentId: string): Promise<LookOutcome> {
    try {
      return (await check({ ...context, by: 'api' }, { partnerId, documentId })).outcome;
    } catch (error) {
      if (error instanceof ScannerUnavailable || error instanceof StorageUnavailable) {
        context.logger.warn({ err: error, documentId }, 'document could not be checked for a request');
        return error instanceof ScannerUnavailable ? 'ScannerAway' : 'StorageAway';
      }
      if (error instanceof ScanUnfinished) return 'TimedOut';
      context.logger.error({ err: error, documentId }, 'document could not be checked for a request');
      return 'Failed';
    }
  }

  return async ({ partnerId, customerId, documentIds }) => {
    if (documentIds.length === 0 || !isUuid(customerId)) return { ids: [], unseen: [] };
    const ids = await context.db.transaction((tx) => findOpen(tx, { partnerId, customerId, documentIds }), {
      readOnly: true,
      repeatable: true,
    });
    const outcomes = new Map<string, LookOutcome>();
    const looks = ids.map((documentId) => async () => {
      const outcome = await checkOne(partnerId, documentId);
      outcomes.set(documentId, outcome);
      onOutcome(outcome);
    });
    const { done, leave } = limiter.take(partnerId, looks);
    await within(mostMs, done);
    leave();
    for (const id of ids) if (!outcomes.has(id)) onOutcome('TimedOut');
    return { ids, unseen: ids.filter((id) => !SEEN.has(outcomes.get(id) ?? 'TimedOut')) };
  };
}

/** Outcomes that determine the document's state, or show that another process has just recorded its outcome. */
const SEEN: ReadonlySet<LookOutcome> = new Set([
  'Confirmed',
  'Quarantined',
  'Rejected',
  'Awaited',
  'Expired',
  'Cleared',
  'Nothing',
]);

/** The customer's documents without an outcome; empty if the update will be refused in any case. */
async function findOpen(tx: Tx, { partnerId, customerId, documentIds }: SubmittedDocuments): Promise<string[]> {
  const [, customer, rows] = await settled<[unknown, CustomerRow | undefined, NamedRow[]]>([
    enterPartner(tx, partnerId),
    findCustomer(tx, partnerId, customerId),
    findNamedDocuments(tx, partnerId, documentIds),
  ]);
  if (customer === undefined || !takesUpdates(customer)) return [];
  return rows.filter((row) => row.customerId === customer.customerId && isOpen(row)).map(({ documentId: id }) => id);
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
