// From an object that may have arrived to a document that may be trusted. May be called at any time, by any number of
// processes and as often as one likes: whatever was begun is gone on with, and each outcome is written once.
import { DOCUMENT_LIMITS, type DocumentRefusal, documentRecordSchema } from '@onboarding/contract';
import type { Scanner } from '@onboarding/platform/clamd';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { type ObjectFacts, type OpenedObject, StorageAway } from '@onboarding/platform/s3';
import type { Context } from '../context.ts';
import {
  type CheckedDocument,
  checkAgainAt,
  expireDocument,
  findDocumentsToCheck,
  isOpen,
  keysOfDocument,
  lookAfterAt,
  markUploaded,
  nextCheckAt,
  postponeCheck,
  unmarkUploaded,
} from '../documents/index.ts';
import { enterAsService } from '../partners/index.ts';
import { type ConfirmGroups, confirmGroupsOf } from './confirm-groups.ts';
import { inspect } from './inspection.ts';
import { type Finding, settle } from './settle-service.ts';

/** Where a test can stop or end whoever confirms: after the object was found, after its version was pinned, after it was
 * inspected, after its outcome was written, and after what was uploaded over it has gone. */
export type ConfirmPoint =
  | 'document-found'
  | 'document-pinned'
  | 'document-inspected'
  | 'document-settled'
  | 'document-tidied';

export type ConfirmContext = Pick<Context, 'db' | 'clock' | 'keys' | 'storage'> & {
  scanner: Scanner;
  /**
   * Who checks; the worker unless said. It sees the documents of all partners, and clears away what is not to lie there. The API
   * sees those of the partner whose request it serves, has no say in reviews, and leaves the clearing to the worker.
   */
  by?: 'worker' | 'api' | undefined;
  faultPoint?: ((point: ConfirmPoint) => Promise<void>) | undefined;
};

/** What came of it. Awaited: nothing has arrived yet. Cleared: what arrived where nothing was wanted is gone. Nothing: there
 * was nothing to do, or somebody else did it. */
export type Confirmation =
  | { outcome: 'Confirmed' | 'Quarantined' | 'Rejected'; arrivedAt: Date }
  | { outcome: 'Awaited' | 'Expired' | 'Cleared' | 'Nothing' };

const NOTHING: Confirmation = { outcome: 'Nothing' };
const AWAITED: Confirmation = { outcome: 'Awaited' };
const contentTypeOf = documentRecordSchema.pick({ contentType: true });

