// Packages whose flags are due. The due time is a column of the package's row: a worker leases it by moving that time, and
// writes only while it is unchanged. A change in between sets it too, so the package remains due.
import type { Flag } from '@onboarding/contract';
import type { ReviewsRow } from '@onboarding/database/tables';
import { part, settled, sql, statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';
import {
  dueInTurn,
  type InTurn,
  type PackageKey,
  planInOrder,
  QUEUE_PRIORITIES,
  RAISED_PRIORITY,
} from '../review-state/index.ts';
import { wake } from '../waking/index.ts';

/** A package with its previous flags. */
type LeasedPackage = PackageKey & Pick<ReviewsRow, 'flags' | 'decidedFlags'>;

/** Packages leased until that time. */
export interface LeasedFlags {
  packages: LeasedPackage[];
  leasedUntil: Date;
}

/** The number of packages of a partner that are leased together. */
const PACKAGES_AT_A_TIME = 20;

const LEASE = statement<LeasedPackage & { place: number }, InTurn & { leasedUntil: Date }>(
  'flags_lease',
  sql`with recursive ${dueInTurn('flags_due_at', PACKAGES_AT_A_TIME)}
   update reviews r set flags_due_at = ${part<{ leasedUntil: Date }>(':leasedUntil')} from due
   where r.partner_id = due.partner_id and r.customer_id = due.customer_id
   returning r.partner_id, r.customer_id, r.flags, r.decided_flags, due.place`,
);

/**
 * The oldest due packages of each partner whose turn it is, in the order of the turns; skips those that another process is
 * leasing.
 */
export async function leaseDueFlags(tx: Tx, terms: InTurn & { leasedUntil: Date }): Promise<LeasedFlags[]> {
  const [, leased] = await settled([planInOrder(tx), tx.rows(LEASE, terms)]);
  leased.sort((one, other) => one.place - other.place);
  const byPartner = Map.groupBy(leased, ({ partnerId }) => partnerId);
  return [...byPartner.values()].map((packages) => ({ packages, leasedUntil: terms.leasedUntil }));
}

// Locks in order, so that two transactions never deadlock.
const HOLD = statement<PackageKey, CustomerKeys & { leasedUntil: Date }>(
  'flags_hold',
  `select r.partner_id, r.customer_id
   from ${NAMED_CUSTOMERS}
   join reviews r on r.partner_id = w.partner_id and r.customer_id = w.customer_id
   where r.flags_due_at = :leasedUntil
   order by r.customer_id for share of r`,
);

/** Returns those unchanged since they were leased; locked until the end of the transaction. */
export function holdLeased(tx: Tx, { packages, leasedUntil }: LeasedFlags): Promise<PackageKey[]> {
  return tx.rows(HOLD, { ...keysOf(packages), leasedUntil });
}

export interface WrittenFlags extends PackageKey {
  flags: readonly Flag[];
  /** When to compute the flags again even without an update. */
  nextCheckAt: Date | null;
}

// A country that analysts must review first raises the priority of a package; otherwise the reason for which it is queued
// determines it.
const BY_REASON = Object.entries(QUEUE_PRIORITIES).map(([reason, priority]) => `when '${reason}' then ${priority}`);
const PRIORITY = `case when h.flag_codes && '{HighRiskCountry,ProhibitedCountry}' then ${RAISED_PRIORITY}
         when r.priority = ${RAISED_PRIORITY} then case r.queue_reason ${BY_REASON.join(' ')} else 0 end
         else r.priority end`;

// Skips packages that are not under review: their flags may require a new review, which is decided under the customer's lock.
const WRITE = statement<PackageKey & { queued: boolean }, { rows: string; leasedUntil: Date }>(
  'flags_write',
  `with wanted as (
     select w.partner_id, w.customer_id, w.flags, w.flag_codes, w.next_check_at
     from json_to_recordset(:rows::json) as w (partner_id uuid, customer_id uuid, flags jsonb, flag_codes text[],
       next_check_at timestamptz)
   ), held as (
     select r.partner_id, r.customer_id, r.queued_at is not null as queued, w.flags, w.flag_codes, w.next_check_at
     from wanted w join reviews r on r.partner_id = w.partner_id and r.customer_id = w.customer_id
     where r.flags_due_at = :leasedUntil
     order by r.customer_id for update of r
   ), written as (
     update reviews r set flags = h.flags, flag_codes = h.flag_codes, flags_due_at = h.next_check_at,
       priority = ${PRIORITY}
     from held h where h.queued and r.partner_id = h.partner_id and r.customer_id = h.customer_id
   )
   select partner_id, customer_id, queued from held`,
);

/** Returns those unchanged since they were leased; the others remain due. Of these, the queued ones were written. */
export function writeFlags(
  tx: Tx,
  written: readonly WrittenFlags[],
  leasedUntil: Date,
): Promise<(PackageKey & { queued: boolean })[]> {
  const rows = written.map((one) => ({ ...one, flagCodes: one.flags.map(({ code }) => code) }));
  return tx.rows(WRITE, { rows: toRecordset(rows), leasedUntil });
}

// Earlier releases did not store the flags known at approval; the previous flags replace them.
interface DecidedValues extends CustomerKey {
  leasedUntil: Date;
  flags: string;
  codes: string[];
  nextCheckAt: Date | null;
}

const WRITE_DECIDED = statement<Pick<ReviewsRow, 'decidedFlags'>, DecidedValues>(
  'flags_write_decided',
  `update reviews set flags = :flags, flag_codes = :codes, flags_due_at = :nextCheckAt,
     decided_flags = coalesce(decided_flags, flags)
   where partner_id = :partnerId and customer_id = :customerId and flags_due_at = :leasedUntil
   returning decided_flags`,
);

/**
 * The same for one package in any state, under the customer's lock. Returns the flags known at its last approval; undefined
 * if it has changed since it was leased.
 */
export async function writeFlagsOf(
  tx: Tx,
  written: WrittenFlags,
  leasedUntil: Date,
): Promise<Pick<ReviewsRow, 'decidedFlags'> | undefined> {
  const values = {
    ...written,
    leasedUntil,
    flags: JSON.stringify(written.flags),
    codes: written.flags.map(({ code }) => code),
  };
  return (await tx.rows(WRITE_DECIDED, values))[0];
}

const POSTPONE = statement<never, CustomerKey & { leasedUntil: Date; dueAt: Date }>(
  'flags_postpone',
  `update reviews set flags_due_at = :dueAt
   where partner_id = :partnerId and customer_id = :customerId and flags_due_at = :leasedUntil`,
);

/** For a package that fails. */
export async function postponeFlags(tx: Tx, key: PackageKey, leasedUntil: Date, dueAt: Date): Promise<void> {
  await tx.rows(POSTPONE, { ...key, leasedUntil, dueAt });
}

// In the same order as when flags are written.
const LOOK_AGAIN = statement<never, CustomerKeys & { now: Date }>(
  'flags_look_again',
  `with wanted as (
     select r.partner_id, r.customer_id from ${NAMED_CUSTOMERS}
     join reviews r on r.partner_id = w.partner_id and r.customer_id = w.customer_id
     order by r.customer_id for update of r
   )
   update reviews r set flags_due_at = :now from wanted w
   where r.partner_id = w.partner_id and r.customer_id = w.customer_id`,
);

/** For packages that another one's flags refer to, or that a list change affects. */
export async function lookAgain(tx: Tx, packages: readonly PackageKey[], now: Date): Promise<void> {
  await tx.rows(LOOK_AGAIN, { ...keysOf(packages), now });
  wake(tx, 'Flags');
}

const AFTER = statement<PackageKey, { partnerId: string; customerId: string; limit: number }>(
  'flags_packages_after',
  `select partner_id, customer_id from reviews where (partner_id, customer_id) > (:partnerId::uuid, :customerId::uuid)
   order by partner_id, customer_id limit :limit`,
);

/** All packages, in the order of their keys. */
export function listPackagesAfter(
  tx: Tx,
  { afterPartner: partnerId, afterCustomer: customerId }: { afterPartner: string; afterCustomer: string },
  limit: number,
): Promise<PackageKey[]> {
  return tx.rows(AFTER, { partnerId, customerId, limit });
}

/** Due packages are counted up to here; the exact length of a longer queue does not matter. */
const COUNTED = 100_000;

export interface DueFlags {
  due: number;
  oldest: Date | null;
}

const MEASURE = statement<DueFlags, { now: Date; most: number }>(
  'flags_due',
  `select count(*) as due, min(flags_due_at) as oldest
   from (select flags_due_at from reviews where flags_due_at <= :now order by flags_due_at limit :most) first`,
);

export async function measureDueFlags(tx: Tx, now: Date): Promise<DueFlags> {
  return (await tx.rows(MEASURE, { now, most: COUNTED }))[0] ?? { due: 0, oldest: null };
}
