import type { DocumentsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { linkExpiresAt, type NewDocument, nextCheckAt, objectKeyOf } from './document.ts';

export type DocumentRow = Omit<DocumentsRow, 'object_key' | 'next_check_at' | 'handed_in_at'>;

export const COLUMNS = `partner_id, document_id, customer_id, ubo_id, category, content_type, status, refusal, version_id, etag,
  size_bytes, sha256, created_at, link_expires_at, uploaded_at, confirmed_at, superseded_at, erased_at`;

/** A record is read as a whole, so it has to end somewhere. */
const MOST_LISTED = 500;

const LIST = statement<DocumentRow>(
  'documents_of_customer',
  `select ${COLUMNS} from (
     select ${COLUMNS} from documents
     where partner_id = $1 and customer_id = $2 and status in ('Confirmed', 'Quarantined', 'Rejected') and erased_at is null
     order by document_id desc limit ${MOST_LISTED}
   ) newest order by document_id`,
);

/**
 * Those with an outcome, the newest of them, in the order of their links. What has none yet is not listed: a record has its
 * customer's version as its ETag, and only an outcome raises that. Whoever gives a document an outcome must raise it.
 */
export function listDocuments(tx: Tx, partnerId: string, customerId: string): Promise<DocumentRow[]> {
  return tx.rows(LIST, [partnerId, customerId]);
}

export type NamedRow = Pick<
  DocumentsRow,
  'document_id' | 'customer_id' | 'status' | 'refusal' | 'confirmed_at' | 'handed_in_at'
>;

const FIND_NAMED = statement<NamedRow>(
  'documents_named',
  `select document_id, customer_id, status, refusal, confirmed_at, handed_in_at from documents
   where partner_id = $1 and document_id = any($2::uuid[])`,
);

/** Of the partner's own documents those with these ids, whichever of its customers they belong to. */
export function findNamedDocuments(tx: Tx, partnerId: string, ids: readonly string[]): Promise<NamedRow[]> {
  return tx.rows(FIND_NAMED, [partnerId, ids]);
}

/**
 * The part of a statement that notes which documents of the customer that `customer`, an earlier part, has put out are handed in
 * for the first time. Its two parameters, from `first` on: their ids, and when.
 */
export function handingInDocuments(customer: string, first: number): string {
  return `handed_in_documents as (
     update documents d set handed_in_at = $${first + 1}::timestamptz from ${customer} c
     where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.document_id = any($${first}::uuid[])
       and d.handed_in_at is null
   )`;
}

const EXIST = statement<{ document_id: string }>(
  'documents_exist',
  'select document_id from unnest($1::uuid[]) as document_id where document_exists(document_id)',
);

/** Which of these ids name a document of anybody. */
export async function listExisting(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(EXIST, [ids])).map(({ document_id }) => document_id);
}

const SUPERSEDE_AND_INSERT = statement<object>(
  'document_insert',
  `with superseded as (
     update documents set status = 'Superseded', superseded_at = $8, next_check_at = $8
     where partner_id = $1 and customer_id = $3 and category = $5 and ubo_id is not distinct from $4::uuid
       and status = 'LinkIssued'
   )
   insert into documents (partner_id, document_id, customer_id, ubo_id, category, content_type, status, object_key,
     created_at, link_expires_at, next_check_at)
   values ($1, $2, $3, $4, $5, $6, 'LinkIssued', $7, $8, $9, $10)`,
);

/** A link that was not used yet gives way to the new one of its kind. Whether it was used is looked up at once: its file may
 * have arrived without our knowing yet, and then it counts. */
export async function insertDocument(tx: Tx, document: NewDocument, now: Date): Promise<void> {
  await tx.rows(SUPERSEDE_AND_INSERT, [
    document.partnerId,
    document.documentId,
    document.customerId,
    document.uboId,
    document.category,
    document.contentType,
    objectKeyOf(document),
    now,
    linkExpiresAt(now),
    nextCheckAt(now, now),
  ]);
}
