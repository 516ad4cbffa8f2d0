import type { StaffReadKind } from '@onboarding/contract';
import type { StaffReadsRow } from '@onboarding/database/tables';
import { type Part, part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import { type AnchoredTable, type StreamedLog, type StreamRange, streamRange } from '../transaction-logs.ts';

/** Customer data that was shown. */
export interface Shown {
  partnerId: string;
  customerId: string;
  kind: StaffReadKind;
  /** The document, or the package that referred to another business. */
  subjectId?: string;
}

export interface Reading {
  accountId: string;
  address: string;
  requestId: string;
  at: Date;
}

interface ReadInserts extends Reading {
  partnerIds: readonly string[];
  readIds: readonly string[];
  customerIds: readonly string[];
  kinds: readonly StaffReadKind[];
  subjectIds: readonly (string | null)[];
}

const INSERT = statement<never, ReadInserts>(
  'staff_reads_insert',
  `insert into staff_reads (partner_id, read_id, customer_id, kind, subject_id, account_id, address, request_id, read_at)
   select w.partner_id, w.read_id, w.customer_id, w.kind, w.subject_id, :accountId, :address, :requestId, :at
   from unnest(:partnerIds::uuid[], :readIds::uuid[], :customerIds::uuid[], :kinds::text[], :subjectIds::uuid[])
     as w (partner_id, read_id, customer_id, kind, subject_id)`,
);

export async function insertReads(
  tx: Tx,
  reads: readonly (Shown & { readId: string })[],
  { accountId, address, requestId, at }: Reading,
): Promise<void> {
  await tx.rows(INSERT, {
    partnerIds: reads.map((one) => one.partnerId),
    readIds: reads.map((one) => one.readId),
    customerIds: reads.map((one) => one.customerId),
    kinds: reads.map((one) => one.kind),
    subjectIds: reads.map((one) => one.subjectId ?? null),
    accountId,
    address,
    requestId,
    at,
  });
}

export interface ReadFilters {
  accountId?: string | undefined;
  customerId?: string | undefined;
  kind?: StaffReadKind | undefined;
}

export type ReadRow = Omit<StaffReadsRow, 'transactionId'>;

/** Newest first, from one id, exclusive, down to another. */
interface ReadPage {
  below: string;
  from: string;
  limit: number;
}

const OF_ACCOUNT = part<{ accountId: string }>(' and account_id = :accountId');
const OF_CUSTOMER = part<{ customerId: string }>(' and customer_id = :customerId');
const OF_KIND = part<{ kind: StaffReadKind }>(' and kind = :kind');

// By id, which starts with the time: scans the filter's index backwards, month by month. One statement for each set of
// filters, so that each uses its own index.
const listing = <V extends object>(name: string, filter: Part<V>) =>
  statement<ReadRow, ReadPage & V>(
    `staff_reads_list${name}`,
    `select partner_id, read_id, customer_id, account_id, kind, subject_id, address, request_id, read_at from staff_reads
     where read_id < :below and read_id >= :from${filter.text} order by read_id desc limit :limit`,
  );
const LIST = listing('', part(''));
const LIST_BY_ACCOUNT = listing('_by_account', OF_ACCOUNT);
const LIST_BY_CUSTOMER = listing('_by_customer', OF_CUSTOMER);
const LIST_BY_BOTH = listing('_by_both', sql`${OF_CUSTOMER}${OF_ACCOUNT}`);
const LIST_BY_KIND = listing('_by_kind', OF_KIND);
const LIST_BY_ACCOUNT_AND_KIND = listing('_by_account_and_kind', sql`${OF_ACCOUNT}${OF_KIND}`);
const LIST_BY_CUSTOMER_AND_KIND = listing('_by_customer_and_kind', sql`${OF_CUSTOMER}${OF_KIND}`);
const LIST_BY_ALL = listing('_by_all', sql`${OF_CUSTOMER}${OF_ACCOUNT}${OF_KIND}`);

export function listReads(tx: Tx, { kind, ...filters }: ReadFilters, page: ReadPage): Promise<ReadRow[]> {
  return kind === undefined ? listOfAnyKind(tx, filters, page) : listOfKind(tx, filters, { ...page, kind });
}

function listOfKind(
  tx: Tx,
  { accountId, customerId }: ReadFilters,
  page: ReadPage & { kind: StaffReadKind },
): Promise<ReadRow[]> {
  if (customerId !== undefined && accountId !== undefined) {
    return tx.rows(LIST_BY_ALL, { ...page, customerId, accountId });
  }
  if (customerId !== undefined) return tx.rows(LIST_BY_CUSTOMER_AND_KIND, { ...page, customerId });
  if (accountId !== undefined) return tx.rows(LIST_BY_ACCOUNT_AND_KIND, { ...page, accountId });
  return tx.rows(LIST_BY_KIND, page);
}

function listOfAnyKind(tx: Tx, { accountId, customerId }: ReadFilters, page: ReadPage): Promise<ReadRow[]> {
  if (customerId !== undefined && accountId !== undefined) {
    return tx.rows(LIST_BY_BOTH, { ...page, customerId, accountId });
  }
  if (customerId !== undefined) return tx.rows(LIST_BY_CUSTOMER, { ...page, customerId });
  return accountId === undefined ? tx.rows(LIST, page) : tx.rows(LIST_BY_ACCOUNT, { ...page, accountId });
}

type AnchoredRead = Omit<StaffReadsRow, 'readAt'> & { microseconds: string };

// The time as a number, because text would depend on the settings of the session.
const LIST_ANCHORED = statement<AnchoredRead, { transactionId: string; id: string; below: string; limit: number }>(
  'staff_reads_list_anchored',
  `select partner_id, read_id, customer_id, account_id, kind, subject_id, address, request_id, transaction_id,
     (extract(epoch from read_at) * 1000000)::bigint::text as microseconds
   from staff_reads
   where (transaction_id, read_id) > (:transactionId::xid8, :id::uuid) and transaction_id < :below::xid8
   order by transaction_id, read_id limit :limit`,
);

const IS_AHEAD = statement<{ ahead: boolean }>(
  'staff_reads_is_ahead',
  `select exists (select from staff_reads where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`,
);

/** A row has no hash of its own, so the statement covers its whole content. */
export const ANCHORED_READS: AnchoredTable = {
  name: 'staff_reads',
  async list(tx, { transactionId, id }, below, limit) {
    const rows = await tx.rows(LIST_ANCHORED, { transactionId, id, below, limit });
    return rows.map((row) => ({ ...row, id: row.readId, content: contentOf(row) }));
  },
  isAhead: async (tx) => (await tx.rows(IS_AHEAD, {}))[0]?.ahead === true,
};

// A JSON array, because it separates the fields unambiguously.
const contentOf = (row: AnchoredRead): string =>
  JSON.stringify([
    row.readId,
    row.customerId,
    row.accountId,
    row.kind,
    row.subjectId,
    row.address,
    row.requestId,
    row.microseconds,
  ]);

const LIST_STREAMED = statement<StaffReadsRow, StreamRange>(
  'staff_reads_list_streamed',
  `select partner_id, read_id, customer_id, account_id, kind, subject_id, address, request_id, read_at, transaction_id
   from staff_reads ${streamRange('read_id').text}`,
);

export const STREAMED_READS: StreamedLog = {
  name: 'staff-reads',
  async list(tx, range) {
    const rows = await tx.rows(LIST_STREAMED, range);
    return rows.map(({ readId: id, readAt: at, transactionId, ...record }) => ({ id, at, transactionId, record }));
  },
};
