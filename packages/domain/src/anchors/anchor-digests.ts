// Compares anchors with the rows that they cover.
import { DAY_MS, LEGAL_RECORD_DAYS } from '@onboarding/contract';
import type { Db } from '@onboarding/platform/postgres';
import { ANCHORED_ENTRIES } from '../audit/index.ts';
import { LOWEST_ID } from '../cursors.ts';
import { inPages } from '../in-pages.ts';
import { ANCHORED_READS } from '../staff-reads/index.ts';
import type { AnchoredRow, AnchoredTable } from '../transaction-logs.ts';
import { type Anchor, type AnchorFault, createDigests, type Digests, differingPartner } from './anchor.ts';
import { findMeddling, oldestMonth } from './anchor-store.ts';

const ROWS_AT_ONCE = 5_000;
/** Allows for transactions that were open at the start of a month. */
const LATEST_COMMIT_MS = 3_600_000;

/** Digests the rows of these transactions; `to` is exclusive. */
export async function digestsOf(db: Db, table: AnchoredTable, from: string, to: string): Promise<Digests> {
  const digests = createDigests();
  const pages = inPages<AnchoredRow, Pick<AnchoredRow, 'transactionId' | 'id'>>(db, {
    after: { transactionId: from, id: LOWEST_ID },
    size: ROWS_AT_ONCE,
    list: (tx, after, limit) => table.list(tx, after, to, limit),
    placeOf: (row) => row,
  });
  for await (const rows of pages) for (const row of rows) digests.add(row);
  return digests.finish();
}

export const oldestReads = (db: Db): Promise<Date> =>
  db.transaction((tx) => oldestMonth(tx, ANCHORED_READS.name), { readOnly: true });

/**
 * Rows since these times must all exist. Older ones may have been dropped with their month after the legal retention period.
 */
export interface Comparable {
  entries: Date;
  reads: Date;
}

export async function findComparable(db: Db, now: Date): Promise<Comparable> {
  const oldest = (table: AnchoredTable) => db.transaction((tx) => oldestMonth(tx, table.name), { readOnly: true });
  const required = now.getTime() - LEGAL_RECORD_DAYS * DAY_MS;
  const since = (month: Date) => new Date(Math.min(required, month.getTime() + LATEST_COMMIT_MS));
  return { entries: since(await oldest(ANCHORED_ENTRIES)), reads: since(await oldest(ANCHORED_READS)) };
}

/** `since`: when the previous anchor was made. `only`: compares only this partner. */
export async function findChange(
  db: Db,
  { number, madeAt, from, to, partners, reads }: Anchor,
  since: string,
  comparable: Comparable,
  only?: string,
): Promise<AnchorFault | undefined> {
  if (new Date(since) >= comparable.entries) {
    const partnerId = differingPartner(partners, await digestsOf(db, ANCHORED_ENTRIES, from, to), only);
    const why = 'the entries do not match it';
    if (partnerId !== undefined) return { number, madeAt, partnerId, why };
  }
  if (reads !== undefined && new Date(reads.since) >= comparable.reads) {
    const partnerId = differingPartner(reads.partners, await digestsOf(db, ANCHORED_READS, reads.from, reads.to), only);
    const why = 'the reads by our staff do not match it';
    if (partnerId !== undefined) return { number, madeAt, partnerId, why };
  }
  return undefined;
}

/**
 * Finds what would prevent rows from being covered: ids of future transactions, or something in the schema that hides rows
 * from the worker or changes them on insert. The owner of the tables can do both, and could remove such rows later.
 */
export async function findBlindness(db: Db, number: number): Promise<AnchorFault | undefined> {
  for (const { name, isAhead } of [ANCHORED_ENTRIES, ANCHORED_READS]) {
    const [ahead, meddling] = await db.transaction(
      async (tx) => [await isAhead(tx), await findMeddling(tx, name)] as const,
      { readOnly: true },
    );
    if (ahead)
      return { number, why: `${name} holds rows with numbers of transactions to come, which it would not cover` };
    if (meddling !== undefined) return { number, why: `it may not cover everything: ${meddling} is not ours` };
  }
  return undefined;
}
