// Verifies that the trails still match the statements.
import type { AnchorTarget } from '@onboarding/platform/anchors';
import type { Db } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { type AnchorStatement, fromLine, hashOfStatement, openStatement, type SignedStatement } from './anchor.ts';
import { digestsOf, toSigned } from './anchor-service.ts';
import { listAnchors } from './anchor-store.ts';
import { comparableFrom } from './audit-store.ts';

export interface AnchorFault {
  /** The first statement that does not match: from it on the trails cannot be trusted. */
  number: number;
  madeAt: string | undefined;
  partnerId: string | undefined;
  why: string;
}

export interface AnchorVerdict {
  statements: number;
  /** Whether the statements were read from outside the database, where its owner cannot change them. */
  outside: boolean;
  lastMadeAt: string | undefined;
  fault: AnchorFault | undefined;
}

const AT_ONCE = 500;

/** `partnerId`: compare only the entries of that partner. */
export async function verifyAnchors(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  target: AnchorTarget | undefined,
  partnerId?: string,
): Promise<AnchorVerdict> {
  const held = await statementsIn(db);
  const lines = await target?.read();
  const given = lines === undefined ? held : lines.map(fromLine);
  const comparable = await db.transaction((tx) => comparableFrom(tx), { readOnly: true });
  const verdict: AnchorVerdict = {
    statements: 0,
    outside: lines !== undefined,
    lastMadeAt: undefined,
    fault: undefined,
  };
  let before: { text: string; statement: AnchorStatement } | undefined;
  for (const signed of given) {
    const number = (before?.statement.number ?? 0) + 1;
    const fault = (why: string, madeAt?: string, whose?: string) => ({ number, madeAt, partnerId: whose, why });
    const statement = signed === undefined ? undefined : openStatement(keys, signed);
    if (signed === undefined || statement === undefined) {
      return { ...verdict, fault: fault('it was not signed with this key ring') };
    }
    if (signed.text === before?.text) continue;
    const { madeAt } = statement;
    const broken = await faultOf(db, statement, before, { partnerId, comparable });
    if (broken !== undefined) return { ...verdict, fault: fault(broken.why, madeAt, broken.partnerId) };
    if (lines !== undefined && held[number - 1]?.text !== signed.text) {
      return { ...verdict, fault: fault('the database holds another statement, or none, in its place', madeAt) };
    }
    before = { text: signed.text, statement };
    verdict.statements++;
    verdict.lastMadeAt = madeAt;
  }
  return verdict;
}

async function faultOf(
  db: Db,
  statement: AnchorStatement,
  before: { text: string; statement: AnchorStatement } | undefined,
  { partnerId, comparable }: { partnerId: string | undefined; comparable: Date },
): Promise<{ why: string; partnerId?: string } | undefined> {
  if (statement.number !== (before?.statement.number ?? 0) + 1) return { why: 'it is missing' };
  const continues =
    before === undefined ? statement.previous === '' : statement.previous === hashOfStatement(before.text);
  if (!continues) return { why: 'it does not continue the one before it' };
  // Its entries, written since the previous statement, may have been dropped with their month.
  if (new Date(before?.statement.madeAt ?? statement.madeAt) < comparable) return undefined;
  const found = await digestsOf(db, statement.from, statement.to);
  const ids = [...new Set([...statement.partners, ...found].map((one) => one.partnerId))].sort();
  const hashIn = (list: AnchorStatement['partners'], id: string) => list.find((one) => one.partnerId === id)?.hash;
  const changed = ids.find(
    (id) => (partnerId === undefined || id === partnerId) && hashIn(statement.partners, id) !== hashIn(found, id),
  );
  return changed === undefined ? undefined : { why: 'the entries are not those it vouches for', partnerId: changed };
}

async function statementsIn(db: Db): Promise<SignedStatement[]> {
  const held: SignedStatement[] = [];
  for (let after = 0; ; ) {
    const from = after;
    const rows = await db.transaction((tx) => listAnchors(tx, from, AT_ONCE), { readOnly: true });
    held.push(...rows.map(toSigned));
    if (rows.length < AT_ONCE) return held;
    after = rows.at(-1)?.number ?? after;
  }
}
