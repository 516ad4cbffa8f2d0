// Statements on documents that were confirmed before the separate bucket existed.
import { statement, type Tx } from '@onboarding/platform/postgres';
import { CHECKED, type CheckedDocument } from './document-check-store.ts';

const UNMOVED = `status = 'Confirmed' and kept_key is null and erased_at is null`;

const LIST = statement<CheckedDocument, { after: string; limit: number }>(
  'documents_to_move',
  `select ${CHECKED} from documents where ${UNMOVED} and document_id > :after::uuid order by document_id limit :limit`,
);
const COUNT = statement<{ documents: number }>(
  'documents_to_move_count',
  `select count(*)::int as documents from documents where ${UNMOVED}`,
);

/** Documents of all partners, in the order of their ids. */
export function listUnmoved(tx: Tx, after: string, limit: number): Promise<CheckedDocument[]> {
  return tx.rows(LIST, { after, limit });
}

export async function countUnmoved(tx: Tx): Promise<number> {
  return (await tx.rows(COUNT, {}))[0]?.documents ?? 0;
}

interface Moved {
  partnerId: string;
  documentId: string;
  /** The version that was copied. */
  from: string;
  keptKey: string;
  versionId: string;
  etag: string;
  nextCheckAt: Date;
}

const MARK_MOVED = statement<{ documentId: string }, Moved>(
  'document_moved',
  `update documents set kept_key = :keptKey, version_id = :versionId, etag = :etag, next_check_at = :nextCheckAt
   where partner_id = :partnerId and document_id = :documentId and status = 'Confirmed' and erased_at is null
     and ((kept_key is null and version_id = :from) or (kept_key = :keptKey and version_id = :versionId))
   returning document_id`,
);

/**
 * Whether the document is now moved, by this call or a repetition of it; false if it was erased, or moved by another process.
 */
export async function markMoved(tx: Tx, moved: Moved): Promise<boolean> {
  return (await tx.rows(MARK_MOVED, moved)).length === 1;
}
