import type { StaffReadKind } from '@onboarding/contract';
import type { StaffReadsRow } from '@onboarding/database/tables';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';

/** Something of a customer that was shown. */
export interface Shown {
  partnerId: string;
  customerId: string;
  kind: StaffReadKind;
  /** The document, or the package in which another business was named. */
  subjectId?: string;
}

const INSERT = statement<object>(
  'staff_reads_insert',
  `insert into staff_reads (partner_id, read_id, customer_id, kind, subject_id, account_id, address, request_id, read_at)
   select w.partner_id, w.read_id, w.customer_id, w.kind, w.subject_id, $6, $7, $8, $9
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[]) as w (partner_id, read_id, customer_id, kind, subject_id)`,
);

export interface Reading {
  accountId: string;
  address: string;
  requestId: string;
  at: Date;
}

export async function insertReads(
  tx: Tx,
  reads: readonly (Shown & { readId: string })[],
  { accountId, address, requestId, at }: Reading,
): Promise<void> {
  await tx.rows(INSERT, [
    reads.map((one) => one.partnerId),
    reads.map((one) => one.readId),
    reads.map((one) => one.customerId),
    reads.map((one) => one.kind),
    reads.map((one) => one.subjectId ?? null),
    accountId,
    address,
    requestId,
    at,
  ]);
}

export interface ReadFilters {
  accountId?: string | undefined;
  customerId?: string | undefined;
}

// By the id, which begins with the time: an index of each filter is read backwards, one month after the other. A statement for
// each set of filters, so that it reads the index of its own.
const listStatement = (name: string, ...conditions: string[]): Statement<StaffReadsRow> =>
  statement(
    `staff_reads_list${name}`,
    `select partner_id, read_id, customer_id, account_id, kind, subject_id, address, request_id, read_at from staff_reads
     where ${['read_id < $1', 'read_id >= $2', ...conditions].join(' and ')} order by read_id desc limit $3`,
  );
const LIST = listStatement('');
const LIST_BY_ACCOUNT = listStatement('_by_account', 'account_id = $4');
const LIST_BY_CUSTOMER = listStatement('_by_customer', 'customer_id = $4');
const LIST_BY_BOTH = listStatement('_by_both', 'customer_id = $4', 'account_id = $5');

/** Newest first, from one id, exclusive, down to another. */
export function listReads(
  tx: Tx,
  { accountId, customerId }: ReadFilters,
  { below, from, limit }: { below: string; from: string; limit: number },
): Promise<StaffReadsRow[]> {
  const part = [below, from, limit];
  if (customerId !== undefined && accountId !== undefined) {
    return tx.rows(LIST_BY_BOTH, [...part, customerId, accountId]);
  }
  if (customerId !== undefined) return tx.rows(LIST_BY_CUSTOMER, [...part, customerId]);
  return accountId === undefined ? tx.rows(LIST, part) : tx.rows(LIST_BY_ACCOUNT, [...part, accountId]);
}
