// Copies a checked file to a separate object that upload links cannot overwrite, and verifies the copy.
import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@onboarding/contract';
import { settled } from '@onboarding/platform/postgres';
import { type ObjectFacts, type ObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import type { Context } from '../context.ts';
import { LOWEST_ID } from '../cursors.ts';
import { type CheckedDocument, countUnmoved, listUnmoved, markMoved, newKeptKey } from '../documents/index.ts';
import { inPages } from '../in-pages.ts';

/** The version that was checked. */
interface Checked {
  versionId: string;
  etag: string;
  sizeBytes: number;
  sha256: string;
}

/** The differing copy has been removed. */
class CopyDiffers extends StorageUnavailable {
  override name = 'CopyDiffers';
}

export type Kept = Pick<ObjectFacts, 'versionId' | 'etag'> & { key: string };

/**
 * Returns undefined if the version no longer exists. The source is identified by its version, which cannot be replaced, and
 * the server copies it as a whole, so equal length and ETag prove the copy. If the ETags differ, as on servers that encrypt,
 * the copy is read and hashed. `isRead`: reads it in any case.
 */
export async function keepChecked(
  storage: ObjectStore,
  document: CheckedDocument,
  checked: Checked,
  { isRead = false } = {},
): Promise<Kept | undefined> {
  const key = newKeptKey(document);
  const { versionId, etag } = checked;
  const from = { key: document.objectKey, versionId, etag };
  const copy = await storage.keep(from, { key, contentType: document.contentType });
  if (copy === undefined) return undefined;
  const isSame =
    copy.sizeBytes === checked.sizeBytes &&
    ((copy.etag === etag && !isRead) || (await hashOf(storage, key, copy.versionId)) === checked.sha256);
  if (isSame) return { key, versionId: copy.versionId, etag: copy.etag };
  await storage.kept.removeVersion(key, copy.versionId);
  throw new CopyDiffers('The object storage did not copy an object as it is');
}

async function hashOf(storage: ObjectStore, key: string, versionId: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await storage.kept.read(key, versionId)) ?? []) hash.update(chunk);
  return hash.digest('hex');
}

// Moves documents that were confirmed before there was a separate bucket for them: they are still at the keys of upload
// links, and on some servers the account that signs links owns them. Safe to run concurrently with everything else, and to
// interrupt at any time; the next run continues.

/**
 * Missing: the storage does not have it. Differs: its bytes differ from the confirmed ones. Both remain unchanged. Left: it
 * was erased, or moved by another process, meanwhile.
 */
export type MoveOutcome = 'Moved' | 'Missing' | 'Differs' | 'Left';

interface Move {
  partnerId: string;
  documentId: string;
  outcome: MoveOutcome;
}

type MoveContext = Pick<Context, 'db' | 'clock' | 'storage'>;

const AT_A_TIME = 200;
const AT_ONCE = 4;
/** Read links issued before expire within a minute; then the worker removes their objects. */
const REMOVED_AFTER_MS = 5 * MINUTE_MS;

/** The number of documents left to move, of all partners. */
export function countDocumentsToMove({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.transaction(countUnmoved, { readOnly: true });
}

/** Throws StorageUnavailable. */
export async function* moveDocuments(context: MoveContext): AsyncGenerator<Move> {
  const placeOf = ({ documentId }: CheckedDocument) => documentId;
  for await (const found of inPages(context.db, { after: LOWEST_ID, size: AT_A_TIME, list: listUnmoved, placeOf })) {
    for (let begin = 0; begin < found.length; begin += AT_ONCE) {
      yield* await settled(found.slice(begin, begin + AT_ONCE).map((document) => moveOne(context, document)));
    }
  }
}

async function moveOne(context: MoveContext, document: CheckedDocument): Promise<Move> {
  const { partnerId, documentId } = document;
  return { partnerId, documentId, outcome: await move(context, document) };
}

async function move({ db, clock, storage }: MoveContext, document: CheckedDocument): Promise<MoveOutcome> {
  const { partnerId, documentId, versionId: from, sha256, sizeBytes } = document;
  if (from === null || sha256 === null || sizeBytes === null) throw new Error('A confirmed document has no version');
  const found = await storage.find(document.objectKey, from);
  if (found === undefined) return 'Missing';
  const checked = { versionId: from, etag: found.etag, sizeBytes, sha256 };
  // It may have been checked years ago, so the copy is read and hashed.
  const kept = await keepChecked(storage, document, checked, { isRead: true }).catch((error: unknown) => {
    if (error instanceof CopyDiffers) return 'Differs' as const;
    throw error;
  });
  if (kept === undefined || kept === 'Differs') return kept ?? 'Missing';
  const { key: keptKey, versionId, etag } = kept;
  const nextCheckAt = new Date(clock.now().getTime() + REMOVED_AFTER_MS);
  const moved = { partnerId, documentId, from, keptKey, versionId, etag, nextCheckAt };
  if (await db.transaction((tx) => markMoved(tx, moved), { repeatable: true })) return 'Moved';
  await storage.kept.removeVersion(keptKey, versionId);
  return 'Left';
}
