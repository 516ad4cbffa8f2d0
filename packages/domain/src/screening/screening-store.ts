import type { ScreeningsRow } from '@onboarding/database/tables';
import { type Part, part, sql, statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';
import { changingCustomer } from '../profiles/index.ts';
import { voidingApproval } from '../review-state/index.ts';

export type ScreenedRow = Pick<ScreeningsRow, 'uboId' | 'subjectHash' | 'hitCount' | 'screenedAt'>;

const LIST_SCREENED = statement<ScreenedRow, CustomerKey>(
  'screening_list_screened',
  `select distinct on (ubo_id) ubo_id, subject_hash, hit_count, screened_at from screenings
   where partner_id = :partnerId and customer_id = :customerId
   order by ubo_id, screened_at desc, screening_id desc`,
);

/** The last screening of each subject. */
export function listScreened(tx: Tx, partnerId: string, customerId: string): Promise<ScreenedRow[]> {
  return tx.rows(LIST_SCREENED, { partnerId, customerId });
}

/**
 * A CTE that deletes the queries and hits of the customer returned by the CTE `customer`. The hash of a query is deleted too,
 * because it could confirm a guessed name. Keeps the fact of the screening, its time and number of hits.
 */
export function erasingScreenings(customer: string): Part {
  return part(`erased_screenings as (
     update screenings s set subject_hash = '', hits_cipher = case when s.hits_cipher is not null then ''::bytea end
     from ${customer} c where s.partner_id = c.partner_id and s.customer_id = c.customer_id
   )`);
}

// Results that are replaced are kept as evidence for a while. Both CTEs see the rows from before the statement.
const RECORDING = part<{ screenings: string; provider: string; now: Date }>(`superseded as (
     update screenings old set superseded_at = :now::timestamptz
     from customer c cross join json_to_recordset(:screenings::json) as s (ubo_id uuid)
     where old.partner_id = c.partner_id and old.customer_id = c.customer_id and old.ubo_id is not distinct from s.ubo_id
       and old.provider = :provider and old.superseded_at is null
   ), recorded as (
     insert into screenings (partner_id, customer_id, screening_id, ubo_id, provider, outcome, subject_hash, hit_count,
       hits_cipher, screened_at)
     select c.partner_id, c.customer_id, s.screening_id, s.ubo_id, :provider, s.outcome, decode(s.subject_hash, 'base64'),
       s.hit_count, decode(s.hits_cipher, 'base64'), :now::timestamptz
     from customer c cross join json_to_recordset(:screenings::json) as s (screening_id uuid, ubo_id uuid, outcome text,
       subject_hash text, hit_count integer, hits_cipher text)
   )`);

/** Every screening has an audit entry, and a new hit voids a proposed approval. */
export const RECORD = changingCustomer('screening_record', {
  parts: sql`${RECORDING}, ${voidingApproval('customer', 'ScreeningHit')}`,
});

export interface NewScreening {
  screeningId: string;
  uboId: string | null;
  subjectHash: Buffer;
  hitCount: number;
  /** Null if there are no hits. */
  hitsCipher: Buffer | null;
}

/** The value of `RECORD` for these screenings. */
export function toRows(screenings: readonly NewScreening[]): string {
  return toRecordset(
    screenings.map((one) => ({
      ...one,
      outcome: one.hitCount > 0 ? 'Hit' : 'Clear',
      subjectHash: one.subjectHash.toString('base64'),
      hitsCipher: one.hitsCipher?.toString('base64') ?? null,
    })),
  );
}

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

/** Hits are encrypted with the customer's data key, bound to the screening's id. */
export type ScreeningRow = Omit<ScreeningsRow, 'partnerId' | 'customerId'>;

// Only the last result of each provider about a subject counts.
const LIST_LATEST = statement<ScreeningRow, CustomerKey>(
  'screening_list_latest',
  `select distinct on (ubo_id, provider) screening_id, ubo_id, provider, outcome, subject_hash, hit_count, hits_cipher,
     screened_at
   from screenings where partner_id = :partnerId and customer_id = :customerId
   order by ubo_id nulls first, provider, screened_at desc, screening_id desc`,
);

/** The business first, then its people in the order of their ids. */
export function listLatestScreenings(tx: Tx, partnerId: string, customerId: string): Promise<ScreeningRow[]> {
  return tx.rows(LIST_LATEST, { partnerId, customerId });
}
