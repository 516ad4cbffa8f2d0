import type { AuditAnchorsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { SignedAnchor } from './anchor.ts';

export type AnchorRow = AuditAnchorsRow;

export interface AnchorMoment {
  /** Every transaction with a lower id has ended. */
  endedBelow: string;
  /** No transaction with this id or a higher one has begun. */
  seen: string;
}

const MOMENT = statement<AnchorMoment>(
  'audit_anchor_moment',
  `select pg_snapshot_xmin(pg_current_snapshot()) as ended_below, pg_snapshot_xmax(pg_current_snapshot()) as seen`,
);

export async function findMoment(tx: Tx): Promise<AnchorMoment> {
  const [row] = await tx.rows(MOMENT, {});
  if (row === undefined) throw new Error('A query for one row has answered none');
  return row;
}

const INSERT = statement<{ number: number }, SignedAnchor & { number: number; madeAt: Date }>(
  'audit_anchor_insert',
  `insert into audit_anchors (number, made_at, statement, key_id, signature) values (:number, :madeAt, :text, :keyId, :signature)
   on conflict do nothing returning number`,
);

/** Returns false if another process has written the anchor with that number. */
export async function insertAnchor(tx: Tx, number: number, madeAt: Date, signed: SignedAnchor): Promise<boolean> {
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

const LIST_NEWEST = statement<AnchorRow, { below: number; limit: number }>(
  'audit_anchor_list_newest',
  'select * from audit_anchors where number < :below order by number desc limit :limit',
);

export function listNewestAnchors(tx: Tx, below: number, limit: number): Promise<AnchorRow[]> {
  return tx.rows(LIST_NEWEST, { below, limit });
}

const FIND = statement<AnchorRow, { number: number }>(
  'audit_anchor_find',
  'select * from audit_anchors where number = :number',
);

export async function findAnchor(tx: Tx, number: number): Promise<AnchorRow | undefined> {
  return (await tx.rows(FIND, { number }))[0];
}

const LIST_UNPUBLISHED = statement<AnchorRow, { after: number; limit: number }>(
  'audit_anchor_list_unpublished',
  'select * from audit_anchors where published_at is null and number > :after order by number limit :limit',
);

export function listUnpublished(tx: Tx, after: number, limit: number): Promise<AnchorRow[]> {
  return tx.rows(LIST_UNPUBLISHED, { after, limit });
}

const MARK = statement<never, { number: number; at: Date }>(
  'audit_anchor_published',
  'update audit_anchors set published_at = :at where number = :number',
);

/** A hint for operators, and for external stores that cannot be read: the owner of the database can set it too. */
export async function markPublished(tx: Tx, number: number, at: Date): Promise<void> {
  await tx.rows(MARK, { number, at });
}

const OLDEST_MONTH = statement<{ at: Date | null }, { table: string }>(
  'audit_anchor_oldest_month',
  `select to_date(substr(min(c.relname), length(:table::text) + 2), 'YYYYMM')::timestamp at time zone 'utc' as at
   from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = :table::text::regclass`,
);

/** The start of the oldest existing month of a table. */
export async function oldestMonth(tx: Tx, table: string): Promise<Date> {
  return (await tx.rows(OLDEST_MONTH, { table }))[0]?.at ?? new Date(0);
}

const MEDDLING = statement<{ what: string }, { table: string }>(
  'audit_anchor_meddling',
  `with whole as (select oid, relname, relkind from pg_class where oid = :table::text::regclass),
   watched as (
     select oid, relname from whole
     union all select c.oid, c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = :table::text::regclass
   )
   select what from (
     select 'trigger ' || t.tgname || ' on ' || w.relname from watched w join pg_trigger t on t.tgrelid = w.oid where not t.tgisinternal
     union all
     select 'rule ' || r.rulename || ' on ' || w.relname from watched w join pg_rewrite r on r.ev_class = w.oid
     union all
     select 'policy ' || p.polname || ' on ' || w.relname from watched w join pg_policy p on p.polrelid = w.oid where not p.polpermissive
     union all
     select 'policy worker_reads of ' || w.relname from whole w where not exists (
       select from pg_policy p where p.polrelid = w.oid and p.polname = 'worker_reads' and p.polpermissive and p.polcmd = 'r'
         and p.polroles = array['onboarding_worker'::regrole::oid] and pg_get_expr(p.polqual, p.polrelid) = 'true')
     union all
     select 'default of transaction_id in ' || w.relname from whole w
     join pg_attribute a on a.attrelid = w.oid and a.attname = 'transaction_id'
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where coalesce(pg_get_expr(d.adbin, d.adrelid), '') <> 'pg_current_xact_id()'
     union all
     select 'kind of ' || w.relname from whole w where w.relkind <> 'p'
   ) found (what) limit 1`,
);

/** Finds anything besides our migrations that affects which rows of a table the worker sees, or how they are written. */
export async function findMeddling(tx: Tx, table: string): Promise<string | undefined> {
  return (await tx.rows(MEDDLING, { table }))[0]?.what;
}
