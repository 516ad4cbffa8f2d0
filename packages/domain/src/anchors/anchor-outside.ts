// The contents of the external anchor store. Only these are proof: the owner of the database can change every row in it.
import type { AnchorTarget } from '@onboarding/platform/anchors';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Db } from '@onboarding/platform/postgres';
import { AnchorRefusal, breakBetween, fromLine, type OpenedAnchor, openAnchor, type SignedAnchor } from './anchor.ts';
import { type AnchorRow, findAnchor } from './anchor-store.ts';

export interface Outside {
  /** Undefined if the store is empty. */
  last: OpenedAnchor | undefined;
  /** By the clock of the store, if it has one. */
  storedAt: Date | undefined;
}

export const toSigned = ({ statement: text, keyId, signature }: AnchorRow): SignedAnchor => ({
  text,
  keyId,
  signature,
});

/**
 * Returns undefined if there is no external store, or it cannot be read. `known`: the highest number that it has returned
 * before.
 */
export async function askOutside(
  keys: KeyRing,
  target: AnchorTarget | undefined,
  known: number,
): Promise<Outside | undefined> {
  const stored = await target?.last(known);
  if (stored === undefined) return undefined;
  if (stored === 'none') return { last: undefined, storedAt: undefined };
  const last = openAnchor(keys, fromLine(stored.line));
  if (last === undefined) {
    throw new AnchorRefusal({
      number: Math.max(known, 1),
      why: 'the last statement outside was not signed with this key ring',
    });
  }
  return { last, storedAt: stored.storedAt };
}

/** Refuses a database without the last external anchor, and an external store that contains less than before. */
export async function refuseDifference(db: Db, { last }: Outside, known: number): Promise<void> {
  const number = last?.anchor.number ?? 0;
  if (number < known)
    throw new AnchorRefusal({ number: number + 1, why: 'it was stored outside, and is no longer there' });
  if (last === undefined) return;
  const { madeAt } = last.anchor;
  const held = await db.transaction((tx) => findAnchor(tx, number), { readOnly: true });
  if (held === undefined)
    throw new AnchorRefusal({ number, madeAt, why: 'it is stored outside, but not in the database' });
  if (held.statement !== last.text) throw new AnchorRefusal({ number, madeAt, why: OTHER });
}

export const OTHER = 'the database holds another statement, or none, in its place';

/** Opens an anchor that must follow another; refuses one that does not. */
export function openNext(
  keys: KeyRing,
  before: OpenedAnchor | undefined,
  signed: SignedAnchor | undefined,
): OpenedAnchor {
  const number = (before?.anchor.number ?? 0) + 1;
  const opened = openAnchor(keys, signed);
  if (opened === undefined) throw new AnchorRefusal({ number, why: 'it was not signed with this key ring' });
  const why = breakBetween(before, opened);
  if (why !== undefined) throw new AnchorRefusal({ number, madeAt: opened.anchor.madeAt, why });
  return opened;
}
