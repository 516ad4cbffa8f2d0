// SQL of the search over all partners, for callers that may see all of them. It costs the same as that of one partner: an
// index that starts with the term finds the candidates, and their rows are read by key.
import type { CustomersRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { HIGHEST_ID } from '../../cursors.ts';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../../customer-keys.ts';
import { type Candidate, LAST_CHARACTER } from './customer-search-store.ts';

export type BusinessCandidate = Candidate & Pick<CustomersRow, 'partnerId'>;

const EXACT = statement<BusinessCandidate, { term: string; beforeId: string; limit: number }>(
  'business_search_exact',
  `select partner_id, term, customer_id from customer_terms
   where term = :term and customer_id < :beforeId order by customer_id desc limit :limit`,
);

const LONGER = statement<BusinessCandidate, { afterTerm: string; afterId: string; endTerm: string; limit: number }>(
  'business_search_longer',
  `select partner_id, term, customer_id from customer_terms
   where (term, customer_id) > (:afterTerm, :afterId::uuid) and term < :endTerm
   order by term, customer_id limit :limit`,
);

/** The candidates after a given one: first those whose term equals the word, newest first, then longer terms in order. */
export async function listBusinessCandidates(
  tx: Tx,
  word: string,
  after: Candidate | undefined,
  limit: number,
): Promise<BusinessCandidate[]> {
  const isLonger = after !== undefined && after.term !== word;
  const longer = tx.rows(LONGER, {
    afterTerm: isLonger ? after.term : word,
    afterId: isLonger ? after.customerId : HIGHEST_ID,
    endTerm: `${word}${LAST_CHARACTER}`,
    limit,
  });
  if (isLonger) return longer;
  const exact = tx.rows(EXACT, { term: word, beforeId: after?.customerId ?? HIGHEST_ID, limit });
  return (await settled([exact, longer])).flat().slice(0, limit);
}

export type FoundBusinessRow = Pick<
  CustomersRow,
  | 'partnerId'
  | 'customerId'
  | 'partnerCustomerId'
  | 'companyName'
  | 'tradingName'
  | 'registrationNumber'
  | 'incorporationCountry'
  | 'verificationStatus'
> & { statusChangedAt: Date; erased: boolean; terms: string[] };

const AMONG = statement<FoundBusinessRow, CustomerKeys>(
  'business_search_among',
  `select c.* from ${NAMED_CUSTOMERS} cross join lateral (
     select partner_id, customer_id, partner_customer_id, company_name, trading_name, registration_number, incorporation_country,
       verification_status, coalesce(status_changed_at, created_at) as status_changed_at, data_key is null as erased,
       search_terms(company_name, trading_name, partner_customer_id, registration_number) as terms
     from customers where partner_id = w.partner_id and customer_id = w.customer_id
     offset 0
   ) c`,
);

export async function findBusinessesAmong(
  tx: Tx,
  businesses: readonly CustomerKey[],
): Promise<Map<string, FoundBusinessRow>> {
  const named = [...new Map(businesses.map((one) => [one.customerId, one])).values()];
  const rows = await tx.rows(AMONG, keysOf(named));
  return new Map(rows.map((row) => [row.customerId, row]));
}
