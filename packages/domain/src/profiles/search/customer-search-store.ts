// SQL of the search. Terms are found by prefix in the order of the index, so that the cost of a step does not depend on the
// number of customers. The filters are applied to the customers' own rows, read by key.

import type { MetadataPair, VerificationStatus } from '@onboarding/contract';
import type { CustomerTermsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { HIGHEST_ID } from '../../cursors.ts';
import { havingPairs, type PairLists, toPairLists } from '../../metadata/index.ts';
import { LISTED_COLUMNS, type ListedRow, type ListQuestion, POSITION } from '../list/profile-list-store.ts';

const WORDS = statement<{ words: string[] }, { q: string }>(
  'customer_search_words',
  'select search_words(:q) as words',
);

/** The words of a search, normalised like terms. */
export async function findSearchWords(tx: Tx, q: string): Promise<string[]> {
  const [found] = await tx.rows(WORDS, { q });
  return [...new Set(found?.words)].filter((word) => word !== '');
}

export type Candidate = Pick<CustomerTermsRow, 'term' | 'customerId'>;

const EXACT = statement<Candidate, { partnerId: string; term: string; beforeId: string; limit: number }>(
  'customer_search_exact',
  `select term, customer_id from customer_terms
   where partner_id = :partnerId and term = :term and customer_id < :beforeId order by customer_id desc limit :limit`,
);

const LONGER = statement<
  Candidate,
  { partnerId: string; afterTerm: string; afterId: string; endTerm: string; limit: number }
>(
  'customer_search_longer',
  `select term, customer_id from customer_terms
   where partner_id = :partnerId and (term, customer_id) > (:afterTerm, :afterId::uuid) and term < :endTerm
   order by term, customer_id limit :limit`,
);

/** Sorts after every character that a term can contain. */
export const LAST_CHARACTER = '\u{10ffff}';

/** The candidates after a given one: first those whose term equals the word, newest first, then longer terms in order. */
export async function listCandidates(
  tx: Tx,
  partnerId: string,
  word: string,
  after: Candidate | undefined,
  limit: number,
): Promise<Candidate[]> {
  const isLonger = after !== undefined && after.term !== word;
  const longer = tx.rows(LONGER, {
    partnerId,
    afterTerm: isLonger ? after.term : word,
    afterId: isLonger ? after.customerId : HIGHEST_ID,
    endTerm: `${word}${LAST_CHARACTER}`,
    limit,
  });
  if (isLonger) return longer;
  const exact = tx.rows(EXACT, { partnerId, term: word, beforeId: after?.customerId ?? HIGHEST_ID, limit });
  return (await settled([exact, longer])).flat().slice(0, limit);
}

export type FoundRow = ListedRow & { terms: string[] };

interface AmongValues extends PairLists {
  partnerId: string;
  ids: readonly string[];
  fromId: string;
  beforeId: string;
  changedFrom: string;
  changedBefore: string;
  statuses: readonly string[] | null;
  type: string | null;
  country: string | null;
  registration: string | null;
}

// Forces a lookup by key, even if the planner would prefer to read the whole table.
const AMONG = statement<FoundRow, AmongValues>(
  'customer_search_among',
  `select c.* from unnest(:ids::uuid[]) as w (id) cross join lateral (
     select ${LISTED_COLUMNS}, ${POSITION},
       search_terms(company_name, trading_name, partner_customer_id, registration_number) as terms
     from customers
     where partner_id = :partnerId and customer_id = w.id and customer_id >= :fromId and customer_id < :beforeId
       and updated_at >= :changedFrom and updated_at < :changedBefore
       and (:statuses::text[] is null or verification_status = any(:statuses))
       and (:type::text is null or business_type_code = :type)
       and (:country::text is null or incorporation_country = :country)
       and (:registration::text is null or registration_number = :registration)
       and ${havingPairs('w.id').text}
     offset 0
   ) c`,
);

/** A question of a search: the filters of a list, and pairs that the business or one of its people must have. */
export type SearchQuestion = ListQuestion & { pairs: readonly MetadataPair[] };

/** Returns those of these customers that match the filters. */
export async function findAmong(
  tx: Tx,
  partnerId: string,
  { ids: [fromId, beforeId], changes, statuses, type, country, registration, pairs }: SearchQuestion,
  ids: readonly string[],
): Promise<Map<string, FoundRow>> {
  const rows = await tx.rows(AMONG, {
    partnerId,
    ids,
    fromId,
    beforeId,
    changedFrom: changes.from,
    changedBefore: changes.before[0],
    statuses: statuses ?? null,
    type: type ?? null,
    country: country ?? null,
    registration: registration ?? null,
    ...toPairLists(pairs),
  });
  return new Map(rows.map((row) => [row.customerId, row]));
}

const COUNT = statement<{ verificationStatus: VerificationStatus; customers: number }, { partnerId: string }>(
  'customer_count_by_status',
  `select verification_status, sum(customers)::bigint as customers from customer_counts
   where partner_id = :partnerId group by verification_status`,
);

/** Triggers maintain the counts on every create and transition, so this only sums up a few rows per status. */
export async function countCustomers(tx: Tx, partnerId: string): Promise<Map<VerificationStatus, number>> {
  const rows = await tx.rows(COUNT, { partnerId });
  return new Map(rows.map((row) => [row.verificationStatus, row.customers]));
}

const STATUS_TIMES = statement<
  { customerId: string; statusChangedAt: Date },
  { partnerId: string; ids: readonly string[] }
>(
  'customer_status_times',
  `select customer_id, coalesce(status_changed_at, created_at) as status_changed_at from customers
   where partner_id = :partnerId and customer_id = any(:ids::uuid[])`,
);

/** When each of these customers entered its status. */
export async function listStatusTimes(tx: Tx, partnerId: string, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx.rows(STATUS_TIMES, { partnerId, ids });
  return new Map(rows.map((row) => [row.customerId, row.statusChangedAt]));
}
