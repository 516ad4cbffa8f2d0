// Searches a partner's customers by the beginnings of words, or by pairs of metadata. Only one word or pair is looked up; the
// others and the filters are compared with the rows found. A request examines a bounded number of them, and its cursor
// continues where it stopped.
import { LIST_LIMITS, type MetadataPair } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { markOf, openPosition, sealPosition } from '../../cursors.ts';
import { listNamedBy } from '../../metadata/index.ts';
import type { RowPage } from '../list/profile-list.ts';
import { planByValues } from '../list/profile-list-store.ts';
import {
  type Candidate,
  type FoundRow,
  findAmong,
  findSearchWords,
  listCandidates,
  type SearchQuestion,
} from './customer-search-store.ts';
import { type Examination, examine, toCandidate } from './examination.ts';

interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export async function wordPage(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  question: SearchQuestion,
  { q, cursor, limit = LIST_LIMITS.itemsUnasked }: PageQuery & { q: string },
): Promise<RowPage> {
  const cursors = cursorsOf(keys, `customer search of ${partnerId}`, [q], question);
  const after = cursors.open(cursor);
  const [, words] = await settled<[unknown, string[]]>([planByValues(tx), findSearchWords(tx, q)]);
  const [word, ...others] = words.toSorted((a, b) => b.length - a.length);
  if (word === undefined) return { rows: [], nextCursor: null };
  // A customer whose id was searched for is listed first.
  const asId = after === undefined && isUuid(q.trim()) ? [q.trim()] : [];
  const byId = asId.length === 0 ? [] : [...(await findAmong(tx, partnerId, question, asId)).values()];
  const { rows, end } = await examine(
    {
      candidates: (from: Candidate | undefined, most: number) => listCandidates(tx, partnerId, word, from, most),
      rows: matching(tx, partnerId, question),
    },
    { word, others, known: byId.map((row) => row.customerId), limit: limit - byId.length },
    after,
  );
  return { rows: [...byId, ...rows], nextCursor: cursors.seal(end) };
}

/** Newest first. */
export async function pairPage(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  question: SearchQuestion,
  { pair, cursor, limit = LIST_LIMITS.itemsUnasked }: PageQuery & { pair: MetadataPair },
): Promise<RowPage> {
  const cursors = cursorsOf(keys, `customers by metadata of ${partnerId}`, [], question);
  const [fromId, beforeId] = question.ids;
  const after = cursors.open(cursor);
  const candidates = async (from: Candidate | undefined, most: number) => {
    const bounds = { fromId, beforeId: from?.customerId ?? beforeId, limit: most };
    const named = await listNamedBy(tx, { partnerId, ...pair, ...bounds });
    return named.map(({ customerId }): Candidate => ({ term: ANY, customerId }));
  };
  const source = { candidates, rows: matching(tx, partnerId, question) };
  const [, { rows, end }] = await settled<[unknown, Examination<FoundRow>]>([
    planByValues(tx),
    examine(source, { word: ANY, others: [], known: [], limit }, after),
  ]);
  return { rows, nextCursor: cursors.seal(end) };
}

/** The word with which every term starts. */
const ANY = '';

const matching = (tx: Tx, partnerId: string, question: SearchQuestion) => (candidates: readonly Candidate[]) =>
  findAmong(tx, partnerId, question, [...new Set(candidates.map(({ customerId: id }) => id))]);

function cursorsOf(keys: KeyRing, list: string, words: readonly string[], { pairs, ...question }: SearchQuestion) {
  const mark = markOf([...words, ...Object.values(question), ...pairs]);
  return {
    open: (cursor: string | undefined) =>
      cursor === undefined ? undefined : toCandidate(openPosition(keys, list, mark, cursor)),
    seal: (end: Candidate | undefined) =>
      end === undefined ? null : sealPosition(keys, list, mark, [end.term, end.customerId]),
  };
}
