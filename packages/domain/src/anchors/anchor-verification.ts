// Verifies that the trails still match the anchors.
import type { AnchorTarget } from '@onboarding/platform/anchors';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Db } from '@onboarding/platform/postgres';
import {
  type Anchor,
  type AnchorFault,
  AnchorRefusal,
  fromLine,
  latenessOf,
  type OpenedAnchor,
  type SignedAnchor,
} from './anchor.ts';
import { findBlindness, findChange, findComparable } from './anchor-digests.ts';
import type { AnchorContext } from './anchor-making.ts';
import { askOutside, OTHER, openNext, refuseDifference, toSigned } from './anchor-outside.ts';
import { type AnchorRow, listAnchors } from './anchor-store.ts';

export interface AnchorVerdict {
  statements: number;
  /** Whether the external store, which the owner of the database cannot change, was read. */
  outside: boolean;
  lastMadeAt: string | undefined;
  fault: AnchorFault | undefined;
}

export interface AnchorTerms {
  /** The interval between anchors. */
  everyMs: number;
  /** Compares only the rows of this partner. */
  partnerId?: string | undefined;
}

const AT_ONCE = 500;
/** The time between making and publishing an anchor. */
const UNDER_WAY_MS = 60_000;

export async function verifyAnchors(
  context: AnchorContext,
  target: AnchorTarget | undefined,
  terms: AnchorTerms,
): Promise<AnchorVerdict> {
  const verdict: AnchorVerdict = { statements: 0, outside: false, lastMadeAt: undefined, fault: undefined };
  try {
    await compareAll(context, target, terms, verdict);
    return verdict;
  } catch (error) {
    if (error instanceof AnchorRefusal) return { ...verdict, fault: error.fault };
    throw error;
  }
}

/** Throws the first fault. */
async function compareAll(
  { db, keys, clock }: AnchorContext,
  target: AnchorTarget | undefined,
  { everyMs, partnerId }: AnchorTerms,
  verdict: AnchorVerdict,
): Promise<void> {
  const comparable = await findComparable(db, clock.now());
  const held = createHeld(db);
  const lines = target?.read();
  let last: OpenedAnchor | undefined;
  for await (const signed of lines === undefined ? held.all() : signedIn(lines)) {
    if (last !== undefined && signed?.text === last.text) continue;
    const next = openNext(keys, last, signed);
    const { number, madeAt } = next.anchor;
    const fault = await findChange(db, next.anchor, (last ?? next).anchor.madeAt, comparable, partnerId);
    if (fault !== undefined) throw new AnchorRefusal(fault);
    if (lines !== undefined && (await held.next())?.text !== next.text) {
      throw new AnchorRefusal({ number, madeAt, why: OTHER });
    }
    last = next;
    verdict.statements++;
    verdict.lastMadeAt = madeAt;
  }
  await refuseBlindness(db, verdict.statements + 1);
  const known = lines === undefined ? 0 : verdict.statements;
  const outside = await askOutside(keys, target, known);
  if (outside === undefined) return;
  verdict.outside = true;
  const askedAt = clock.now();
  await refuseDifference(db, outside, known);
  await refuseUnpublished(keys, outside.last, createHeld(db, outside.last?.anchor.number), askedAt);
  if (outside.last !== undefined) refuseLate(outside.last.anchor, outside.storedAt, askedAt, everyMs);
}

async function* signedIn(lines: AsyncIterable<string>): AsyncGenerator<SignedAnchor | undefined> {
  for await (const line of lines) yield fromLine(line);
}

async function refuseBlindness(db: Db, number: number): Promise<void> {
  const blindness = await findBlindness(db, number);
  if (blindness !== undefined) throw new AnchorRefusal(blindness);
}

/** Anchors that are missing in the external store may have been made since it was read, or just before. */
async function refuseUnpublished(keys: KeyRing, last: OpenedAnchor | undefined, held: Held, askedAt: Date) {
  const signed = await held.next();
  if (signed === undefined) return;
  const { number, madeAt } = openNext(keys, last, signed).anchor;
  if (askedAt.getTime() - new Date(madeAt).getTime() < UNDER_WAY_MS) return;
  throw new AnchorRefusal({ number, madeAt, why: 'it is in the database, but not outside' });
}

function refuseLate(anchor: Anchor, storedAt: Date | undefined, now: Date, everyMs: number): void {
  const { number, madeAt } = anchor;
  const why = latenessOf(anchor, storedAt, now, everyMs);
  if (why !== undefined) throw new AnchorRefusal({ number, madeAt, why, itselfFits: true });
}

type Held = ReturnType<typeof createHeld>;

/** The anchors in the database, in order. */
function createHeld(db: Db, afterNumber = 0) {
  let after = afterNumber;
  let rows: AnchorRow[] = [];
  async function next(): Promise<SignedAnchor | undefined> {
    const start = after;
    // Queried again at the end, because more may have been made.
    if (rows.length === 0) rows = await db.transaction((tx) => listAnchors(tx, start, AT_ONCE), { readOnly: true });
    const row = rows.shift();
    if (row === undefined) return undefined;
    after = row.number;
    return toSigned(row);
  }
  async function* all(): AsyncGenerator<SignedAnchor> {
    for (let signed = await next(); signed !== undefined; signed = await next()) yield signed;
  }
  return { next, all };
}
