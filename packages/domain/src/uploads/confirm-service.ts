// Checks an object that may have arrived, and decides about its document. Safe to call at any time, concurrently and
// repeatedly: it resumes interrupted work, and writes each outcome once.
import { DOCUMENT_LIMITS, type DocumentRefusal } from '@onboarding/contract';
import { type Scanner, ScanUnfinished } from '@onboarding/platform/clamd';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { type ObjectFacts, type OpenedObject, StorageUnavailable } from '@onboarding/platform/s3';
import type { FairLimiter } from '@onboarding/platform/shared-work';
import type { Context, ServiceActor } from '../context.ts';
import {
  type CheckedDocument,
  checkAgainAt,
  countUnfinishedScan,
  expireDocument,
  findDocumentsToCheck,
  isOpen,
  keptBelow,
  keysOfDocument,
  lookAfterAt,
  nextCheckAt,
  type Outcome,
  postponeCheck,
  unmarkUploaded,
} from '../documents/index.ts';
import { enterAsService } from '../partners/index.ts';
import { type ConfirmGroups, confirmGroupsOf, inspectWithinLimits, pinUploads } from './confirm-groups.ts';
import type { Inspector } from './inspection/inspector.ts';
import { type Kept, keepChecked } from './keep-service.ts';
import { type Finding, recordOutcome } from './outcome-service.ts';

/**
 * The points at which a test can pause or kill a check: after the object was found, its version pinned, its content
 * inspected, the copy made, the outcome written, and later uploads over it removed.
 */
export type ConfirmPoint =
  | 'document-found'
  | 'document-pinned'
  | 'document-inspected'
  | 'document-kept'
  | 'outcome-recorded'
  | 'document-tidied';

export type ConfirmContext = Pick<Context, 'db' | 'clock' | 'keys' | 'storage'> & {
  scanner: Scanner;
  inspector: Inspector;
  /** Shared by all checks of this process: limits the bytes read concurrently, with partners taking turns. */
  limiter: FairLimiter;
  /**
   * Which process checks; defaults to the worker. The worker sees the documents of all partners, and removes rejected files.
   * The API sees those of the partner whose request it serves, cannot change reviews, and leaves removing rejected files to
   * the worker.
   */
  by?: ServiceActor['serviceName'] | undefined;
  faultPoint?: ((point: ConfirmPoint) => Promise<void>) | undefined;
};

/**
 * Awaited: nothing has arrived yet. Cleared: an unwanted file was removed. Nothing: there was nothing to do, or another
 * process did it.
 */
export type Confirmation =
  | { outcome: Outcome['status']; arrivedAt: Date }
  | { outcome: 'Awaited' | 'Expired' | 'Cleared' | 'Nothing' };

const NOTHING: Confirmation = { outcome: 'Nothing' };
const AWAITED: Confirmation = { outcome: 'Awaited' };

/** Like `confirmLeased`, for a document that may not exist. */
export async function confirmDocument(
  context: ConfirmContext,
  ids: { partnerId: string; documentId: string },
): Promise<Confirmation> {
  const document = await firstStepsOf(context).find(ids);
  return document === undefined ? NOTHING : confirmLeased(context, document);
}

/**
 * If it throws ScannerUnavailable, ScanUnfinished or StorageUnavailable, nothing was decided, and the document must be
 * checked again.
 */
export async function confirmLeased(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  // An interrupted erasure, or a file uploaded with a link from before the erasure.
  if (document.erasedAt !== null) return clear(context, document);
  switch (document.status) {
    case 'LinkIssued':
    case 'Superseded':
      return lookFor(context, document);
    case 'Uploaded':
      return check(context, document);
    case 'Quarantined':
    case 'Rejected':
    case 'Expired':
      return clear(context, document);
    case 'Confirmed':
      return tidy(context, document);
    default:
      return NOTHING;
  }
}

const MOST_ROUNDS = 3;

/**
 * Checks a document on which a request waits, if its file has arrived. Awaited: it has not, or it arrived after the link was
 * superseded. Nothing: another process has recorded an outcome. Throws like `confirmDocument`.
 */
export async function checkArrived(
  context: ConfirmContext,
  ids: { partnerId: string; documentId: string },
): Promise<Confirmation> {
  for (let round = 1; ; round++) {
    const document = await firstStepsOf(context).find(ids);
    if (document === undefined || document.erasedAt !== null || !isOpen(document)) return NOTHING;
    const confirmation = await (document.status === 'Uploaded' ? check(context, document) : lookFor(context, document));
    // The process that found the file first may still be checking it, or have died, so it is checked here too.
    if (confirmation.outcome !== 'Nothing' || round === MOST_ROUNDS) return confirmation;
  }
}

