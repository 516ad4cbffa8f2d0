import type { DocumentFinding } from '@onboarding/contract';
import type { DocumentsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';
import { linkExpiresAt, type NewDocument, nextCheckAt, objectKeyOf } from './document.ts';

export type DocumentRow = Omit<
  DocumentsRow,
  'objectKey' | 'keptKey' | 'nextCheckAt' | 'scanTries' | 'findings' | 'handedInAt'
>;

export const COLUMNS = `partner_id, document_id, customer_id, ubo_id, category, content_type, status, refusal, version_id, etag,
  size_bytes, sha256, created_at, link_expires_at, uploaded_at, confirmed_at, superseded_at, erased_at`;

/** The statuses without an outcome. */
export const OPEN = `('LinkIssued', 'Superseded', 'Uploaded')`;

/** A record is read as a whole, so its size must be bounded. */
const MOST_LISTED = 500;

const LIST = statement<DocumentRow, CustomerKey>(
  'documents_of_customer',
  `select ${COLUMNS} from (
     select ${COLUMNS} from documents
     where partner_id = :partnerId and customer_id = :customerId and status in ('Confirmed', 'Quarantined', 'Rejected') and erased_at is null
     order by document_id desc limit ${MOST_LISTED}
   ) newest order by document_id`,
);

/**
 * The newest documents with an outcome, in the order of their links. Those without one are omitted: the ETag of a record is
 * the customer's version, which only an outcome increases. Code that writes an outcome must increase it.
 */
export function listDocuments(tx: Tx, partnerId: string, customerId: string): Promise<DocumentRow[]> {
  return tx.rows(LIST, { partnerId, customerId });
}

export type NamedRow = Pick<
  DocumentsRow,
  'documentId' | 'customerId' | 'category' | 'uboId' | 'status' | 'refusal' | 'createdAt' | 'confirmedAt' | 'handedInAt'
>;

const FIND_NAMED = statement<NamedRow, { partnerId: string; ids: readonly string[] }>(
  'documents_named',
  `select document_id, customer_id, category, ubo_id, status, refusal, created_at, confirmed_at, handed_in_at from documents
   where partner_id = :partnerId and document_id = any(:ids::uuid[])`,
);

/** The partner's own documents among these ids, of any of its customers. */
export function findNamedDocuments(tx: Tx, partnerId: string, ids: readonly string[]): Promise<NamedRow[]> {
  return tx.rows(FIND_NAMED, { partnerId, ids });
}

export type MissingRow = Pick<DocumentsRow, 'documentId' | 'category' | 'status'>;

const LIST_MISSING = statement<MissingRow, CustomerKey & { ids: readonly string[] }>(
  'documents_missing',
  `select document_id, category, status from documents
   where partner_id = :partnerId and customer_id = :customerId and erased_at is null
     and (document_id = any(:ids::uuid[]) and status <> 'Confirmed' or handed_in_at is not null and status in ${OPEN})
   order by document_id`,
);

/**
 * Those of these documents that are not confirmed, and submitted ones without an outcome. Excludes submitted documents whose
 * file was refused: no file can arrive for them, and the partner cannot withdraw them.
 */
export function listMissing(
  tx: Tx,
  partnerId: string,
  customerId: string,
  ids: readonly string[],
): Promise<MissingRow[]> {
  return tx.rows(LIST_MISSING, { partnerId, customerId, ids });
}

/** A CTE that marks the documents of the customer returned by the CTE `customer` that are submitted for the first time. */
export function submittingDocuments(customer: string): Part<{ submittedDocuments: readonly string[]; now: Date }> {
  return part(`submitted_documents as (
     update documents d set handed_in_at = :now::timestamptz from ${customer} c
     where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.document_id = any(:submittedDocuments::uuid[])
       and d.handed_in_at is null
   )`);
}

const EXIST = statement<{ documentId: string }, { ids: readonly string[] }>(
  'documents_exist',
  'select document_id from unnest(:ids::uuid[]) as document_id where document_exists(document_id)',
);

/** Which of these ids exist for any partner. */
export async function listExisting(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(EXIST, { ids })).map(({ documentId }) => documentId);
}

/** What a link is for: of two links with the same purpose, the newer one supersedes the other while that is unused. */
export type LinkPurpose = Pick<NewDocument, 'customerId' | 'category' | 'uboId'>;

/** There are several if their files have arrived and no worker has checked them yet. */
const OPEN_LINKS = `from documents where partner_id = :partnerId and customer_id = :customerId and category = :category
       and ubo_id is not distinct from :uboId::uuid and status = 'LinkIssued' order by document_id desc limit 100`;

export type OpenLink = Pick<DocumentsRow, 'documentId' | 'objectKey'>;

const LIST_OPEN_LINKS = statement<OpenLink, LinkPurpose & { partnerId: string }>(
  'documents_open_links',
  `select document_id, object_key ${OPEN_LINKS}`,
);

