import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@onboarding/platform/postgres';
import { ANCHORED_ENTRIES } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { ANCHORED_READS } from '../staff-reads/index.ts';
import { type AnchorStatement, hashOfStatement, type OpenedStatement, openStatement, signStatement } from './anchor.ts';
import { digestsOf, findBlindness, oldestReads } from './anchor-digests.ts';
import { AnchorRefusal } from './anchor-fault.ts';
import { toSigned } from './anchor-outside.ts';
import { type AnchorMoment, findAnchor, findMoment, insertAnchor, listNewestAnchors } from './anchor-store.ts';

export type AnchorContext = Pick<Context, 'clock' | 'db' | 'keys'>;

const FIRST_TRANSACTION = '0';
const STATEMENTS_AT_ONCE = 100;
const SETTLE_MS = 2_000;
const PAUSE_MS = 50;

/**
 * Creates the next statement; returns its number, or undefined if another process was first. Reads in small transactions,
 * which is safe because no rows are added below its upper bound.
 */
export async function makeAnchor(context: AnchorContext): Promise<number | undefined> {
  const { db, clock, keys } = context;
  // Read before the transaction ids: everything committed by now has a lower id than future transactions.
  const madeAt = clock.now();
  const last = await findLast(context);
  const before = last?.statement;
  const number = (before?.number ?? 0) + 1;
  const moment = await settle(db);
  const from = before?.to ?? FIRST_TRANSACTION;
  const to = moment.settledBelow;
  const blindness = await findBlindness(db, number);
  if (blindness !== undefined) throw new AnchorRefusal(blindness);
  if (BigInt(to) < BigInt(from)) throw new AnchorRefusal({ number, why: BEHIND });
  const reads = await placeOfReads(context, before);
  const statement: AnchorStatement = {
    version: 1,
    number,
    madeAt: madeAt.toISOString(),
    previous: last === undefined ? '' : hashOfStatement(last.text),
    from,
    to,
    partners: await digestsOf(db, ANCHORED_ENTRIES, from, to),
    reads: { ...reads, to, partners: await digestsOf(db, ANCHORED_READS, reads.from, to) },
    seen: moment.seen,
    coversUntil: coverage(before, moment, madeAt),
  };
  const signed = signStatement(keys, statement);
  const made = await db.transaction((tx) => insertAnchor(tx, number, madeAt, signed), { repeatable: true });
  await refuseUnkept(db, number, made ? signed.text : undefined);
  return made ? number : undefined;
}

const BEHIND = "the server's counter of transactions is behind the statement before it: advance it";

/** Waits briefly for open transactions, so that a statement covers everything committed before it was made. */
async function settle(db: Db): Promise<AnchorMoment> {
  const read = () => db.transaction((tx) => findMoment(tx), { readOnly: true });
  let moment = await read();
  const { seen } = moment;
  for (let waited = 0; waited < SETTLE_MS && BigInt(moment.settledBelow) < BigInt(seen); waited += PAUSE_MS) {
    await delay(PAUSE_MS);
    moment = await read();
  }
  return { settledBelow: moment.settledBelow, seen };
}

/** The last statement in the database. */
async function findLast({ db, keys }: AnchorContext): Promise<OpenedStatement | undefined> {
  const [row] = await db.transaction((tx) => listNewestAnchors(tx, Number.MAX_SAFE_INTEGER, 1), { readOnly: true });
  const last = row === undefined ? undefined : openStatement(keys, toSigned(row));
  if (row !== undefined && last === undefined) throw unsigned(row.number);
  return last;
}

const unsigned = (number: number) => new AnchorRefusal({ number, why: 'it was not signed with this key ring' });

/** A trigger could discard or change the inserted row. `text`: the text that this process has inserted. */
async function refuseUnkept(db: Db, number: number, text: string | undefined): Promise<void> {
  const kept = await db.transaction((tx) => findAnchor(tx, number), { readOnly: true });
  if (kept !== undefined && (text === undefined || kept.statement === text)) return;
  throw new AnchorRefusal({ number, why: 'the database did not store it unchanged' });
}

/** Where the reads of the next statement start: at the end of the last statement about reads, or at the first read. */
async function placeOfReads({ db, keys }: AnchorContext, last: AnchorStatement | undefined) {
  if (last?.reads !== undefined) return { since: last.madeAt, from: last.reads.to };
  for (let below = last?.number; below !== undefined; ) {
    const start: number = below;
    const rows = await db.transaction((tx) => listNewestAnchors(tx, start, STATEMENTS_AT_ONCE), { readOnly: true });
    for (const row of rows) {
      const { statement } = openStatement(keys, toSigned(row)) ?? {};
      if (statement === undefined) throw unsigned(row.number);
      if (statement.reads !== undefined) return { since: statement.madeAt, from: statement.reads.to };
    }
    below = rows.at(-1)?.number;
  }
  return { since: (await oldestReads(db)).toISOString(), from: FIRST_TRANSACTION };
}

/**
 * The time until which everything is covered. While a transaction stays open, statements are still made but cover nothing
 * new, so each includes this time.
 */
function coverage(before: AnchorStatement | undefined, { settledBelow, seen }: AnchorMoment, madeAt: Date): string {
  if (BigInt(settledBelow) >= BigInt(seen) || before?.seen === undefined) return madeAt.toISOString();
  const caughtUp = BigInt(settledBelow) >= BigInt(before.seen);
  return caughtUp ? before.madeAt : (before.coversUntil ?? before.madeAt);
}
