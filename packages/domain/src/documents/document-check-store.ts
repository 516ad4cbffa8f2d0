// Statements on documents for the check of uploads.
import type { DocumentRefusal } from '@onboarding/contract';
import type { DocumentsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import { leaseEndsAt } from './document.ts';
import { COLUMNS, type DocumentRow, OPEN } from './document-store.ts';

export type CheckedDocument = DocumentRow & Pick<DocumentsRow, 'objectKey' | 'keptKey' | 'nextCheckAt'>;
type Named = Pick<DocumentsRow, 'partnerId' | 'documentId'>;

export interface DocumentKey {
  partnerId: string;
  documentId: string;
}

export const CHECKED = `${COLUMNS}, object_key, kept_key, next_check_at`;

/** Whether it has no outcome yet. */
export function isOpen({ status }: Pick<DocumentRow, 'status'>): boolean {
  return status === 'LinkIssued' || status === 'Superseded' || status === 'Uploaded';
}

const FIND = statement<CheckedDocument, { partnerIds: readonly string[]; documentIds: readonly string[] }>(
  'documents_to_check',
  `select ${CHECKED} from documents join unnest(:partnerIds::uuid[], :documentIds::uuid[]) as wanted (partner_id, document_id)
     using (partner_id, document_id)`,
);
const LOCK = statement<CheckedDocument, DocumentKey>(
  'document_lock',
  `select ${CHECKED} from documents where partner_id = :partnerId and document_id = :documentId for update`,
);

/** Documents of any partners, unordered; omits those that do not exist. */
export function findDocumentsToCheck(tx: Tx, wanted: readonly DocumentKey[]): Promise<CheckedDocument[]> {
  const partnerIds = wanted.map(({ partnerId }) => partnerId);
  const documentIds = wanted.map(({ documentId }) => documentId);
  return tx.rows(FIND, { partnerIds, documentIds });
}

/** Requires the customer's lock; call it before the document gets its outcome. */
export async function lockDocument(tx: Tx, partnerId: string, documentId: string) {
  return (await tx.rows(LOCK, { partnerId, documentId }))[0];
}

interface Uploads {
  partnerIds: string[];
  documentIds: string[];
  versionIds: string[];
  etags: string[];
  sizes: number[];
  arrivals: Date[];
  nextChecks: Date[];
}

const MARK_UPLOADED = statement<CheckedDocument, Uploads>(
  'documents_uploaded',
  `update documents d set status = 'Uploaded', version_id = found.version_id, etag = found.etag,
     size_bytes = found.size_bytes, uploaded_at = greatest(found.arrived_at, d.created_at), next_check_at = found.next_check_at
   from unnest(:partnerIds::uuid[], :documentIds::uuid[], :versionIds::text[], :etags::text[], :sizes::bigint[], :arrivals::timestamptz[],
     :nextChecks::timestamptz[])
     as found (partner_id, document_id, version_id, etag, size_bytes, arrived_at, next_check_at)
   where d.partner_id = found.partner_id and d.document_id = found.document_id
     and d.status in ('LinkIssued', 'Superseded') and d.erased_at is null
   returning ${CHECKED.replaceAll(/\w+/g, 'd.$&')}`,
);

type Upload = {
  versionId: string;
  etag: string;
  sizeBytes: number;
  arrivedAt: Date;
};

export type FoundUpload = Upload & {
  partnerId: string;
  documentId: string;
  foundAt: Date;
};

/**
 * Pins these versions and leases the documents. Each document at most once; omits documents whose file another process has
 * already found.
 */
export function markUploaded(tx: Tx, found: readonly FoundUpload[]): Promise<CheckedDocument[]> {
  return tx.rows(MARK_UPLOADED, {
    partnerIds: found.map(({ partnerId }) => partnerId),
    documentIds: found.map(({ documentId }) => documentId),
    versionIds: found.map(({ versionId }) => versionId),
    etags: found.map(({ etag }) => etag),
    sizes: found.map(({ sizeBytes }) => sizeBytes),
    arrivals: found.map(({ arrivedAt }) => arrivedAt),
    nextChecks: found.map(({ foundAt }) => leaseEndsAt(foundAt)),
  });
}

const UNMARK_UPLOADED = statement<never, DocumentKey & { versionId: string | null; nextCheckAt: Date }>(
  'document_not_uploaded',
  `update documents set status = case when superseded_at is null then 'LinkIssued' else 'Superseded' end, version_id = null,
     etag = null, size_bytes = null, uploaded_at = null, next_check_at = :nextCheckAt
   where partner_id = :partnerId and document_id = :documentId and status = 'Uploaded' and version_id = :versionId`,
);

/** The file disappeared before it was checked, so the document counts as not uploaded. */
export async function unmarkUploaded(tx: Tx, document: CheckedDocument, nextCheckAt: Date): Promise<void> {
  const { partnerId, documentId, versionId } = document;
  await tx.rows(UNMARK_UPLOADED, { partnerId, documentId, versionId, nextCheckAt });
}

const POSTPONE = statement<
  never,
  DocumentKey & { nextCheckAt: Date | null; status: DocumentsRow['status']; unerased: boolean; seen: Date | null }
>(
  'document_postpone_check',
  `update documents set next_check_at = :nextCheckAt
   where partner_id = :partnerId and document_id = :documentId and status = :status and (erased_at is null) = :unerased
     and date_trunc('milliseconds', next_check_at) is not distinct from :seen::timestamptz`,
);

/** Does nothing if the document has changed since it was read, or an arrival was reported that the check may have missed. */
export async function postponeCheck(tx: Tx, document: CheckedDocument, nextCheckAt: Date | undefined): Promise<void> {
  const { partnerId, documentId, status, erasedAt, nextCheckAt: seen } = document;
  await tx.rows(POSTPONE, {
    partnerId,
    documentId,
    nextCheckAt: nextCheckAt ?? null,
    status,
    unerased: erasedAt === null,
    seen,
  });
}

type OpenStatus = 'LinkIssued' | 'Superseded' | 'Uploaded';

const EXPIRE = statement<CheckedDocument, DocumentKey & { nextCheckAt: Date | null; from: readonly OpenStatus[] }>(
  'document_expire',
  `update documents set status = 'Expired', next_check_at = :nextCheckAt
   where partner_id = :partnerId and document_id = :documentId and status = any(:from)
   returning ${CHECKED}`,
);

export async function expireDocument(
  tx: Tx,
  document: Named,
  from: readonly OpenStatus[],
  nextCheckAt: Date | undefined,
): Promise<CheckedDocument | undefined> {
  const { partnerId, documentId } = document;
  return (await tx.rows(EXPIRE, { partnerId, documentId, nextCheckAt: nextCheckAt ?? null, from }))[0];
}

/** A CTE that writes the outcome of a document of the customer returned by the CTE `customer`; returns the document's id. */
export function recordingOutcome(customer: string): Part<Outcome & { documentId: string }> {
  return part(`recorded_document as (
     update documents d set status = :status, refusal = :refusal, kept_key = :keptKey, version_id = :versionId, etag = :etag,
       size_bytes = :sizeBytes::bigint, sha256 = :sha256, uploaded_at = greatest(:arrivedAt::timestamptz, d.created_at),
       confirmed_at = :confirmedAt, next_check_at = :nextCheckAt
     from ${customer} c
     where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.document_id = :documentId
       and d.status in ${OPEN}
     returning d.document_id
   )`);
}

/** Version and ETag are those of the stored copy for a confirmed document, and those of the upload otherwise. */
export type Outcome = Upload & {
  keptKey: string | null;
  status: 'Confirmed' | 'Quarantined' | 'Rejected';
  refusal: DocumentRefusal | null;
  sha256: string | null;
  confirmedAt: Date | null;
  nextCheckAt: Date | null;
};

// Statements on documents that were confirmed before the separate bucket existed.

const UNMOVED = `status = 'Confirmed' and kept_key is null and erased_at is null`;

const LIST_UNMOVED = statement<CheckedDocument, { after: string; limit: number }>(
  'documents_to_move',
  `select ${CHECKED} from documents where ${UNMOVED} and document_id > :after::uuid order by document_id limit :limit`,
);
const COUNT_UNMOVED = statement<{ documents: number }>(
  'documents_to_move_count',
  `select count(*)::int as documents from documents where ${UNMOVED}`,
);

/** Documents of all partners, in the order of their ids. */
export function listUnmoved(tx: Tx, after: string, limit: number): Promise<CheckedDocument[]> {
  return tx.rows(LIST_UNMOVED, { after, limit });
}

export async function countUnmoved(tx: Tx): Promise<number> {
  return (await tx.rows(COUNT_UNMOVED, {}))[0]?.documents ?? 0;
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
