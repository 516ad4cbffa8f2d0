// What looking for uploads needs of the documents' table.
import type { DocumentRefusal } from '@onboarding/contract';
import type { DocumentsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { COLUMNS, type DocumentRow } from './document-store.ts';

export type CheckedDocument = DocumentRow & Pick<DocumentsRow, 'object_key'>;
type Named = Pick<DocumentsRow, 'partner_id' | 'document_id'>;

const CHECKED = `${COLUMNS}, object_key`;
const OPEN = `('LinkIssued', 'Superseded', 'Uploaded')`;

/** Whether it can still get an outcome. */
export function isOpen({ status }: Pick<DocumentRow, 'status'>): boolean {
  return status === 'LinkIssued' || status === 'Superseded' || status === 'Uploaded';
}

const FIND = statement<CheckedDocument>(
  'documents_to_check',
  `select ${CHECKED} from documents join unnest($1::uuid[], $2::uuid[]) as wanted (partner_id, document_id)
     using (partner_id, document_id)`,
);
const LOCK = statement<CheckedDocument>(
  'document_lock',
  `select ${CHECKED} from documents where partner_id = $1 and document_id = $2 for update`,
);

/** Of any partners, in no order; what does not exist is missing. */
export function findDocumentsToCheck(
  tx: Tx,
  wanted: readonly { partnerId: string; documentId: string }[],
): Promise<CheckedDocument[]> {
  const partnerIds = wanted.map(({ partnerId }) => partnerId);
  const documentIds = wanted.map(({ documentId }) => documentId);
  return tx.rows(FIND, [partnerIds, documentIds]);
}

/** Behind the customer's lock, before it gets its outcome. */
export async function lockDocument(tx: Tx, partnerId: string, documentId: string) {
  return (await tx.rows(LOCK, [partnerId, documentId]))[0];
}

const MARK_UPLOADED = statement<CheckedDocument>(
  'documents_uploaded',
  `update documents d set status = 'Uploaded', version_id = found.version_id, etag = found.etag,
     size_bytes = found.size_bytes, uploaded_at = greatest(found.arrived_at, d.created_at), next_check_at = found.next_check_at
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
     as found (partner_id, document_id, version_id, etag, size_bytes, arrived_at, next_check_at)
   where d.partner_id = found.partner_id and d.document_id = found.document_id
     and d.status in ('LinkIssued', 'Superseded') and d.erased_at is null
   returning ${CHECKED.replaceAll(/\w+/g, 'd.$&')}`,
);

export interface Upload {
  versionId: string;
  etag: string;
  sizeBytes: number;
  arrivedAt: Date;
}

export interface FoundUpload extends Upload {
  partnerId: string;
  documentId: string;
  nextCheckAt: Date;
}

/** From now on these versions are what counts. Each document at most once. Of those whose file somebody else has found before
 * nothing is put out. */
export function markUploaded(tx: Tx, found: readonly FoundUpload[]): Promise<CheckedDocument[]> {
  return tx.rows(MARK_UPLOADED, [
    found.map(({ partnerId }) => partnerId),
    found.map(({ documentId }) => documentId),
    found.map(({ versionId }) => versionId),
    found.map(({ etag }) => etag),
    found.map(({ sizeBytes }) => sizeBytes),
    found.map(({ arrivedAt }) => arrivedAt),
    found.map(({ nextCheckAt }) => nextCheckAt),
  ]);
}

const UNMARK_UPLOADED = statement<object>(
  'document_not_uploaded',
  `update documents set status = case when superseded_at is null then 'LinkIssued' else 'Superseded' end, version_id = null,
     etag = null, size_bytes = null, uploaded_at = null, next_check_at = $4
   where partner_id = $1 and document_id = $2 and status = 'Uploaded' and version_id = $3`,
);

/** Its file has gone before it was checked: nothing has arrived. */
export async function unmarkUploaded(tx: Tx, document: CheckedDocument, nextCheckAt: Date): Promise<void> {
  await tx.rows(UNMARK_UPLOADED, [document.partner_id, document.document_id, document.version_id, nextCheckAt]);
}

const POSTPONE = statement<object>(
  'document_postpone_check',
  `update documents set next_check_at = $3
   where partner_id = $1 and document_id = $2 and status = $4 and (erased_at is null) = $5`,
);

/** Only if it is still in the state in which it was seen. */
export async function postponeCheck(tx: Tx, document: DocumentRow, nextCheckAt: Date | undefined): Promise<void> {
  const { partner_id: partnerId, document_id: documentId, status, erased_at: erasedAt } = document;
  await tx.rows(POSTPONE, [partnerId, documentId, nextCheckAt ?? null, status, erasedAt === null]);
}

const EXPIRE = statement<CheckedDocument>(
  'document_expire',
  `update documents set status = 'Expired', next_check_at = $3
   where partner_id = $1 and document_id = $2 and status = any($4)
   returning ${CHECKED}`,
);

export async function expireDocument(
  tx: Tx,
  document: Named,
  from: readonly ('LinkIssued' | 'Superseded' | 'Uploaded')[],
  nextCheckAt: Date | undefined,
): Promise<CheckedDocument | undefined> {
  return (await tx.rows(EXPIRE, [document.partner_id, document.document_id, nextCheckAt ?? null, from]))[0];
}

const CLAIM_DUE = statement<Named>(
  'documents_claim_due',
  `with due as (
     select partner_id, document_id from documents where next_check_at <= $1
     order by next_check_at limit $3 for update skip locked
   )
   update documents d set next_check_at = $2 from due
   where d.partner_id = due.partner_id and d.document_id = due.document_id
   returning d.partner_id, d.document_id`,
);

/**
 * Of all partners, those that are due first, passing over what another process claims at the moment. They are due again
 * later, so whoever dies over them only delays them.
 */
export function claimDueDocuments(tx: Tx, now: Date, dueAgainAt: Date, limit: number): Promise<Named[]> {
  return tx.rows(CLAIM_DUE, [now, dueAgainAt, limit]);
}

const COUNT_WAITING = statement<{ waiting: number; oldest: Date | null }>(
  'documents_waiting',
  `select count(*) as waiting, min(uploaded_at) as oldest from documents where status = 'Uploaded'`,
);

/** Those of all partners that have arrived and are not checked yet. */
export async function countWaiting(tx: Tx): Promise<{ waiting: number; oldest: Date | null }> {
  return (await tx.rows(COUNT_WAITING, []))[0] ?? { waiting: 0, oldest: null };
}

/**
 * The part of a statement that gives a document of the customer that `customer`, an earlier part, has put out its outcome;
 * it puts out the document's id. Its ten parameters, from `first` on, are `outcomeValues`.
 */
export function settlingDocument(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `settled_document as (
     update documents d set status = ${at(1)}, refusal = ${at(2)}, version_id = ${at(3)}, etag = ${at(4)},
       size_bytes = ${at(5)}::bigint, sha256 = ${at(6)}, uploaded_at = greatest(${at(7)}::timestamptz, d.created_at),
       confirmed_at = ${at(8)}, next_check_at = ${at(9)}
     from ${customer} c
     where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.document_id = ${at(0)} and d.status in ${OPEN}
     returning d.document_id
   )`;
}

export interface Outcome extends Upload {
  status: 'Confirmed' | 'Quarantined' | 'Rejected';
  refusal: DocumentRefusal | null;
  sha256: string | null;
  confirmedAt: Date | null;
  nextCheckAt: Date | null;
}

export function outcomeValues(documentId: string, outcome: Outcome): unknown[] {
  const { status, refusal, versionId, etag, sizeBytes, sha256, arrivedAt, confirmedAt, nextCheckAt } = outcome;
  return [documentId, status, refusal, versionId, etag, sizeBytes, sha256, arrivedAt, confirmedAt, nextCheckAt];
}
