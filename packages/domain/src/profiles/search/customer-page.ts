// The customers of a partner, as a list or a search: for its systems, and for its users with the next action.
import {
  type BusinessProfileList,
  type BusinessProfileListQuery,
  type CustomerListQuery,
  type CustomerPage,
  type CustomerStatistics,
  LIST_LIMITS,
  VERIFICATION_STATUSES,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor, PartnerPerson } from '../../context.ts';
import { markOf, openPosition, sealPosition } from '../../cursors.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { actionOf, listFirstReasons } from '../../review-state/index.ts';
import { cursorPage, numberedPage, type RowPage, toQuestion } from '../list/profile-list.ts';
import { type ListQuestion, planByValues } from '../list/profile-list-store.ts';
import { toProfileSummary } from '../record/profile.ts';
import {
  type Candidate,
  countCustomers,
  findAmong,
  findSearchWords,
  listCandidates,
  listStatusTimes,
} from './customer-search-store.ts';
import { examine, toCandidate } from './examination.ts';

export async function listProfiles(
  tx: Tx,
  keys: KeyRing,
  { partnerId }: ClientActor,
  catalogue: Catalogue,
  query: BusinessProfileListQuery,
): Promise<BusinessProfileList> {
  const question = toQuestion(query, catalogue);
  const { page, pageSize } = query;
  if (page !== undefined || pageSize !== undefined) {
    return numberedPage(tx, partnerId, question, page ?? 1, pageSize ?? LIST_LIMITS.itemsUnasked);
  }
  const { rows, nextCursor } = await listOrSearch(tx, keys, partnerId, question, query);
  return { items: rows.map(toProfileSummary), nextCursor };
}

export async function listCustomers(
  tx: Tx,
  keys: KeyRing,
  { partnerId }: PartnerPerson,
  catalogue: Catalogue,
  query: CustomerListQuery,
): Promise<CustomerPage> {
  const { rows, nextCursor } = await listOrSearch(tx, keys, partnerId, toQuestion(query, catalogue), query);
  const asked = rows.filter((row) => row.verificationStatus === 'ChangesRequested');
  const [since, reasons] = await settled<[Map<string, Date>, Map<string, string | null>]>([
    listStatusTimes(tx, partnerId, rows.map(idOf)),
    listFirstReasons(tx, partnerId, asked.map(idOf)),
  ]);
  const items = rows.map((row) => ({
    ...toProfileSummary(row),
    statusChangedAt: (since.get(row.customerId) ?? row.createdAt).toISOString(),
    nextAction: row.verificationStatus === 'ChangesRequested' ? actionOf(reasons.get(row.customerId)) : 'None',
  }));
  return { items, nextCursor };
}

function listOrSearch(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  question: ListQuestion,
  { q, ...query }: Pick<BusinessProfileListQuery, 'q' | 'limit' | 'cursor'>,
): Promise<RowPage> {
  return q === undefined
    ? cursorPage(tx, keys, partnerId, question, query)
    : searchPage(tx, keys, partnerId, question, { ...query, q });
}

const idOf = ({ customerId: id }: { customerId: string }) => id;

export async function readCustomerStatistics(tx: Tx, { partnerId }: PartnerPerson): Promise<CustomerStatistics> {
  const counted = await countCustomers(tx, partnerId);
  const byStatus = VERIFICATION_STATUSES.map((verificationStatus) => ({
    verificationStatus,
    customers: counted.get(verificationStatus) ?? 0,
  }));
  return { total: byStatus.reduce((total, { customers }) => total + customers, 0), byStatus };
}

// Searches customers by the beginnings of words. Only the longest word is looked up; the other words and filters are compared
// with the rows found. A request examines a bounded number of them, and its cursor continues where it stopped.

async function searchPage(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  question: ListQuestion,
  query: Pick<CustomerListQuery, 'limit' | 'cursor'> & { q: string },
): Promise<RowPage> {
  const { q, cursor, limit = LIST_LIMITS.itemsUnasked } = query;
  const list = `customer search of ${partnerId}`;
  const mark = markOf([q, ...Object.values(question)]);
  const position = cursor === undefined ? undefined : openPosition(keys, list, mark, cursor);
  const [, words] = await settled<[unknown, string[]]>([planByValues(tx), findSearchWords(tx, q)]);
  const [word, ...others] = words.toSorted((a, b) => b.length - a.length);
  if (word === undefined) return { rows: [], nextCursor: null };
  // A customer whose id was searched for is listed first.
  const byId = position === undefined && isUuid(q.trim()) ? await findById(tx, partnerId, question, q.trim()) : [];
  const search = { word, others, known: byId.map((row) => row.customerId), limit: limit - byId.length };
  const source = {
    candidates: (after: Candidate | undefined, most: number) => listCandidates(tx, partnerId, word, after, most),
    rows: (candidates: readonly Candidate[]) =>
      findAmong(tx, partnerId, question, [...new Set(candidates.map(({ customerId: id }) => id))]),
  };
  const { rows, end } = await examine(source, search, toCandidate(position));
  return {
    rows: [...byId, ...rows],
    nextCursor: end === undefined ? null : sealPosition(keys, list, mark, [end.term, end.customerId]),
  };
}

const findById = async (tx: Tx, partnerId: string, question: ListQuestion, customerId: string) => [
  ...(await findAmong(tx, partnerId, question, [customerId])).values(),
];
