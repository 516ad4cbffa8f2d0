// Inserts businesses into a database without the API: many, quickly, with chosen times and states.
import type pg from 'pg';

export interface StoredCustomers {
  /** Their partners, in any order; one listed several times gets more. */
  partnerIds: string[];
  count: number;
  /** When the first was created; each further one `everyMs` later. */
  from?: Date;
  everyMs?: number;
}

/**
 * Their states, types, countries, numbers and times of change vary independently, so that every combination occurs.
 * Every third was changed after it was created, many at the same moment and many within the same millisecond.
 */
export async function storeCustomers(
  owner: pg.Client,
  { partnerIds, count, from = new Date('2026-03-01T00:00:00.000Z'), everyMs = 3_600_000 }: StoredCustomers,
): Promise<void> {
  await owner.query(
    `insert into customers (partner_id, customer_id, partner_customer_id, company_name, email, business_type_code,
       incorporation_country, industry, website, registration_number, verification_status, version, event_sequence,
       audit_sequence, audit_hash, data_key_id, created_at, updated_at)
     select ($1::uuid[])[1 + (hashint4(n) & 1073741823) % cardinality($1::uuid[])], (substr(uuid_floor(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
       'stored-' || n || '-' || gen_random_uuid(), 'Stored ' || n, 'office@company.example',
       (array['LLC', 'Partnership', 'NonProfit'])[1 + n % 3], (array['NGA', 'KEN', 'GHA', 'ZAF'])[1 + n / 3 % 4], 'TradingIncome',
       'https://company.example', 'RC' || n / 2,
       (array['PendingVerification', 'Approved', 'Rejected', 'ChangesRequested', 'Approved', 'StartedNotCompleted', 'PendingVerification'])[1 + n % 7],
       1, 1, 1, '', 'none', at,
       case when n % 3 = 0 then date_trunc('day', at) + interval '200 days' - n % 4 * interval '123 microseconds' else at end
     from (select n, $3::timestamptz + n * $4::bigint * interval '1 millisecond' as at from generate_series(0, $2::int - 1) n) made`,
    [partnerIds, count, from, everyMs],
  );
}
