// Fills a database with customers by plain SQL, each with three people with one identity each and an audit entry,
// unless only the customers matter.
import { REVIEW_FLAGS } from '@onboarding/contract';
import type pg from 'pg';
import { asOwner, type BenchDatabase } from './servers.ts';

const CHUNK = 50_000;

/** Always the same ids, in a form that responses may show. */
const partnerId = (number: string) =>
  `overlay(overlay(md5('partner ' || (${number})) placing '4' from 13) placing '8' from 17)::uuid`;

export interface BulkLoad {
  /** The number of other partners that share the rest. */
  otherPartners: number;
  /** The share of the measured partner, as a fraction. */
  own: readonly [number, number];
  customersOnly?: boolean;
  /** All wait for an analyst, instead of a realistic mix of states. */
  waiting?: boolean;
  /** They can be searched for, and are counted by status, as the triggers would do it. */
  searchable?: boolean;
}

const ONE_IN_TEN: BulkLoad = { otherPartners: 200, own: [1, 10] };

export async function bulkLoad(
  database: BenchDatabase,
  ownId: string,
  customers: number,
  { otherPartners, own, customersOnly = false, waiting = false, searchable = false }: BulkLoad = ONE_IN_TEN,
): Promise<void> {
  const started = performance.now();
  await asOwner(database, async (client) => {
    // Only while loading: no foreign-key checks, no wait for the disk at each commit.
    await client.query('set session_replication_role to replica');
    await client.query('set synchronous_commit to off');
    await client.query(
      `insert into partners (partner_id, name, client_id, status, onboarding_status)
       select ${partnerId('n')}, 'Partner ' || n, 'client-' || n, 'Active', 'Approved' from generate_series(1, $1) n`,
      [otherPartners],
    );
    const indexes = await dropIndexes(client);
    for (let from = 0; from < customers; from += CHUNK) {
      const to = Math.min(from + CHUNK, customers);
      await client.query('select setseed(0.5)');
      await client.query(`create temporary table batch as ${BATCH}`, [from, to, ownId, otherPartners, ...own]);
      const further = [
        ...(customersOnly ? [] : [PEOPLE, IDENTITIES, AUDIT]),
        ...(waiting ? [REVIEWS] : []),
        ...(searchable ? [TERMS] : []),
      ];
      for (const statement of [customersOf(waiting ? WAITING : LIVING), ...further]) await client.query(statement);
      await client.query('drop table batch');
      if (to % 250_000 === 0)
        console.log(`loaded ${to} of ${customers} customers in ${Math.round((performance.now() - started) / 1000)} s`);
    }
    await client.query(`set maintenance_work_mem to '1GB'`);
    for (const definition of indexes) await client.query(definition);
    console.log(`created ${indexes.length} indexes, ${Math.round((performance.now() - started) / 1000)} s in total`);
    if (searchable) await client.query(COUNTS);
    await client.query(
      'vacuum analyze customers, customer_terms, customer_counts, people, identities, audit_entries, reviews',
    );
  });
}

