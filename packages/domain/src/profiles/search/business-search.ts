// The customer search over the businesses of all partners, for our staff.
import { type BusinessSearchQuery, QUEUE_LIMITS } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { markOf, openPosition, sealPosition } from '../../cursors.ts';
import type { CustomerKey } from '../../customer-keys.ts';
import { planByValues } from '../list/profile-list-store.ts';
import {
  type BusinessCandidate,
  type FoundBusinessRow,
  findBusinessesAmong,
  listBusinessCandidates,
} from './business-search-store.ts';
import { type Candidate, findSearchWords } from './customer-search-store.ts';
import { examine, toCandidate } from './examination.ts';

const LIST = 'business search';

/** `named` is the business whose id was searched for; it is listed first. */
export async function findBusinesses(
  tx: Tx,
  keys: KeyRing,
  { q, cursor, limit = QUEUE_LIMITS.itemsUnasked }: BusinessSearchQuery,
  named: CustomerKey | undefined,
): Promise<{ rows: FoundBusinessRow[]; nextCursor: string | null }> {
  const mark = markOf([q]);
  const position = cursor === undefined ? undefined : openPosition(keys, LIST, mark, cursor);
  const [, words] = await settled<[unknown, string[]]>([planByValues(tx), findSearchWords(tx, q)]);
  const [word, ...others] = words.toSorted((a, b) => b.length - a.length);
  if (word === undefined) return { rows: [], nextCursor: null };
  const first =
    position === undefined && named !== undefined ? [...(await findBusinessesAmong(tx, [named])).values()] : [];
  const search = { word, others, known: first.map((row) => row.customerId), limit: limit - first.length };
  const source = {
    candidates: (after: Candidate | undefined, most: number) => listBusinessCandidates(tx, word, after, most),
    rows: (candidates: readonly BusinessCandidate[]) => findBusinessesAmong(tx, candidates),
  };
  const { rows, end } = await examine(source, search, toCandidate(position));
  return {
    rows: [...first, ...rows],
    nextCursor: end === undefined ? null : sealPosition(keys, LIST, mark, [end.term, end.customerId]),
  };
}
