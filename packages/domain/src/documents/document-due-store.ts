// Documents that are due for a check, and their leases. A worker leases a document by moving its due time, and renews the
// lease while it works, so that another worker takes over soon after it dies.
import type { DocumentsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { LOOK_AFTER_MINUTES } from './document.ts';
import { CHECKED, type CheckedDocument, type DocumentKey } from './document-check-store.ts';
import { OPEN } from './document-store.ts';

const ARRIVED = statement<never, { partnerIds: readonly string[]; documentIds: readonly string[]; now: Date }>(
  'documents_report_arrived',
  'select documents_arrived(:partnerIds::uuid[], :documentIds::uuid[], :now::timestamptz)',
);

/** Makes these documents of any partners due. Ignores ids that do not exist. */
export async function reportArrived(tx: Tx, arrived: readonly DocumentKey[], now: Date): Promise<void> {
  await tx.rows(ARRIVED, { ...listsOf(arrived), now });
}

function listsOf(documents: readonly DocumentKey[]) {
  return {
    partnerIds: documents.map(({ partnerId }) => partnerId),
    documentIds: documents.map(({ documentId }) => documentId),
  };
}

interface LeaseTerms {
  now: Date;
  /** When the leases expire. */
  until: Date;
  limit: number;
  /** The maximum number of documents of one partner that this process may hold, including those that it already holds. */
  ofEach: number;
  /** The number that it already holds, by partner. */
  held: ReadonlyMap<string, number>;
}

/** If more than this many are due, each partner's are read separately. */
const FEW_DUE = 128;

// Usually few are due, and the oldest ones are all there are. Otherwise they may hide those of other partners, so the index
// is read partner by partner: one step for each that has documents to check. Both columns are compared together; otherwise
// the planner might use the index without the partner and read the documents of others. Every partner's first document comes
// before any second one.
const LEASE = statement<
  CheckedDocument,
  Omit<LeaseTerms, 'held'> & { few: number; holders: readonly string[]; counts: readonly number[] }
>(
  'documents_lease_due',
  `with recursive oldest as materialized (
     select partner_id, document_id, next_check_at from documents where next_check_at <= :now
     order by next_check_at limit :few
   ), partner as (
     (select partner_id, next_check_at from documents
      where next_check_at is not null and (select count(*) from oldest) = :few
      order by partner_id, next_check_at limit 1)
     union all
     select following.partner_id, following.next_check_at from partner cross join lateral (
       select partner_id, next_check_at from documents
       where next_check_at is not null and partner_id > partner.partner_id order by partner_id, next_check_at limit 1
     ) following
   ), due as (
     select partner_id, document_id, next_check_at from oldest
     union
     select own.partner_id, own.document_id, own.next_check_at from partner cross join lateral (
       select partner_id, document_id, next_check_at from documents
       where next_check_at is not null and (partner_id, next_check_at) <= (partner.partner_id, :now::timestamptz)
         and (partner_id, next_check_at) >= (partner.partner_id, timestamptz '-infinity')
       order by partner_id, next_check_at limit :ofEach
     ) own
     where partner.next_check_at <= :now
   ), placed as (
     select due.partner_id, due.document_id, due.next_check_at,
       coalesce(holder.held, 0) + row_number() over (partition by due.partner_id order by due.next_check_at, due.document_id) as place
     from due left join unnest(:holders::uuid[], :counts::int[]) as holder (partner_id, held) using (partner_id)
   ), chosen as (
     select partner_id, document_id from placed where place <= :ofEach order by place, next_check_at limit :limit
   ), leased as (
     select d.partner_id, d.document_id from documents d join chosen using (partner_id, document_id)
     where d.next_check_at <= :now for update of d skip locked
   )
   update documents d set next_check_at = :until from leased
   where d.partner_id = leased.partner_id and d.document_id = leased.document_id
   returning ${CHECKED.replaceAll(/\w+/g, 'd.$&')}`,
);

/** Takes partners in turn; skips documents that another process is leasing. */
export function leaseDueDocuments(tx: Tx, { held, ...terms }: LeaseTerms): Promise<CheckedDocument[]> {
  return tx.rows(LEASE, { ...terms, few: FEW_DUE, holders: [...held.keys()], counts: [...held.values()] });
}

const RENEW = statement<never, { partnerIds: readonly string[]; documentIds: readonly string[]; until: Date }>(
  'documents_renew_leases',
  `update documents d set next_check_at = :until
   from unnest(:partnerIds::uuid[], :documentIds::uuid[]) as held (partner_id, document_id)
   where d.partner_id = held.partner_id and d.document_id = held.document_id and d.status in ${OPEN}`,
);

/** Skips documents that already have an outcome. */
export async function renewLeases(tx: Tx, held: readonly DocumentKey[], until: Date): Promise<void> {
  await tx.rows(RENEW, { ...listsOf(held), until });
}

const RETRY = statement<never, DocumentKey & { now: Date }>(
  'document_retry_check',
  `update documents set next_check_at = :now::timestamptz
     + least(greatest((:now::timestamptz - coalesce(uploaded_at, created_at)) / 4, interval '1 second'), interval '1 minute')
   where partner_id = :partnerId and document_id = :documentId and status in ${OPEN}`,
);

/** Schedules a retry after a failure: the longer the file has waited, the later, from a second to a minute. */
export async function retryCheck(tx: Tx, document: CheckedDocument, now: Date): Promise<void> {
  const { partnerId, documentId } = document;
  await tx.rows(RETRY, { partnerId, documentId, now });
}

const COUNT_SCAN = statement<Pick<DocumentsRow, 'scanTries'>, DocumentKey>(
  'document_count_scan',
  `update documents set scan_tries = scan_tries + 1
   where partner_id = :partnerId and document_id = :documentId and status = 'Uploaded' returning scan_tries`,
);

/** Counts a scan that did not finish; returns their number. */
export async function countUnfinishedScan(tx: Tx, document: CheckedDocument): Promise<number> {
  const { partnerId, documentId } = document;
  return (await tx.rows(COUNT_SCAN, { partnerId, documentId }))[0]?.scanTries ?? 0;
}

const NEXT = statement<{ next: Date | null }>(
  'documents_next_check',
  'select min(next_check_at) as next from documents where next_check_at is not null',
);

/** When the next check is due; undefined if there is none. */
export async function findNextCheck(tx: Tx): Promise<Date | undefined> {
  return (await tx.rows(NEXT, {}))[0]?.next ?? undefined;
}

const COUNT_WAITING = statement<{ waiting: number; oldest: Date | null }>(
  'documents_waiting',
  `select count(*) as waiting, min(uploaded_at) as oldest from documents where status = 'Uploaded'`,
);

/** Uploaded documents of all partners that are not checked yet. */
export async function countWaiting(tx: Tx): Promise<{ waiting: number; oldest: Date | null }> {
  return (await tx.rows(COUNT_WAITING, {}))[0] ?? { waiting: 0, oldest: null };
}

/**
 * A CTE that marks the documents of the customer returned by the CTE `customer` as erased and clears everything that
 * describes their content. They remain due until their objects are removed.
 */
export function erasingDocuments(customer: string): Part<{ now: Date }> {
  return part(`erased_documents as (
     update documents d set erased_at = :now::timestamptz, kept_key = null, version_id = null, etag = null, sha256 = null,
       size_bytes = null,
       findings = '{}', next_check_at = :now::timestamptz
     from ${customer} c where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.erased_at is null
   )`);
}

// A valid link can still be used to upload a file, so each document is checked again when its own link expires.
const RECORD_ERASURE = statement<never, CustomerKey & { removedAt: Date }>(
  'documents_record_erasure',
  `update documents set next_check_at = (
     select min(created_at + minutes * interval '1 minute') from unnest(array[${LOOK_AFTER_MINUTES.join(', ')}]) as minutes
     where created_at + minutes * interval '1 minute' > :removedAt)
   where partner_id = :partnerId and customer_id = :customerId and erased_at is not null`,
);

/** Call after the objects of the customer's erased documents were removed at this time. */
export async function recordErasedDocuments(
  tx: Tx,
  partnerId: string,
  customerId: string,
  removedAt: Date,
): Promise<void> {
  await tx.rows(RECORD_ERASURE, { partnerId, customerId, removedAt });
}

export type DocumentCount = Pick<DocumentsRow, 'status'> & { documents: number };

const COUNT_DOCUMENTS = statement<DocumentCount, CustomerKey>(
  'documents_count',
  `select status, count(*)::int as documents from documents
   where partner_id = :partnerId and customer_id = :customerId and erased_at is null group by status order by status`,
);

/** By status, excluding erased ones. */
export function countDocuments(tx: Tx, partnerId: string, customerId: string): Promise<DocumentCount[]> {
  return tx.rows(COUNT_DOCUMENTS, { partnerId, customerId });
}

// The number of bytes that each partner has uploaded today, in UTC.

const COUNT_UPLOADED = statement<never, { partnerIds: readonly string[]; sizes: readonly number[]; now: Date }>(
  'upload_quotas_count',
  `insert into upload_quotas as quota (partner_id, day, bytes)
   select partner_id, (:now::timestamptz at time zone 'UTC')::date, sum(size_bytes)
   from unnest(:partnerIds::uuid[], :sizes::bigint[]) as upload (partner_id, size_bytes)
   group by partner_id order by partner_id
   on conflict (partner_id) do update set day = greatest(quota.day, excluded.day),
     bytes = excluded.bytes + case when quota.day >= excluded.day then quota.bytes else 0 end`,
);

/** Counts files of any partners that have arrived. */
export async function countUploads(tx: Tx, uploads: readonly CheckedDocument[], now: Date): Promise<void> {
  if (uploads.length === 0) return;
  const partnerIds = uploads.map(({ partnerId: id }) => id);
  await tx.rows(COUNT_UPLOADED, { partnerIds, sizes: uploads.map(({ sizeBytes: size }) => size ?? 0), now });
}

const READ_UPLOADED = statement<{ bytes: number }, { partnerId: string; now: Date }>(
  'upload_quota_read',
  `select bytes from upload_quotas where partner_id = :partnerId and day = (:now::timestamptz at time zone 'UTC')::date`,
);

export async function readUploadedBytes(tx: Tx, partnerId: string, now: Date): Promise<number> {
  return (await tx.rows(READ_UPLOADED, { partnerId, now }))[0]?.bytes ?? 0;
}
