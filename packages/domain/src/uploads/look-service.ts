// What a request looks up in the storage before its transaction. Limited in time and number.
// For the documents that it submits, the same check as the worker's, so that partners need not wait for a worker after an upload;
// the worker does the rest. For a new upload link, whether the links that it would supersede have been used.
import { ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { createFairLimiter, type FairLimits } from '@onboarding/platform/shared-work';
import type { Context } from '../context.ts';
import {
  findNamedDocuments,
  isOpen,
  type LinkPurpose,
  listOpenLinks,
  type NamedRow,
  type OpenLink,
} from '../documents/index.ts';
import { enterPartner } from '../partners/index.ts';
import { type CustomerRow, findCustomer, type LookedFor, takesUpdates } from '../profiles/index.ts';
import { type Confirmation, type ConfirmContext, checkArrived } from './confirm-service.ts';

/** For all documents of a request together. */
const MOST_MS = 5_000;
/** For all links that one would supersede. A file older than this is recognised by its time. */
const MOST_LINKS_MS = 2_000;
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

export interface DocumentLook {
  check(submitted: SubmittedDocuments): Promise<LookedFor>;
  /**
   * The links of this purpose that have been used: the storage has a file. The times of the two cannot show it, because the
   * storage records whole seconds. Omits links about which the storage did not answer in time.
   */
  findUsedLinks(partnerId: string, purpose: LinkPurpose): Promise<string[]>;
}

export interface LookOptions {
  context: Omit<ConfirmContext, 'by'> & Pick<Context, 'logger'>;
  onOutcome(outcome: LookOutcome): void;
  mostMs?: number;
  mostLinksMs?: number;
  /** For tests, which determine the outcome. */
  check?: typeof checkArrived;
}

export function createDocumentLook(options: LookOptions): DocumentLook {
  const { context, onOutcome, mostMs = MOST_MS, mostLinksMs = MOST_LINKS_MS, check = checkArrived } = options;
  const checks = createFairLimiter(LIMITS);
  const finds = createFairLimiter(LIMITS);

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

  async function checkSubmitted({ partnerId, customerId, documentIds }: SubmittedDocuments): Promise<LookedFor> {
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
    const { done, leave } = checks.take(partnerId, looks);
    await within(mostMs, done);
    leave();
    for (const id of ids) if (!outcomes.has(id)) onOutcome('TimedOut');
    return { ids, unseen: ids.filter((id) => !SEEN.has(outcomes.get(id) ?? 'TimedOut')) };
  }

  async function findUsedLinks(partnerId: string, purpose: LinkPurpose): Promise<string[]> {
    const links = await context.db.transaction((tx) => findOpenLinks(tx, partnerId, purpose), {
      readOnly: true,
      repeatable: true,
    });
    const used: string[] = [];
    const looks = links.map(({ documentId, objectKey }) => async () => {
      try {
        if ((await context.storage.find(objectKey)) !== undefined) used.push(documentId);
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
        context.logger.warn({ err: error, documentId }, 'could not see whether an upload link has been used');
      }
    });
    const { done, leave } = finds.take(partnerId, looks);
    await within(mostLinksMs, done);
    leave();
    return [...used];
  }

  return { check: checkSubmitted, findUsedLinks };
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

async function findOpenLinks(tx: Tx, partnerId: string, purpose: LinkPurpose): Promise<OpenLink[]> {
  const [, links] = await settled<[unknown, OpenLink[]]>([
    enterPartner(tx, partnerId),
    listOpenLinks(tx, partnerId, purpose),
  ]);
  return links;
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