/** The API sees only one partner's documents, so it enters that partner for each document. */
function firstStepsOf(context: ConfirmContext): ConfirmGroups {
  if (context.by !== 'api') return confirmGroupsOf(context.db);
  return {
    find: async (ids) => (await asPartner(context, ids.partnerId, (tx) => findDocumentsToCheck(tx, [ids])))[0],
    pin: async (upload) => (await asPartner(context, upload.partnerId, (tx) => pinUploads(tx, [upload])))[0],
  };
}

async function lookFor(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const checkedAt = context.clock.now();
  // If other files of the partner are waiting, it will be read later, so the storage need not send its bytes now.
  const withBytes = !context.limiter.isWaiting(document.partnerId);
  const found = await context.storage.open(document.objectKey, { withBytes });
  if (found === undefined) return context.by === 'api' ? AWAITED : awaitIt(context, document, checkedAt);
  try {
    return await continueWith(context, document, found);
  } finally {
    found.close();
  }
}

async function continueWith(
  context: ConfirmContext,
  document: CheckedDocument,
  found: OpenedObject,
): Promise<Confirmation> {
  if (document.supersededAt !== null && mayBeAfter(found.lastModified, document.supersededAt)) {
    return context.by === 'api' ? AWAITED : clear(context, document);
  }
  await context.faultPoint?.('document-found');
  const refusal = refusalUnread(found);
  if (refusal !== undefined)
    return decide(context, document, { ...uploadOf(found), refusal, sha256: null, findings: [] });
  const { partnerId, documentId } = document;
  const foundAt = context.clock.now();
  const pinned = await firstStepsOf(context).pin({ partnerId, documentId, ...uploadOf(found), foundAt });
  if (pinned === undefined) return NOTHING;
  await context.faultPoint?.('document-pinned');
  return check(context, pinned, found);
}

/**
 * The storage records whole seconds. A file of the second in which its link was superseded counts as uploaded after it, because the
 * newer link was issued only after the storage had no file.
 */
const mayBeAfter = (lastModified: Date, moment: Date) =>
  Math.floor(lastModified.getTime() / 1_000) >= Math.floor(moment.getTime() / 1_000);

const uploadOf = ({ versionId, etag, sizeBytes, lastModified }: ObjectFacts) => ({
  versionId,
  etag,
  sizeBytes,
  arrivedAt: lastModified,
});

function refusalUnread({ sizeBytes, additions }: OpenedObject): DocumentRefusal | undefined {
  if (sizeBytes === 0) return 'Empty';
  if (additions.length > 0) return 'ContentMismatch';
  return sizeBytes > DOCUMENT_LIMITS.maxSizeBytes ? 'TooLarge' : undefined;
}

/**
 * The storage had no file: checks again later, or not at all once the link has expired. As everywhere here, the next check is
 * scheduled relative to the time before the query, so that it finds files that arrive after the query.
 */
async function awaitIt(context: ConfirmContext, document: CheckedDocument, checkedAt: Date): Promise<Confirmation> {
  const next = nextCheckAt(document.createdAt, checkedAt);
  if (next === undefined && document.status === 'LinkIssued') {
    const expired = await asPartner(context, document.partnerId, (tx) =>
      expireDocument(tx, document, ['LinkIssued'], lookAfterAt(document.createdAt, checkedAt)),
    );
    return expired === undefined ? NOTHING : { outcome: 'Expired' };
  }
  const then = next ?? lookAfterAt(document.createdAt, checkedAt);
  await asPartner(context, document.partnerId, (tx) => postponeCheck(tx, document, then));
  return AWAITED;
}

/** The version of the document must be pinned. `opened`: its bytes, if they are available. */
async function check(context: ConfirmContext, document: CheckedDocument, opened?: OpenedObject): Promise<Confirmation> {
  const { versionId, etag, sizeBytes, uploadedAt: arrivedAt } = document;
  if (versionId === null || etag === null || sizeBytes === null || arrivedAt === null) {
    throw new Error('An uploaded document has no version');
  }
  const upload = { versionId, etag, sizeBytes, arrivedAt };
  try {
    const inspection = await inspectWithinLimits(context, document, upload, opened);
    if (inspection === undefined) return await missIt(context, document);
    const { refusal, sha256, findings } = inspection;
    if (refusal !== 'Infected' && inspection.sizeBytes !== sizeBytes) {
      throw new StorageUnavailable('The object storage did not give all of an object');
    }
    await context.faultPoint?.('document-inspected');
    return await decide(context, document, { ...upload, refusal, sha256, findings });
  } catch (error) {
    if (!(error instanceof ScanUnfinished) || context.by === 'api') throw error;
    const tries = await asPartner(context, document.partnerId, (tx) => countUnfinishedScan(tx, document));
    if (tries < SCANS_MOST) throw error;
    return decide(context, document, { ...upload, refusal: 'Unscannable', sha256: null, findings: [] });
  }
}

