import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@onboarding/platform/postgres';
import { ANCHORED_ENTRIES } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { ANCHORED_READS } from '../staff-reads/index.ts';
import { type Anchor, AnchorRefusal, hashOfAnchor, type OpenedAnchor, openAnchor, signAnchor } from './anchor.ts';
import { digestsOf, findBlindness, oldestReads } from './anchor-digests.ts';
import { toSigned } from './anchor-outside.ts';
import { type AnchorMoment, findAnchor, findMoment, insertAnchor, listNewestAnchors } from './anchor-store.ts';

export type AnchorContext = Pick<Context, 'clock' | 'db' | 'keys'>;

const FIRST_TRANSACTION = '0';
const ANCHORS_AT_ONCE = 100;
const WAIT_MS = 2_000;
const PAUSE_MS = 50;

/**
 * Creates the next anchor; returns its number, or undefined if another process was first. Reads in small transactions,
 * which is safe because no rows are added below its upper bound.
 */
export async function makeAnchor(context: AnchorContext): Promise<number | undefined> {
  const { db, clock, keys } = context;
  // Read before the transaction ids: everything committed by now has a lower id than future transactions.
  const madeAt = clock.now();
  const last = await findLast(context);
  const before = last?.anchor;
  const number = (before?.number ?? 0) + 1;
  const moment = await waitForTransactions(db);
  const from = before?.to ?? FIRST_TRANSACTION;
  const to = moment.endedBelow;
  const blindness = await findBlindness(db, number);
  if (blindness !== undefined) throw new AnchorRefusal(blindness);
  if (BigInt(to) < BigInt(from)) throw new AnchorRefusal({ number, why: BEHIND });
  const reads = await placeOfReads(context, before);
  const anchor: Anchor = {
    version: 1,
    number,
    madeAt: madeAt.toISOString(),
    previous: last === undefined ? '' : hashOfAnchor(last.text),
    from,
    to,
    partners: await digestsOf(db, ANCHORED_ENTRIES, from, to),
    reads: { ...reads, to, partners: await digestsOf(db, ANCHORED_READS, reads.from, to) },
    seen: moment.seen,
    coversUntil: coverage(before, moment, madeAt),
  };
  const signed = signAnchor(keys, anchor);
  const made = await db.transaction((tx) => insertAnchor(tx, number, madeAt, signed), { repeatable: true });
  await refuseUnkept(db, number, made ? signed.text : undefined);
  return made ? number : undefined;
}

const BEHIND = "the server's counter of transactions is behind the statement before it: advance it";

/** Waits briefly for open transactions, so that an anchor covers everything committed before it was made. */
async function waitForTransactions(db: Db): Promise<AnchorMoment> {
  const read = () => db.transaction((tx) => findMoment(tx), { readOnly: true });
  let moment = await read();
  const { seen } = moment;
  for (let waited = 0; waited < WAIT_MS && BigInt(moment.endedBelow) < BigInt(seen); waited += PAUSE_MS) {
    await delay(PAUSE_MS);
    moment = await read();
  }
  return { endedBelow: moment.endedBelow, seen };
}

/** The last anchor in the database. */
async function findLast({ db, keys }: AnchorContext): Promise<OpenedAnchor | undefined> {
  const [row] = await db.transaction((tx) => listNewestAnchors(tx, Number.MAX_SAFE_INTEGER, 1), { readOnly: true });
  const last = row === undefined ? undefined : openAnchor(keys, toSigned(row));
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

/** Where the reads of the next anchor start: at the end of the last anchor of reads, or at the first read. */
async function placeOfReads({ db, keys }: AnchorContext, last: Anchor | undefined) {
  if (last?.reads !== undefined) return { since: last.madeAt, from: last.reads.to };
  for (let below = last?.number; below !== undefined; ) {
    const start: number = below;
    const rows = await db.transaction((tx) => listNewestAnchors(tx, start, ANCHORS_AT_ONCE), { readOnly: true });
    for (const row of rows) {
      const { anchor } = openAnchor(keys, toSigned(row)) ?? {};
      if (anchor === undefined) throw unsigned(row.number);
      if (anchor.reads !== undefined) return { since: anchor.madeAt, from: anchor.reads.to };
    }
    below = rows.at(-1)?.number;
  }
  return { since: (await oldestReads(db)).toISOString(), from: FIRST_TRANSACTION };
}

/**
 * The time until which everything is covered. While a transaction stays open, anchors are still made but cover nothing
 * new, so each includes this time.
 */
function coverage(before: Anchor | undefined, { endedBelow, seen }: AnchorMoment, madeAt: Date): string {
  if (BigInt(endedBelow) >= BigInt(seen) || before?.seen === undefined) return madeAt.toISOString();
  const caughtUp = BigInt(endedBelow) >= BigInt(before.seen);
  return caughtUp ? before.madeAt : (before.coversUntil ?? before.madeAt);
}
