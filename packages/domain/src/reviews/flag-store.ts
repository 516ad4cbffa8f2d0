// Packages whose flags are due. Being due is a time in the package's own row: whoever takes it up moves that time, and writes
// only while it is still the one that they set. So a change in between, which sets it too, always stays due.
import type { Flag } from '@onboarding/contract';
import type { ReviewsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PackageKey = Pick<ReviewsRow, 'partner_id' | 'customer_id'>;

/** A package with the flags that it had until now. */
export type LeasedPackage = PackageKey & Pick<ReviewsRow, 'flags' | 'decided_flags'>;

/** Packages that somebody has taken up until that time. */
export interface LeasedFlags {
  packages: LeasedPackage[];
  leasedUntil: Date;
}

const LEASE = statement<LeasedPackage>(
  'flags_lease',
  `with due as (
     select partner_id, customer_id from reviews where flags_due_at <= $1
     order by flags_due_at limit $3 for update skip locked
   )
   update reviews r set flags_due_at = $2 from due
   where r.partner_id = due.partner_id and r.customer_id = due.customer_id
   returning r.partner_id, r.customer_id, r.flags, r.decided_flags`,
);

/** Those that are due for longest, passing over what another process takes up at the moment. */
export async function leaseDueFlags(tx: Tx, now: Date, leasedUntil: Date, limit: number): Promise<LeasedFlags> {
  return { packages: await tx.rows(LEASE, [now, leasedUntil, limit]), leasedUntil };
}

// In order, so that two who hold several at once never wait for each other in a circle.
const HOLD = statement<PackageKey>(
  'flags_hold',
  `select r.partner_id, r.customer_id
   from unnest($1::uuid[], $2::uuid[]) as w (partner_id, customer_id)
   join reviews r on r.partner_id = w.partner_id and r.customer_id = w.customer_id
   where r.flags_due_at = $3
   order by r.customer_id for share of r`,
);

/** Those that nobody has changed since they were taken up; until the end of the transaction nobody does. */
export function holdLeased(tx: Tx, { packages, leasedUntil }: LeasedFlags): Promise<PackageKey[]> {
  return tx.rows(HOLD, [...keysOf(packages), leasedUntil]);
}

export interface WrittenFlags extends PackageKey {
  flags: readonly Flag[];
  /** When to look again by itself. */
  nextLookAt: Date | null;
}

// One that is in nobody's hands is left alone: what is found about it may have to be looked into, which is decided behind the
// customer's lock.
const WRITE = statement<PackageKey & { queued: boolean }>(
  'flags_write',
  `with wanted as (
     select w.partner_id, w.customer_id, w.flags, w.flag_codes, w.next_look_at
     from json_to_recordset($1::json) as w (partner_id uuid, customer_id uuid, flags jsonb, flag_codes text[],
       next_look_at timestamptz)
   ), held as (
     select r.partner_id, r.customer_id, r.queued_at is not null as queued, w.flags, w.flag_codes, w.next_look_at
     from wanted w join reviews r on r.partner_id = w.partner_id and r.customer_id = w.customer_id
     where r.flags_due_at = $2
     order by r.customer_id for update of r
   ), written as (
     update reviews r set flags = h.flags, flag_codes = h.flag_codes, flags_due_at = h.next_look_at
     from held h where h.queued and r.partner_id = h.partner_id and r.customer_id = h.customer_id
   )
   select partner_id, customer_id, queued from held`,
);

/** Answers those that were still as they were when they were taken up; the others stay due. Of these, those that are queued were
 * written. */
export function writeFlags(
  tx: Tx,
  written: readonly WrittenFlags[],
  leasedUntil: Date,
): Promise<(PackageKey & { queued: boolean })[]> {
  const rows = written.map(({ flags, nextLookAt, ...key }) => ({
    partner_id: key.partner_id,
    customer_id: key.customer_id,
    flags,
    flag_codes: flags.map(({ code }) => code),
    next_look_at: nextLookAt,
  }));
  return tx.rows(WRITE, [JSON.stringify(rows), leasedUntil]);
}

// What an approval of before knew of was not kept; it is what was pointed out until now.
const WRITE_DECIDED = statement<Pick<ReviewsRow, 'decided_flags'>>(
  'flags_write_decided',
  `update reviews set flags = $4, flag_codes = $5, flags_due_at = $6, decided_flags = coalesce(decided_flags, flags)
   where partner_id = $1 and customer_id = $2 and flags_due_at = $3
   returning decided_flags`,
);

/** The same of one alone, in whoever's hands it is, behind the customer's lock. Answers what its last approval knew of; undefined
 * where it has changed since it was taken up. */
export async function writeFlagsOf(
  tx: Tx,
  { flags, nextLookAt, ...key }: WrittenFlags,
  leasedUntil: Date,
): Promise<Pick<ReviewsRow, 'decided_flags'> | undefined> {
  const codes = flags.map(({ code }) => code);
  const values = [key.partner_id, key.customer_id, leasedUntil, JSON.stringify(flags), codes, nextLookAt];
  return (await tx.rows(WRITE_DECIDED, values))[0];
}

const POSTPONE = statement<object>(
  'flags_postpone',
  `update reviews set flags_due_at = $3 where partner_id = $1 and customer_id = $2 and flags_due_at = $4`,
);

/** For one that cannot be worked on. */
export async function postponeFlags(tx: Tx, key: PackageKey, leasedUntil: Date, dueAt: Date): Promise<void> {
  await tx.rows(POSTPONE, [key.partner_id, key.customer_id, dueAt, leasedUntil]);
}

// In order, like those that are written.
const LOOK_AGAIN = statement<object>(
  'flags_look_again',
  `with wanted as (
     select r.partner_id, r.customer_id from unnest($1::uuid[], $2::uuid[]) as w (partner_id, customer_id)
     join reviews r on r.partner_id = w.partner_id and r.customer_id = w.customer_id
     order by r.customer_id for update of r
   )
   update reviews r set flags_due_at = $3 from wanted w
   where r.partner_id = w.partner_id and r.customer_id = w.customer_id`,
);

/** For packages about which another one has brought something to light. */
export async function lookAgain(tx: Tx, packages: readonly PackageKey[], now: Date): Promise<void> {
  await tx.rows(LOOK_AGAIN, [...keysOf(packages), now]);
}

/** Up to here due packages are counted: a longer queue is long enough to be told. */
const COUNTED = 100_000;

export interface DueFlags {
  due: number;
  oldest: Date | null;
}

const MEASURE = statement<DueFlags>(
  'flags_due',
  `select count(*) as due, min(flags_due_at) as oldest
   from (select flags_due_at from reviews where flags_due_at <= $1 order by flags_due_at limit $2) first`,
);

export async function measureDueFlags(tx: Tx, now: Date): Promise<DueFlags> {
  return (await tx.rows(MEASURE, [now, COUNTED]))[0] ?? { due: 0, oldest: null };
}

function keysOf(packages: readonly PackageKey[]): [string[], string[]] {
  return [packages.map((one) => one.partner_id), packages.map((one) => one.customer_id)];
}
