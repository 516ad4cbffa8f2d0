import type { AuditEntriesRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { type AnchoredTable, type StreamedLog, type StreamRange, streamRange } from '../transaction-logs.ts';
import type { AuditContent } from './audit-chain.ts';

/**
 * A CTE that writes an audit entry for the row returned by the CTE `customer`; inserts nothing if there is none. The
 * customer's own row holds the last sequence and hash.
 */
export function writingAudit(customer: string): Part<AuditValues> {
  return part(`audited as (
     insert into audit_entries (partner_id, customer_id, audit_id, sequence, action, actor_kind, actor_id, request_id,
       occurred_at, details, previous_hash, hash)
     select c.partner_id, c.customer_id, :auditId::uuid, :auditSequence::bigint, :action, :actorKind, :actorId, :requestId,
       :now::timestamptz, :details, :auditPreviousHash::bytea, :auditHash::bytea
     from ${customer} c
   )`);
}

export type AuditValues = Pick<
  AuditContent,
  'auditId' | 'action' | 'actorKind' | 'actorId' | 'requestId' | 'details'
> & {
  auditSequence: number;
  auditPreviousHash: Buffer;
  auditHash: Buffer;
  now: Date;
};

/**
 * The CTE `moments`: the times since a given time at which the customer returned by the CTE `customer` was changed. All rows
 * written then have ids with those milliseconds.
 */
export function auditedMoments(customer: string): Part<{ since: Date }> {
  return part(`moments as (
     select distinct c.partner_id, c.customer_id, a.occurred_at from ${customer} c
     join audit_entries a on a.partner_id = c.partner_id and a.customer_id = c.customer_id
       and a.audit_id >= uuid_floor(:since::timestamptz)
   )`);
}

const LIST_MOMENTS = statement<{ occurredAt: Date }, NewestValues & { since: Date }>(
  'audit_list_moments',
  `select distinct occurred_at from (
     select occurred_at from audit_entries
     where partner_id = :partnerId and customer_id = :customerId and audit_id >= uuid_floor(:since::timestamptz)
       and audit_id < :below and starts_with(action, 'business.')
     order by audit_id desc limit :limit
   ) newest`,
);

/** The newest times, below an entry and since a given time, of customer changes that its partner can see. */
export async function listMoments(
  tx: Tx,
  { partnerId, customerId }: CustomerKey,
  since: Date,
  below: string,
  limit: number,
): Promise<Date[]> {
  const rows = await tx.rows(LIST_MOMENTS, { partnerId, customerId, since, below, limit });
  return rows.map((row) => row.occurredAt);
}

export type AuditRow = AuditEntriesRow;

const COLUMNS = `partner_id, customer_id, audit_id, sequence, action, actor_kind, actor_id, request_id, occurred_at, details,
  previous_hash, hash`;

const LIST_CHAIN = statement<AuditRow, CustomerKey>(
  'audit_list_chain',
  `select ${COLUMNS} from audit_entries where partner_id = :partnerId and customer_id = :customerId order by sequence`,
);

export function listChain(tx: Tx, partnerId: string, customerId: string): Promise<AuditRow[]> {
  return tx.rows(LIST_CHAIN, { partnerId, customerId });
}

// Skips from one trail to the next in the primary key, instead of reading all entries.
const LIST_TRAILS = statement<CustomerKey, CustomerKey & { limit: number }>(
  'audit_list_trails',
  `with recursive trails as (
     (select partner_id, customer_id from audit_entries where (partner_id, customer_id) > (:partnerId, :customerId)
      order by partner_id, customer_id limit 1)
     union all
     select next.partner_id, next.customer_id from trails t cross join lateral (
       select partner_id, customer_id from audit_entries where (partner_id, customer_id) > (t.partner_id, t.customer_id)
       order by partner_id, customer_id limit 1) next
   ) select partner_id, customer_id from trails limit :limit`,
);

/** The customers after a given one that have entries, whether or not they exist. For the owner role, which sees them all. */
export function listTrails(tx: Tx, after: CustomerKey, limit: number): Promise<CustomerKey[]> {
  return tx.rows(LIST_TRAILS, { ...after, limit });
}

interface NewestValues extends CustomerKey {
  below: string;
  limit: number;
}

// By id, which starts with the time: scans the primary key backwards, one month after the other.
const LIST_NEWEST = statement<AuditRow, NewestValues>(
  'audit_list_newest',
  `select ${COLUMNS} from audit_entries where partner_id = :partnerId and customer_id = :customerId and audit_id < :below
   order by audit_id desc limit :limit`,
);

const LIST_NEWEST_FOR_PARTNER = statement<AuditRow, NewestValues>(
  'audit_list_newest_for_partner',
  `select ${COLUMNS} from audit_entries
   where partner_id = :partnerId and customer_id = :customerId and audit_id < :below and starts_with(action, 'business.')
   order by audit_id desc limit :limit`,
);

export function listNewest(tx: Tx, { partnerId, customerId }: CustomerKey, below: string, limit: number) {
  return tx.rows(LIST_NEWEST, { partnerId, customerId, below, limit });
}

/** Excludes the internal actions of our staff. */
export function listNewestForPartner(tx: Tx, { partnerId, customerId }: CustomerKey, below: string, limit: number) {
  return tx.rows(LIST_NEWEST_FOR_PARTNER, { partnerId, customerId, below, limit });
}

export interface OpenedRow {
  documentId: string;
  accountId: string;
  openedAt: Date;
}

/** A package is read as a whole, so this must be bounded. */
const MOST_OPENED = 1000;

const LIST_OPENED = statement<OpenedRow, CustomerKey & { since: Date }>(
  'audit_list_opened',
  `select details::json ->> 'documentId' as document_id, actor_id as account_id, max(occurred_at) as opened_at
   from (
     select details, actor_id, occurred_at from audit_entries
     where partner_id = :partnerId and customer_id = :customerId and audit_id >= uuid_floor(:since::timestamptz)
       and action = 'review.document.viewed'
     order by audit_id desc limit ${MOST_OPENED}
   ) opened
   group by 1, 2 order by opened_at, account_id`,
);

/** The documents that our staff have opened since a given time: each person and document once. */
export function listOpened(tx: Tx, partnerId: string, customerId: string, since: Date): Promise<OpenedRow[]> {
  return tx.rows(LIST_OPENED, { partnerId, customerId, since });
}

export interface ComparedRow {
  identityId: string;
  accountId: string;
  matches: boolean;
  comparedAt: Date;
}

const LIST_COMPARED = statement<ComparedRow, CustomerKey & { since: Date }>(
  'audit_list_compared',
  `select distinct on (details::json ->> 'identityId', actor_id) details::json ->> 'identityId' as identity_id,
     actor_id as account_id, (details::json ->> 'matches')::boolean as matches, occurred_at as compared_at
   from (
     select details, actor_id, occurred_at, audit_id from audit_entries
     where partner_id = :partnerId and customer_id = :customerId and audit_id >= uuid_floor(:since::timestamptz)
       and action = 'review.identity.compared'
     order by audit_id desc limit ${MOST_OPENED}
   ) compared
   order by details::json ->> 'identityId', actor_id, audit_id desc`,
);

/** The last comparison of each identity number by each person since a given time. */
export function listCompared(tx: Tx, partnerId: string, customerId: string, since: Date): Promise<ComparedRow[]> {
  return tx.rows(LIST_COMPARED, { partnerId, customerId, since });
}

const IS_KEPT = statement<{ kept: boolean }, { at: Date }>(
  'audit_is_kept',
  `select to_regclass('audit_entries_' || to_char(:at::timestamptz at time zone 'utc', 'YYYYMM')) is not null as kept`,
);

/** Whether entries of that time still exist, or were dropped with their month. */
export async function isKept(tx: Tx, at: Date): Promise<boolean> {
  return (await tx.rows(IS_KEPT, { at }))[0]?.kept === true;
}

const LIST_ANCHORED = statement<
  Pick<AuditRow, 'partnerId' | 'auditId' | 'transactionId' | 'hash'>,
  { transactionId: string; id: string; below: string; limit: number }
>(
  'audit_list_anchored',
  `select partner_id, audit_id, transaction_id, hash from audit_entries
   where (transaction_id, audit_id) > (:transactionId::xid8, :id::uuid) and transaction_id < :below::xid8
   order by transaction_id, audit_id limit :limit`,
);

const IS_AHEAD = statement<{ ahead: boolean }>(
  'audit_is_ahead',
  `select exists (select from audit_entries where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`,
);

/** The hash of an entry covers all its other columns. */
export const ANCHORED_ENTRIES: AnchoredTable = {
  name: 'audit_entries',
  async list(tx, { transactionId, id }, below, limit) {
    const rows = await tx.rows(LIST_ANCHORED, { transactionId, id, below, limit });
    return rows.map(({ auditId, hash, ...row }) => ({
      ...row,
      id: auditId,
      content: `${auditId} ${hash.toString('hex')}`,
    }));
  },
  isAhead: async (tx) => (await tx.rows(IS_AHEAD, {}))[0]?.ahead === true,
};

const LIST_STREAMED = statement<Omit<AuditRow, 'details' | 'previousHash' | 'hash'>, StreamRange>(
  'audit_list_streamed',
  `select partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id, occurred_at, transaction_id
   from audit_entries ${streamRange('audit_id').text}`,
);

export const STREAMED_AUDIT: StreamedLog = {
  name: 'audit',
  async list(tx, range) {
    const rows = await tx.rows(LIST_STREAMED, range);
    return rows.map(({ auditId: id, occurredAt: at, transactionId, ...record }) => ({ id, at, transactionId, record }));
  },
};