/** A file that exhausts the scanner's time limit once will do so every time. */
const SCANS_MOST = 4;

/** The file disappeared before it was checked, so it counts as not uploaded. */
async function missIt(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const soon = checkAgainAt(context.clock.now());
  await asPartner(context, document.partnerId, (tx) => unmarkUploaded(tx, document, soon));
  return NOTHING;
}

/**
 * Copies a file before confirming it, because a document cannot be confirmed without a stored copy; removes the upload last.
 * If the process dies in between, the next check handles the remaining copy or upload.
 */
async function decide(context: ConfirmContext, document: CheckedDocument, finding: Finding): Promise<Confirmation> {
  const { refusal, sha256 } = finding;
  if (refusal !== null || sha256 === null) return recordIt(context, document, finding);
  const kept = await keepChecked(context.storage, document, { ...finding, sha256 });
  if (kept === undefined) return missIt(context, document);
  await context.faultPoint?.('document-kept');
  return recordIt(context, document, finding, kept);
}

async function recordIt(
  context: ConfirmContext,
  document: CheckedDocument,
  finding: Finding,
  kept?: Kept,
): Promise<Confirmation> {
  const { partnerId, objectKey: key } = document;
  const after = await asPartner(context, partnerId, (tx) => recordOutcome(tx, context, document, finding, kept));
  await context.faultPoint?.('outcome-recorded');
  if (after.confirmation.outcome === 'Confirmed') {
    await leave(() => context.storage.removeVersion(key, finding.versionId));
    return after.confirmation;
  }
  // Another process was first, or the document is no longer wanted. But if this call itself wrote the outcome, in a
  // transaction that was repeated because its commit was uncertain, the copy is the one in use.
  if (kept !== undefined && after.document.versionId !== kept.versionId)
    await leave(() => context.storage.kept.removeVersion(kept.key, kept.versionId));
  if (context.by === 'api') return after.confirmation;
  if (after.document.status === 'Confirmed' || isOpen(after.document)) return after.confirmation;
  // Refused by this call or by an interrupted one, or no longer wanted.
  const cleared = await clear(context, after.document);
  return after.confirmation.outcome === 'Nothing' ? cleared : after.confirmation;
}

/** If the storage is unavailable, the next check removes the object. */
async function leave(removal: () => Promise<void>): Promise<void> {
  try {
    await removal();
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
  }
}

/** Removes or quarantines unwanted files. Checked again after the link expires, for files that arrive later. */
async function clear(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const { storage, clock } = context;
  const { objectKey: key, versionId, createdAt } = document;
  const next = lookAfterAt(createdAt, clock.now());
  if (document.erasedAt !== null) await storage.removeAll(keysOf(document));
  else if (document.status === 'Quarantined' && versionId !== null) await storage.quarantine(key, versionId);
  else await storage.remove(key);
  // Removes copies left by an interrupted process. Not while the document is open, because another process may be about to
  // confirm it.
  if (document.erasedAt === null && !isOpen(document)) await storage.kept.removeBelow(keptBelow(document));
  await asPartner(context, document.partnerId, (tx) => postponeCheck(tx, document, next));
  return { outcome: 'Cleared' };
}

/** Removes uploads over a confirmed document, which were never checked, and other copies. */
async function tidy(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const { storage, clock } = context;
  const { versionId, createdAt } = document;
  if (versionId === null) throw new Error('A confirmed document has no version');
  const { objectKey: uploaded, keptKey: kept } = document;
  const checkedAt = clock.now();
  const { removed, more } = await (kept === null
    ? storage.keepOnly(uploaded, versionId)
    : storage.kept.keepOnly(kept, versionId, keptBelow(document)));
  const uploads = kept === null ? 0 : await storage.remove(uploaded);
  await context.faultPoint?.('document-tidied');
  const next = more ? checkAgainAt(checkedAt) : lookAfterAt(createdAt, checkedAt);
  await asPartner(context, document.partnerId, (tx) => postponeCheck(tx, document, next));
  return removed + uploads === 0 ? NOTHING : { outcome: 'Cleared' };
}

function keysOf({ partnerId, customerId, documentId }: CheckedDocument): string[] {
  return keysOfDocument({ partnerId, customerId, documentId });
}

/** All these transactions are repeatable: the document's state shows which one was first. */
function asPartner<T>({ db }: Pick<Context, 'db'>, partnerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      const [, result] = await settled<[unknown, T]>([enterAsService(tx, partnerId), work(tx)]);
      return result;
    },
    { repeatable: true },
  );
}