/**
 * Drops the indexes and returns the statements that recreate them: building an index at the end is much faster than maintaining
 * it row by row. Those of constraints stay, except the largest.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select 'drop index ' || i.indexrelid::regclass as drop, pg_get_indexdef(i.indexrelid) as make
     from pg_index i
     where i.indrelid = any('{customers,customer_terms,people,identities,reviews}'::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select 'alter table customer_terms drop constraint ' || conname,
       'alter table customer_terms add constraint ' || conname || ' ' || pg_get_constraintdef(oid)
     from pg_constraint where conrelid = 'customer_terms'::regclass and contype = 'p'`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}

// Created over the last 300 days, so their ids are spread realistically.
const BATCH = `
  select n, case when n % $6::int < $5::int then $3::uuid else ${partnerId('1 + n % $4::int')} end as partner_id,
    (substr(uuid_floor(at)::text, 1, 14) || '7' || substr(md5('customer ' || n), 1, 3) || '-8' || substr(md5('customer ' || n), 4, 3) || '-' || substr(md5('customer ' || n), 7, 12))::uuid as customer_id, at
  from (select n, now() - (random() * interval '300 days') as at from generate_series($1::int + 1, $2::int) n) made`;

// Filterable values are spread. As in production, customers of the last weeks are not decided yet: a list of approved
// ones must not scan all the pending ones.
const LIVING = `case when at > now() - interval '20 days' then 'PendingVerification'
      else (array['Approved', 'Approved', 'Approved', 'Rejected', 'ChangesRequested', 'StartedNotCompleted', 'PendingVerification'])[1 + n % 7] end`;
const WAITING = `'PendingVerification'`;
const customersOf = (status: string) => `
  insert into customers (partner_id, customer_id, partner_customer_id, company_name, email, phone_number, business_type_code,
    incorporation_country, industry, website, registration_number, registration_date, addresses, financials, verification_status,
    version, event_sequence, audit_sequence, audit_hash, data_key, data_key_id, created_at, updated_at)
  select partner_id, customer_id, 'ref-' || md5(n::text), 'Company ' || n, 'office-' || n || '@bulk.example', '+2348031234567',
    (array['LLC', 'PrivateLimitedCompany', 'Partnership', 'NonProfit', 'Trust'])[1 + n % 5],
    (array['NGA', 'NGA', 'KEN', 'GHA', 'ZAF', 'GBR', 'USA', 'DEU'])[1 + n / 5 % 8], 'TradingIncome', 'https://bulk.example', 'RC' || n % 10000000, '2019-03-28',
    '[{"streetLine1": "12 Marina Road", "streetLine2": null, "city": "Lagos", "state": "Lagos", "postalCode": "101241", "countryCode": "NGA"}]',
    '{"monthlyTurnOver": "UpTo100k", "estimatedTransactionValue": "UpTo15k", "sourceOfFunds": "CustomerRevenue", "purposeOfAccount": "SupplierPayments"}',
    ${status}, 1, 4, 1, sha256(customer_id::text::bytea), sha256(n::text::bytea) || sha256(('w' || n)::bytea), 'bench', at,
    case when n % 4 = 0 then at + random() * (now() - at) else at end
  from batch`;

const PERSON_ID = `(substr(customer_id::text, 1, 14) || '7' || substr(md5(p || customer_id::text), 1, 3) || '-9' || substr(md5(p || customer_id::text), 4, 3) || '-' || substr(md5(p || customer_id::text), 7, 12))::uuid`;

const PEOPLE = `
  insert into people (partner_id, customer_id, ubo_id, first_name, last_name, birth_date, nationality, email, email_key, phone,
    ownership_type, percentage_share, address, verification_status, created_at, updated_at)
  select partner_id, customer_id, ${PERSON_ID}, 'Amara', 'Okafor', '1961-05-17', 'NGA', 'person-' || p || '@bulk.example',
    'person-' || p || '@bulk.example', '+2348031234568', '{UBO,DIRECTOR}', 30,
    '{"streetLine1": "4 Bourdillon Road", "streetLine2": null, "city": "Lagos", "state": "Lagos", "postalCode": "101233", "countryCode": "NGA"}',
    'NotStarted', at, at
  from batch cross join generate_series(1, 3) p`;

const IDENTITIES = `
  insert into identities (partner_id, customer_id, ubo_id, identity_id, identity_type_code, issuing_country, value_cipher, value_masked,
    value_hash, value_hash_key_id, requirement_set_id, created_at)
  select partner_id, customer_id, ${PERSON_ID}, gen_random_uuid(), 'NATIOANL_ID', 'NGA', substr(sha256((p || customer_id::text)::bytea) || '1234567'::bytea, 1, 39),
    '****1234', sha256(customer_id::text::bytea), 'bench', 1, at
  from batch cross join generate_series(1, 3) p`;

// Audit partitions exist for the present only, so all entries have current ids.
const AUDIT = `
  insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id, occurred_at, details, previous_hash, hash)
  select partner_id, (substr(uuid_floor(now())::text, 1, 14) || substr(gen_random_uuid()::text, 15))::uuid, customer_id, 1, 'business.profile.created',
    'Client', 'bench', 'bench', at, '{}', sha256(''::bytea), sha256(customer_id::text::bytea)
  from batch`;

// One in ten was answered or changed after an approval; each flag applies to one in a hundred.
const REVIEWS = `
  insert into reviews (partner_id, customer_id, priority, queued_at, country, business_type_code, flag_codes)
  select partner_id, customer_id, case when n % 20 = 0 then 2 when n % 20 = 1 then 1 else 0 end, at, incorporation_country, business_type_code,
    coalesce((array[${REVIEW_FLAGS.map((flag) => `'{${flag}}'`).join(', ')}])[1 + n % 100], '{}')::text[]
  from batch join customers using (partner_id, customer_id)`;

const TERMS = `
  insert into customer_terms (partner_id, term, customer_id)
  select distinct c.partner_id, term, c.customer_id
  from batch join customers c using (partner_id, customer_id)
    cross join unnest(search_terms(c.company_name, c.trading_name, c.partner_customer_id, c.registration_number)) as term
  where term <> ''`;
const COUNTS = `
  insert into customer_counts (partner_id, verification_status, stripe, customers)
  select partner_id, verification_status, 0, count(*) from customers group by 1, 2`;

export interface SampleCustomer {
  customer_id: string;
  partner_customer_id: string;
  registration_number: string;
}

export async function sampleCustomers(
  database: BenchDatabase,
  partnerId: string,
  count: number,
): Promise<SampleCustomer[]> {
  return asOwner(database, async (owner) => {
    const { rows } = await owner.query(
      `select customer_id, partner_customer_id, registration_number from customers
       where partner_id = $1 and verification_status = 'PendingVerification' order by random() limit $2`,
      [partnerId, count],
    );
    return rows;
  });
}
