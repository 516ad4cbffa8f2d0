import type { ScreeningsRow } from '@onboarding/database/tables';
import { type Part, part, sql, statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { changingCustomer } from '../profiles/index.ts';
import { voidingApproval } from '../review-state/index.ts';

export type ScreenedRow = Pick<ScreeningsRow, 'uboId' | 'subjectHash' | 'screenedAt'>;

const LIST_SCREENED = statement<ScreenedRow, CustomerKey>(
  'screening_list_screened',
  `select distinct on (ubo_id) ubo_id, subject_hash, screened_at from screenings
   where partner_id = :partnerId and customer_id = :customerId
   order by ubo_id, screened_at desc, screening_id desc`,
);

/** The query with which each subject was last screened. */
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
