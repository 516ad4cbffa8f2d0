// Takes due packages of all partners in turn: every partner with due packages gets its share before any gets the next one.
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';

/** Sorts before the first partner. */
export const BEFORE_FIRST_PARTNER = '00000000-0000-0000-0000-000000000000';

export type InTurn = {
  now: Date;
  /** The partner that had the last turn; the next one has the next higher id, or the lowest of all. */
  after: string;
  /** The number of partners that get a turn, at most ten. */
  partners: number;
  /** Partners that get no turn. */
  full: readonly string[];
};

/** Up to this number, all due packages are read; skipping from partner to partner is faster only in a longer queue. */
const FEW = 200;
/** A literal in the statement, like the number of packages: the planner assumes a tenth of the rows for an unknown limit. */
const MOST_PARTNERS = 10;

/**
 * The CTEs up to `due`, which locks the oldest due packages, up to `each`, of the partners whose turn it is, skipping locked
 * ones; `place` is the order of the turns. A long queue is read by one index lookup for each partner with packages due now or
 * later, regardless of their number. For a statement that begins with `with recursive`, in a transaction with `planInOrder`.
 */
export function dueInTurn(dueAt: 'flags_due_at' | 'screening_due_at', each: number): Part<InTurn> {
  const firstOf = (condition: string, wrapped: string) => `(
         select r.partner_id, r.${dueAt} as due_at, ${wrapped} as wrapped from reviews r
         where r.${dueAt} is not null and ${condition} order by r.partner_id, r.${dueAt} limit 1)`;
  return part(`first_due as materialized (
     select partner_id from reviews where ${dueAt} <= :now order by ${dueAt} limit ${FEW}
   ), seen as materialized (
     select count(*) < ${FEW} as whole from first_due
   ), walk as (
     select :after::uuid as partner_id, false as due, false as wrapped, 0::bigint as place, 0 as found
     from seen where not whole
     union all
     select next.partner_id, next.due, next.wrapped, w.place + 1, w.found + next.due::int
     from walk w cross join lateral (
       select n.partner_id, n.wrapped, n.due_at <= :now and n.partner_id <> all(:full::uuid[]) as due
       from (
         ${firstOf('r.partner_id > w.partner_id', 'w.wrapped')}
         union all
         ${firstOf('not w.wrapped', 'true')}
         limit 1
       ) n where not n.wrapped or n.partner_id <= :after::uuid
     ) next
     where w.found < :partners::int
   ), turn as materialized (
     select partner_id, place from walk where due
     union all
     select * from (
       select partner_id, row_number() over (order by partner_id <= :after::uuid, partner_id) as place
       from first_due cross join seen where whole and partner_id <> all(:full::uuid[]) group by partner_id
       order by place limit :partners::int
     ) few
   ), due as materialized (
     select own.partner_id, own.customer_id, own.due_at, t.place
     from turn t cross join lateral (
       select r.partner_id, r.customer_id, r.${dueAt} as due_at from reviews r
       where r.${dueAt} is not null and (r.partner_id, r.${dueAt}) > (t.partner_id, '-infinity')
         and (r.partner_id, r.${dueAt}) <= (t.partner_id, :now)
       order by r.partner_id, r.${dueAt} limit ${each} for update skip locked
     ) own limit ${each * MOST_PARTNERS}
   )`);
}

const PLAN_IN_ORDER = statement<never>(
  'reviews_plan_in_order',
  `select set_config(name, 'off', true)
   from unnest('{enable_sort,enable_incremental_sort,enable_bitmapscan,enable_seqscan,jit}'::text[]) as name`,
);

/**
 * For the rest of the transaction, makes the planner read rows in index order. Its statistics predate any burst, so it may
 * mistake thousands of due packages for a few, and would read and sort them all. JIT is off too: a plan with a disabled step
 * counts as expensive and would be compiled each time. Send it before the other statements; do not wait for it.
 */
export async function planInOrder(tx: Tx): Promise<void> {
  await tx.rows(PLAN_IN_ORDER, {});
}
