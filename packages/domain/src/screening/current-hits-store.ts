import type { ScreeningsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type BusinessKey = Pick<ScreeningsRow, 'partner_id' | 'customer_id'>;

export type CurrentHits = BusinessKey &
  Pick<ScreeningsRow, 'ubo_id'> & {
    hits: number;
  };

// Only the last answer of each provider about a subject counts: who was cleared since has no hit.
const LIST_CURRENT = statement<CurrentHits>(
  'screening_list_current_hits',
  `select l.partner_id, l.customer_id, l.ubo_id, sum(l.hit_count)::int as hits
   from unnest($1::uuid[], $2::uuid[]) as w (partner_id, customer_id)
   cross join lateral (
     select distinct on (s.ubo_id, s.provider) s.partner_id, s.customer_id, s.ubo_id, s.outcome, s.hit_count
     from screenings s where s.partner_id = w.partner_id and s.customer_id = w.customer_id
     order by s.ubo_id, s.provider, s.screened_at desc, s.screening_id desc
   ) l
   where l.outcome = 'Hit'
   group by l.partner_id, l.customer_id, l.ubo_id
   order by l.customer_id, l.ubo_id nulls first`,
);

/** Who of many businesses has hits at present, and how many; not what they are. */
export function listCurrentHits(tx: Tx, businesses: readonly BusinessKey[]): Promise<CurrentHits[]> {
  const values = [businesses.map((one) => one.partner_id), businesses.map((one) => one.customer_id)];
  return tx.rows(LIST_CURRENT, values);
}