/** The links that a new one would supersede. Their files may have arrived without anyone having noticed. */
export function listOpenLinks(
  tx: Tx,
  partnerId: string,
  { customerId, category, uboId }: LinkPurpose,
): Promise<OpenLink[]> {
  return tx.rows(LIST_OPEN_LINKS, { partnerId, customerId, category, uboId });
}

interface InsertValues extends NewDocument {
  objectKey: string;
  linkExpiresAt: Date;
  nextCheckAt: Date | null;
  used: readonly string[];
  now: Date;
}

const SUPERSEDE_AND_INSERT = statement<never, InsertValues>(
  'document_insert',
  `with superseded as (
     update documents set status = 'Superseded', superseded_at = :now, next_check_at = :now
     where partner_id = :partnerId and status = 'LinkIssued' and document_id in (select document_id ${OPEN_LINKS})
       and not (document_id = any(:used::uuid[]))
   )
   insert into documents (partner_id, document_id, customer_id, ubo_id, category, content_type, status, object_key,
     created_at, link_expires_at, next_check_at)
   values (:partnerId, :documentId, :customerId, :uboId, :category, :contentType, 'LinkIssued', :objectKey, :now,
     :linkExpiresAt, :nextCheckAt)`,
);

/**
 * Supersedes an unused link for the same category and person. A link whose file has arrived remains valid: `used`, or one
 * that a check has found in the meantime.
 */
export async function insertDocument(tx: Tx, document: NewDocument, used: readonly string[], now: Date): Promise<void> {
  await tx.rows(SUPERSEDE_AND_INSERT, {
    ...document,
    objectKey: objectKeyOf(document),
    linkExpiresAt: linkExpiresAt(now),
    nextCheckAt: nextCheckAt(now, now) ?? null,
    used,
    now,
  });
}

const AGE_LINKS = statement<Pick<DocumentsRow, 'documentId'>, CustomerKey & { days: number; now: Date }>(
  'documents_age_links',
  `update documents set created_at = created_at - make_interval(days => :days),
     link_expires_at = link_expires_at - make_interval(days => :days), next_check_at = :now
   where partner_id = :partnerId and customer_id = :customerId and status = 'LinkIssued'
   returning document_id`,
);

/** Moves the unused links of a customer into the past, in a sandbox; returns their documents. */
export async function ageLinks(tx: Tx, customer: CustomerKey, days: number, now: Date): Promise<string[]> {
  const { partnerId, customerId } = customer;
  return (await tx.rows(AGE_LINKS, { partnerId, customerId, days, now })).map(({ documentId }) => documentId);
}

const CATEGORIES = statement<
  Pick<DocumentsRow, 'documentId' | 'category'>,
  { partnerIds: readonly string[]; documentIds: readonly string[] }
>(
  'documents_categories',
  `select d.document_id, d.category from unnest(:partnerIds::uuid[], :documentIds::uuid[]) as w (partner_id, document_id)
   join documents d on d.partner_id = w.partner_id and d.document_id = w.document_id where d.erased_at is null`,
);

/** Categories by document id, of any partners; for callers that may see all partners. */
export async function listDocumentCategories(
  tx: Tx,
  documents: readonly { partnerId: string; documentId: string }[],
): Promise<Map<string, DocumentsRow['category']>> {
  const rows = await tx.rows(CATEGORIES, {
    partnerIds: documents.map((one) => one.partnerId),
    documentIds: documents.map((one) => one.documentId),
  });
  return new Map(rows.map(({ documentId, category }) => [documentId, category]));
}

const NOTE = statement<never, { partnerId: string; documentId: string; findings: readonly DocumentFinding[] }>(
  'document_note_findings',
  'update documents set findings = :findings where partner_id = :partnerId and document_id = :documentId',
);

/** Must run in the transaction that confirms the document. */
export async function noteFindings(
  tx: Tx,
  { partnerId, documentId }: Pick<DocumentsRow, 'partnerId' | 'documentId'>,
  findings: readonly DocumentFinding[],
): Promise<void> {
  await tx.rows(NOTE, { partnerId, documentId, findings });
}

export type FoundDocument = CustomerKey & Pick<DocumentsRow, 'documentId' | 'findings'>;

const LIST_FOUND = statement<FoundDocument, CustomerKeys & { limit: number }>(
  'documents_with_findings',
  `select w.partner_id, w.customer_id, d.document_id, d.findings
   from ${NAMED_CUSTOMERS}
   cross join lateral (
     select document_id, findings from documents
     where partner_id = w.partner_id and customer_id = w.customer_id and status = 'Confirmed' and findings <> '{}'
       and erased_at is null
     order by document_id desc limit :limit
   ) d
   order by w.customer_id, d.document_id desc`,
);

/** Confirmed documents with findings, of many businesses of all partners; the newest of each business. */
export function listFoundDocuments(
  tx: Tx,
  businesses: readonly CustomerKey[],
  limit: number,
): Promise<FoundDocument[]> {
  return tx.rows(LIST_FOUND, { ...keysOf(businesses), limit });
}
