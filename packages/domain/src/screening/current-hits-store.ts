import type { ScreeningsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';

export type CurrentHits = CustomerKey &
  Pick<ScreeningsRow, 'uboId'> & {
    hits: number;
  };

// Only the last result of each provider about a subject counts: a subject cleared since has no hit.
const LIST_CURRENT = statement<CurrentHits, CustomerKeys>(
  'screening_list_current_hits',
  `select l.partner_id, l.customer_id, l.ubo_id, sum(l.hit_count)::int as hits
   from ${NAMED_CUSTOMERS}
   cross join lateral (
     select distinct on (s.ubo_id, s.provider) s.partner_id, s.customer_id, s.ubo_id, s.outcome, s.hit_count
     from screenings s where s.partner_id = w.partner_id and s.customer_id = w.customer_id
     order by s.ubo_id, s.provider, s.screened_at desc, s.screening_id desc
   ) l
   where l.outcome = 'Hit'
   group by l.partner_id, l.customer_id, l.ubo_id
   order by l.customer_id, l.ubo_id nulls first`,
);

/** The subjects of many businesses that currently have hits, with the number of hits but not the hits themselves. */
export function listCurrentHits(tx: Tx, businesses: readonly CustomerKey[]): Promise<CurrentHits[]> {
  return tx.rows(LIST_CURRENT, keysOf(businesses));
}
