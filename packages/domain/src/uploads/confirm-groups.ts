// Batches the first steps of concurrent checks: one transaction for all waiting ones of all partners. The worker's role sees
// the documents of all partners, so it does not enter a partner.

import { MIB_BYTES } from '@onboarding/contract';
import { createBatcher } from '@onboarding/platform/batching';
import type { Db, Tx } from '@onboarding/platform/postgres';
import { createFairLimiter, type FairLimiter } from '@onboarding/platform/shared-work';
import {
  type CheckedDocument,
  countUploads,
  type FoundUpload,
  findDocumentsToCheck,
  markUploaded,
} from '../documents/index.ts';

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
