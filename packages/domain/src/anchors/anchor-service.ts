import type { AnchorTarget } from '@onboarding/platform/anchors';
import { inPages } from '../in-pages.ts';
import { AnchorRefusal, type OpenedAnchor, toLine } from './anchor.ts';
import { findChange, findComparable } from './anchor-digests.ts';
import { type AnchorContext, makeAnchor } from './anchor-making.ts';
import { type Outside, openNext, refuseDifference, toSigned } from './anchor-outside.ts';
import {
  type AnchorRow,
  findAnchor,
  listAnchors,
  listNewestAnchors,
  listUnpublished,
  markPublished,
} from './anchor-store.ts';

export const ANCHOR_QUEUE = 'audit.anchor';

const ANCHORS_AT_ONCE = 100;

export interface AnchorRound {
  /** The number of the new anchor; undefined if another process was first. */
  number: number | undefined;
  published: number;
}

/**
 * Publishes the anchors missing in the external store, makes the next one and publishes that. Throws an `AnchorRefusal`
 * and signs nothing if the database no longer contains what external anchors cover. `outside`: the current state of the
 * external store; undefined if there is none, or it cannot be read. `known`: the highest number that it has returned before.
 */
export async function anchorTrails(
  context: AnchorContext,
  target: AnchorTarget | undefined,
  outside: Outside | undefined,
  known: number,
): Promise<AnchorRound> {
  if (outside !== undefined) {
    await refuseDifference(context.db, outside, known);
    await refuseChange(context, outside.last);
  }
  if (target === undefined) return { number: await makeAnchor(context), published: 0 };
  if (outside === undefined) {
    const number = await makeAnchor(context);
    return { number, published: await publishMarked(context, target, number) };
  }
  const before = await publishAfter(context, target, outside.last);
  const number = await makeAnchor(context);
  const after = await publishAfter(context, target, before.last);
  return { number, published: before.published + after.published };
}

/** The latest rows are the easiest to remove, so they are compared each time; `verify` compares the rest. */
async function refuseChange({ db, clock }: AnchorContext, last: OpenedAnchor | undefined): Promise<void> {
  if (last === undefined) return;
  const comparable = await findComparable(db, clock.now());
  const fault = await findChange(db, last.anchor, last.anchor.madeAt, comparable);
  if (fault !== undefined) throw new AnchorRefusal(fault);
}

/** In order; each must follow the previous one. */
async function publishAfter(context: AnchorContext, target: AnchorTarget, outside: OpenedAnchor | undefined) {
  let published = 0;
  let last = outside;
  const after = outside?.anchor.number ?? 0;
  for await (const rows of inPages(context.db, {
    after,
    size: ANCHORS_AT_ONCE,
    list: listAnchors,
    placeOf: numberOf,
  })) {
    for (const row of rows) {
      last = openNext(context.keys, last, toSigned(row));
      await handOn(context, target, row);
      published++;
    }
  }
  return { published, last };
}

const numberOf = ({ number }: AnchorRow): number => number;

/**
 * For an external store that cannot be read: publishes anchors not marked as published, and the new one regardless of its
 * mark. A failed one is retried the next time, before later ones.
 */
async function publishMarked(context: AnchorContext, target: AnchorTarget, made: number | undefined): Promise<number> {
  const { db } = context;
  let published = 0;
  let last = 0;
  const unpublished = { after: last, size: ANCHORS_AT_ONCE, list: listUnpublished, placeOf: numberOf };
  for await (const rows of inPages(db, unpublished)) {
    for (const row of rows) {
      await handOn(context, target, row);
      last = row.number;
      published++;
    }
  }
  if (made === undefined || made <= last) return published;
  const row = await db.transaction((tx) => findAnchor(tx, made), { readOnly: true });
  if (row !== undefined) await handOn(context, target, row);
  return published + 1;
}

async function handOn({ db, clock }: AnchorContext, target: AnchorTarget, row: AnchorRow): Promise<void> {
  await target.write(row.number, toLine(toSigned(row)));
  await db.transaction((tx) => markPublished(tx, row.number, clock.now()), { repeatable: true });
}

/** When the last anchor in the database was made. */
export async function findLastMade({ db }: Pick<AnchorContext, 'db'>): Promise<Date | undefined> {
  const rows = await db.transaction((tx) => listNewestAnchors(tx, Number.MAX_SAFE_INTEGER, 1), { readOnly: true });
  return rows[0]?.madeAt;
}