/** Throws ScannerAway or StorageAway; then nothing was decided, and the document is looked at again within minutes. */
export async function confirmDocument(
  context: ConfirmContext,
  { partnerId, documentId }: { partnerId: string; documentId: string },
): Promise<Confirmation> {
  const document = await firstStepsOf(context).find({ partnerId, documentId });
  // An erasure that was interrupted, or a file that came by a link from before it.
  if (document !== undefined && document.erased_at !== null) return clear(context, document);
  switch (document?.status) {
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
 * The file of a document that somebody waits for, checked at once if it is there. Awaited: it is not there, or came too late to
 * count. Nothing: somebody else has settled it. Throws as `confirmDocument` does.
 */
export async function checkArrived(
  context: ConfirmContext,
  ids: { partnerId: string; documentId: string },
): Promise<Confirmation> {
  for (let round = 1; ; round++) {
    const document = await firstStepsOf(context).find(ids);
    if (document === undefined || document.erased_at !== null || !isOpen(document)) return NOTHING;
    const confirmation = await (document.status === 'Uploaded' ? check(context, document) : lookFor(context, document));
    // Whoever has found the file first may still be at it, or be gone: so it is checked here as well.
    if (confirmation.outcome !== 'Nothing' || round === MOST_ROUNDS) return confirmation;
  }
}

/** Those who see one partner's documents only enter as that partner, for each by itself. */
function firstStepsOf(context: ConfirmContext): ConfirmGroups {
  if (context.by !== 'api') return confirmGroupsOf(context.db);
  return {
    find: async (ids) => (await asPartner(context, ids.partnerId, (tx) => findDocumentsToCheck(tx, [ids])))[0],
    pin: async (upload) => (await asPartner(context, upload.partnerId, (tx) => markUploaded(tx, [upload])))[0],
  };
}

async function lookFor(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const found = await context.storage.open(document.object_key);
  if (found === undefined) return context.by === 'api' ? AWAITED : awaitIt(context, document);
  try {
    return await goOnWith(context, document, found);
  } finally {
    found.close();
  }
}

async function goOnWith(
  context: ConfirmContext,
  document: CheckedDocument,
  found: OpenedObject,
): Promise<Confirmation> {
  if (document.superseded_at !== null && found.lastModified > document.superseded_at) {
    return context.by === 'api' ? AWAITED : clear(context, document);
  }
  await context.faultPoint?.('document-found');
  const refusal = refusedUnread(found);
  if (refusal !== undefined)
    return decide(context, document, { ...uploadOf(found), refusal, sha256: null, findings: [] });
  const { partner_id: partnerId, document_id: documentId } = document;
  const nextCheckAt = checkAgainAt(context.clock.now());
  const pinned = await firstStepsOf(context).pin({ partnerId, documentId, ...uploadOf(found), nextCheckAt });
  if (pinned === undefined) return NOTHING;
  await context.faultPoint?.('document-pinned');
  return check(context, pinned, async () => found.bytes);
}

const uploadOf = ({ versionId, etag, sizeBytes, lastModified }: ObjectFacts) => ({
  versionId,
  etag,
  sizeBytes,
  arrivedAt: lastModified,
});

function refusedUnread({ sizeBytes, additions }: OpenedObject): DocumentRefusal | undefined {
  if (sizeBytes === 0) return 'Empty';
  if (additions.length > 0) return 'ContentMismatch';
  return sizeBytes > DOCUMENT_LIMITS.maxSizeBytes ? 'TooLarge' : undefined;
}

/** Nothing has arrived: later again, or never once nothing can come any more. */
async function awaitIt(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const now = context.clock.now();
  const next = nextCheckAt(document.created_at, now);
  if (next === undefined && document.status === 'LinkIssued') {
    const expired = await asPartner(context, document.partner_id, (tx) =>
      expireDocument(tx, document, ['LinkIssued'], lookAfterAt(document.created_at, now)),
    );
    return expired === undefined ? NOTHING : { outcome: 'Expired' };
  }
  const then = next ?? lookAfterAt(document.created_at, now);
  await asPartner(context, document.partner_id, (tx) => postponeCheck(tx, document, then));
  return AWAITED;
}

type Read = Parameters<typeof inspect>[0];

/** Of a document whose version is pinned. `read` gives the bytes of that version. */
async function check(context: ConfirmContext, document: CheckedDocument, read?: Read): Promise<Confirmation> {
  const { storage, scanner, clock } = context;
  const { version_id: versionId, etag, size_bytes: sizeBytes, uploaded_at: arrivedAt } = document;
  if (versionId === null || etag === null || sizeBytes === null || arrivedAt === null) {
    throw new Error('An uploaded document has no version');
  }
  const { contentType } = contentTypeOf.parse({ contentType: document.content_type });
  const readPinned = () => storage.read(document.object_key, versionId);
  const inspection = await inspect(read ?? readPinned, scanner, contentType);
  if (inspection === undefined) {
    const soon = checkAgainAt(clock.now());
    await asPartner(context, document.partner_id, (tx) => unmarkUploaded(tx, document, soon));
    return NOTHING;
  }
  const { refusal, sha256, findings } = inspection;
  if (refusal !== 'Infected' && inspection.sizeBytes !== sizeBytes) {
    throw new StorageAway('The object storage did not give all of an object');
  }
  await context.faultPoint?.('document-inspected');
  return decide(context, document, { versionId, etag, sizeBytes, arrivedAt, refusal, sha256, findings });
}

async function decide(context: ConfirmContext, document: CheckedDocument, finding: Finding): Promise<Confirmation> {
  const { partner_id: partnerId } = document;
  const after = await asPartner(context, partnerId, (tx) => settle(tx, context, document, finding));
  await context.faultPoint?.('document-settled');
  if (context.by === 'api') return after.confirmation;
  if (after.document.status === 'Confirmed' || isOpen(after.document)) return after.confirmation;
  // Refused, by this call or by another that may not have come this far; or not wanted any more.
  const cleared = await clear(context, after.document);
  return after.confirmation.outcome === 'Nothing' ? cleared : after.confirmation;
}

/** What is not to lie there goes. Also what comes later by the same link: it is looked at again when that is over. */
async function clear(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const { storage, clock } = context;
  const { object_key: key, version_id: versionId } = document;
  if (document.erased_at !== null) await storage.removeAll(keysOf(document));
  else if (document.status === 'Quarantined' && versionId !== null) await storage.quarantine(key, versionId);
  else await storage.remove(key);
  const next = lookAfterAt(document.created_at, clock.now());
  await asPartner(context, document.partner_id, (tx) => postponeCheck(tx, document, next));
  return { outcome: 'Cleared' };
}

/** What was uploaded over a confirmed document was never checked, and counts for nobody: it goes, and what counts stays. */
async function tidy(context: ConfirmContext, document: CheckedDocument): Promise<Confirmation> {
  const { storage, clock } = context;
  const { object_key: key, version_id: versionId, created_at: createdAt } = document;
  if (versionId === null) throw new Error('A confirmed document has no version');
  const { removed, more } = await storage.keepOnly(key, versionId);
  await context.faultPoint?.('document-tidied');
  const now = clock.now();
  const next = more ? checkAgainAt(now) : lookAfterAt(createdAt, now);
  await asPartner(context, document.partner_id, (tx) => postponeCheck(tx, document, next));
  return removed === 0 ? NOTHING : { outcome: 'Cleared' };
}

function keysOf({ partner_id: partnerId, customer_id: customerId, document_id: documentId }: CheckedDocument): string {
  return keysOfDocument({ partnerId, customerId, documentId });
}

/** All of it can be repeated: whoever was first is recognised by the document's state. */
function asPartner<T>({ db }: Pick<Context, 'db'>, partnerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      const [, result] = await settled<[unknown, T]>([enterAsService(tx, partnerId), work(tx)]);
      return result;
    },
    { repeatable: true },
  );
}
