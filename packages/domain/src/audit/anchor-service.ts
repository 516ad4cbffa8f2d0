import type { AnchorTarget } from '@onboarding/platform/anchors';
import type { Db } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { LOWEST_ID } from '../id-cursor.ts';
import {
  type AnchorStatement,
  createDigests,
  hashOfStatement,
  openStatement,
  type SignedStatement,
  signStatement,
  toLine,
} from './anchor.ts';
import {
  type AnchorRow,
  findNewest,
  findPlace,
  insertAnchor,
  listEntries,
  listUnpublished,
  markPublished,
} from './anchor-store.ts';

export const ANCHOR_QUEUE = 'audit.anchor';

type AnchorContext = Pick<Context, 'clock' | 'db' | 'keys'>;

const ENTRIES_AT_ONCE = 5_000;
const STATEMENTS_AT_ONCE = 100;
const FIRST_TRANSACTION = '0';

/**
 * Creates the next statement; returns its number, or undefined when another process was first. Reads in small transactions:
 * nothing is added below its upper bound.
 */
export async function makeAnchor({ db, clock, keys }: AnchorContext): Promise<number | undefined> {
  const { last, settledBelow } = await db.transaction((tx) => findPlace(tx), { readOnly: true });
  const before = last === undefined ? undefined : openStatement(keys, toSigned(last));
  if (last !== undefined && before === undefined) {
    throw new Error(`Statement ${last.number} in the database was not signed with this key ring: verify the trails`);
  }
  const from = before?.to ?? FIRST_TRANSACTION;
  // After a move to another server, the transaction counter may be behind for a while.
  const to = BigInt(settledBelow) > BigInt(from) ? settledBelow : from;
  const madeAt = clock.now();
  const statement: AnchorStatement = {
    version: 1,
    number: (last?.number ?? 0) + 1,
    madeAt: madeAt.toISOString(),
    previous: last === undefined ? '' : hashOfStatement(last.statement),
    from,
    to,
    partners: await digestsOf(db, from, to),
  };
  const signed = signStatement(keys, statement);
  const made = await db.transaction((tx) => insertAnchor(tx, statement.number, madeAt, signed), { repeatable: true });
  return made ? statement.number : undefined;
}

/** Of the entries of these transactions; `to` is exclusive. */
export async function digestsOf(db: Db, from: string, to: string): Promise<AnchorStatement['partners']> {
  const digests = createDigests();
  let after = { transactionId: from, auditId: LOWEST_ID };
  for (;;) {
    const start = after;
    const rows = await db.transaction((tx) => listEntries(tx, start, to, ENTRIES_AT_ONCE), { readOnly: true });
    for (const row of rows) digests.add(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return digests.finish();
    after = { transactionId: last.transaction_id, auditId: last.audit_id };
  }
}

/** Publishes pending statements, in order; returns how many. A failed one is retried the next time, before later ones. */
export async function publishAnchors({ db, clock }: AnchorContext, target: AnchorTarget): Promise<number> {
  let published = 0;
  for (;;) {
    const rows = await db.transaction((tx) => listUnpublished(tx, STATEMENTS_AT_ONCE), { readOnly: true });
    for (const row of rows) {
      await target.write(row.number, toLine(toSigned(row)));
      await db.transaction((tx) => markPublished(tx, row.number, clock.now()), { repeatable: true });
      published++;
    }
    if (rows.length < STATEMENTS_AT_ONCE) return published;
  }
}

export function measureAnchors({ db }: Pick<Context, 'db'>) {
  return db.transaction((tx) => findNewest(tx), { readOnly: true });
}

export function toSigned(row: AnchorRow): SignedStatement {
  return { text: row.statement, keyId: row.key_id, signature: row.signature };
}
