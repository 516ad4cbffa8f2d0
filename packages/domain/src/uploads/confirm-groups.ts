// What concurrent checks of a process share. Their first steps are batched: one transaction for all waiting ones of all partners. The
// worker's role sees the documents of all partners, so it does not enter a partner. Their inspections take turns by bytes.
import { MIB_BYTES } from '@onboarding/contract';
import { createBatcher } from '@onboarding/platform/batching';
import type { Scanner } from '@onboarding/platform/clamd';
import type { Db, Tx } from '@onboarding/platform/postgres';
import type { OpenedObject } from '@onboarding/platform/s3';
import { createFairLimiter, type FairLimiter } from '@onboarding/platform/shared-work';
import type { Context } from '../context.ts';
import {
  type CheckedDocument,
  countUploads,
  type FoundUpload,
  findDocumentsToCheck,
  markUploaded,
} from '../documents/index.ts';
import { type Inspection, inspect } from './inspection/inspection.ts';
import type { Inspector } from './inspection/inspector.ts';

export interface ConfirmGroups {
  find(document: { partnerId: string; documentId: string }): Promise<CheckedDocument | undefined>;
  /** Returns undefined if another process, or the same batch, has already found the file. */
  pin(upload: FoundUpload): Promise<CheckedDocument | undefined>;
}

const groups = new WeakMap<Db, ConfirmGroups>();

/** Shared by all users of this database. */
export function confirmGroupsOf(db: Db): ConfirmGroups {
  const known = groups.get(db) ?? createGroups(db);
  groups.set(db, known);
  return known;
}

function createGroups(db: Db): ConfirmGroups {
  return {
    find: createBatcher(async (wanted: { partnerId: string; documentId: string }[]) => {
      const found = byId(await db.transaction((tx) => findDocumentsToCheck(tx, wanted), { readOnly: true }));
      return wanted.map(({ partnerId, documentId }) => {
        const document = found.get(documentId);
        return document?.partnerId === partnerId ? document : undefined;
      });
    }),
    pin: createBatcher(async (uploads: FoundUpload[]) => {
      const firsts = new Map<string, FoundUpload>();
      for (const upload of uploads) if (!firsts.has(upload.documentId)) firsts.set(upload.documentId, upload);
      // Repeatable: the document's state shows which transaction was first.
      const marked = await db.transaction((tx) => pinUploads(tx, [...firsts.values()]), { repeatable: true });
      const pinned = byId(marked);
      return uploads.map((upload) =>
        firsts.get(upload.documentId) === upload ? pinned.get(upload.documentId) : undefined,
      );
    }),
  };
}

/** Pins and counts uploads. Omits documents whose file another process has already found. */
export async function pinUploads(tx: Tx, uploads: readonly FoundUpload[]): Promise<CheckedDocument[]> {
  const pinned = await markUploaded(tx, uploads);
  const last = uploads.at(-1);
  if (last !== undefined) await countUploads(tx, pinned, last.foundAt);
  return pinned;
}

function byId(documents: readonly CheckedDocument[]): Map<string, CheckedDocument> {
  return new Map(documents.map((document) => [document.documentId, document]));
}

/**
 * The bytes of files that one process reads, scans and inspects concurrently. The limit per partner leaves enough for another
 * partner's largest document.
 */
const LIMITS = { atOnce: 24 * MIB_BYTES, ofEach: 12 * MIB_BYTES };

export const createCheckLimiter = (): FairLimiter => createFairLimiter(LIMITS);

/** Small files count as this much, because of the requests they cause. */
const LIGHTEST_BYTES = MIB_BYTES;

interface Inspecting extends Pick<Context, 'storage'> {
  scanner: Scanner;
  inspector: Inspector;
  limiter: FairLimiter;
}

/** Waits for a turn of the partner, then inspects the file. The scanner's time limit starts with the turn. */
export async function inspectWithinLimits(
  { storage, scanner, inspector, limiter }: Inspecting,
  document: CheckedDocument,
  { versionId, sizeBytes }: { versionId: string; sizeBytes: number },
  opened: OpenedObject | undefined,
): Promise<Inspection | undefined> {
  let bytes = opened?.bytes;
  let hasBegun = false;
  let inspection: Inspection | undefined;
  const work = async () => {
    hasBegun = true;
    const read = async () => bytes ?? storage.read(document.objectKey, versionId);
    const { contentType, partnerId } = document;
    inspection = await inspect(read, scanner, { contentType, partnerId }, inspector);
  };
  const { done } = limiter.take(document.partnerId, [work], Math.max(sizeBytes, LIGHTEST_BYTES));
  if (!hasBegun) {
    // The storage would not keep the connection open for as long as the wait may last, so the file is requested again.
    opened?.close();
    bytes = undefined;
  }
  await done;
  return inspection;
}
