import type { AuditAnchorsRow, AuditEntriesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { SignedStatement } from './anchor.ts';

export type AnchorRow = AuditAnchorsRow;

const LAST = statement<AnchorRow & { settled_below: string }>(
  'audit_anchor_last',
  `select a.*, pg_snapshot_xmin(pg_current_snapshot()) as settled_below
   from (values (1)) one left join (select * from audit_anchors order by number desc limit 1) a on true`,
);

export interface AnchorPlace {
  last: AnchorRow | undefined;
  /** Every transaction below this number has ended. */
  settledBelow: string;
}

export async function findPlace(tx: Tx): Promise<AnchorPlace> {
  const [row] = await tx.rows(LAST, {});
  if (row === undefined) throw new Error('A query for one row has answered none');
  // A left join: without a statement all of its columns are null.
  return { last: row.statement === null ? undefined : row, settledBelow: row.settled_below };
}

type EntryRow = Pick<AuditEntriesRow, 'partner_id' | 'audit_id' | 'transaction_id' | 'hash'>;

interface EntriesValues {
  transactionId: string;
  auditId: string;
  below: string;
  limit: number;
}

const LIST_ENTRIES = statement<EntryRow, EntriesValues>(
  'audit_anchor_entries',
  `select partner_id, audit_id, transaction_id, hash from audit_entries
   where (transaction_id, audit_id) > (:transactionId::xid8, :auditId::uuid) and transaction_id < :below::xid8
   order by transaction_id, audit_id limit :limit`,
);

export function listEntries(tx: Tx, after: { transactionId: string; auditId: string }, below: string, limit: number) {
  return tx.rows(LIST_ENTRIES, { transactionId: after.transactionId, auditId: after.auditId, below, limit });
}

const INSERT = statement<{ number: number }, SignedStatement & { number: number; madeAt: Date }>(
  'audit_anchor_insert',
  `insert into audit_anchors (number, made_at, statement, key_id, signature) values (:number, :madeAt, :text, :keyId, :signature)
   on conflict do nothing returning number`,
);

/** False when another process has written the statement with that number. */
export async function insertAnchor(tx: Tx, number: number, madeAt: Date, signed: SignedStatement): Promise<boolean> {
  const { text, keyId, signature } = signed;
  return (await tx.rows(INSERT, { number, madeAt, text, keyId, signature })).length === 1;
}

const LIST = statement<AnchorRow, { after: number; limit: number }>(
  'audit_anchor_list',
  'select * from audit_anchors where number > :after order by number limit :limit',
);

export function listAnchors(tx: Tx, after: number, limit: number): Promise<AnchorRow[]> {
  return tx.rows(LIST, { after, limit });
}

const LIST_UNPUBLISHED = statement<AnchorRow, { limit: number }>(
  'audit_anchor_list_unpublished',
  'select * from audit_anchors where published_at is null order by number limit :limit',
);

export function listUnpublished(tx: Tx, limit: number): Promise<AnchorRow[]> {
  return tx.rows(LIST_UNPUBLISHED, { limit });
}

const MARK = statement<never, { number: number; at: Date }>(
  'audit_anchor_published',
  'update audit_anchors set published_at = :at where number = :number',
);

export async function markPublished(tx: Tx, number: number, at: Date): Promise<void> {
  await tx.rows(MARK, { number, at });
}

const NEWEST = statement<{ made_at: Date | null; published_at: Date | null }>(
  'audit_anchor_newest',
  `select (select made_at from audit_anchors order by number desc limit 1) as made_at,
     (select made_at from audit_anchors where published_at is not null order by number desc limit 1) as published_at`,
);

/** When the last statement was created, and the number of the last one published. */
export async function findNewest(tx: Tx): Promise<{ madeAt: Date | null; publishedAt: Date | null }> {
  const [row] = await tx.rows(NEWEST, {});
  return { madeAt: row?.made_at ?? null, publishedAt: row?.published_at ?? null };
}
