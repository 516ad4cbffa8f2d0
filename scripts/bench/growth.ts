// How many bytes a business, a delivery and everything else that grows takes on disk. One business is created through the real
// API and screened by the real worker; its rows are then multiplied, each copy with new ids.
import type pg from 'pg';
import { benchBody, PROFILES } from './requests.ts';
import { asOwner, type BenchDatabase, type BenchServers, withServers } from './servers.ts';

const CHUNK = 2_000;
const GIGABYTE = 1e9;
const DAYS_A_YEAR = 365;

interface Size {
  rows: number;
  table: number;
  indexes: number;
}

export async function benchGrowth([given]: string[]): Promise<void> {
  const businesses = Number(given ?? 20_000);
  await withServers(async (servers) => {
    const database = await servers.makeDatabase('growth');
    await asOwner(database, async (owner) => {
      const sample = await makeSample(servers, database, owner);
      await multiply(owner, sample, businesses);
      await owner.query('vacuum analyze');
      report(await measure(owner), businesses);
    });
  });
}

/** Returns the id of a business with all rows that processes write for it. */
async function makeSample(servers: BenchServers, database: BenchDatabase, owner: pg.Client): Promise<string> {
  const api = await servers.startApi(database);
  const worker = await servers.startWorker(database, { WORKER_ROLES: 'reviews,screening' });
  const answer = await fetch(`${api.url}${PROFILES}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await servers.token()}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(benchBody('growth-sample')),
  });
  const { value } = (await answer.json()) as { value: { customerId: string } };
  for (;;) {
    const { rows } = await owner.query(
      `select (select count(*) from screenings)::int as screenings, (select count(*) from business_name_blocks)::int as blocks`,
    );
    if (rows[0].screenings >= 4 && rows[0].blocks > 0) break;
    await new Promise((later) => setTimeout(later, 200));
  }
  await Promise.all([api.stop(), worker.stop()]);
  await owner.query(documentRows(value.customerId));
  return value.customerId;
}

async function multiply(owner: pg.Client, sample: string, businesses: number): Promise<void> {
  // Version 7, like ours: ordered by time, followed by random bits.
  await owner.query(
    `create function pg_temp.id(at timestamptz) returns uuid language sql volatile as
     $$ select overlay(overlay(gen_random_uuid()::text placing substr(uuid_floor(at)::text, 1, 13) from 1) placing '7' from 15)::uuid $$`,
  );
  await owner.query('set synchronous_commit to off');
  const started = performance.now();
  for (let from = 0; from < businesses; from += CHUNK) {
    const to = Math.min(from + CHUNK, businesses);
    await owner.query(`create temporary table batch as
      select n, pg_temp.id(clock_timestamp()) as customer_id from generate_series(${from + 1}, ${to}) n`);
    for (const { table, times = 1, changes } of MULTIPLIED) {
      await owner.query(
        `insert into ${table} select made.* from batch b
         cross join (select to_jsonb(t) as kept from ${table} t where customer_id = $1 order by 1 limit $2) s
         cross join generate_series(1, ${times}) k
         cross join lateral jsonb_populate_record(null::${table}, s.kept || jsonb_build_object('customer_id', b.customer_id, ${changes})) made`,
        [sample, times > 1 ? 1 : 1_000],
      );
    }
    for (const statement of STREAMS) await owner.query(statement);
    await owner.query('drop table batch');
    console.log(`${to} of ${businesses} businesses after ${Math.round((performance.now() - started) / 1000)} s`);
  }
}

/** By table, with partitions added up. */
async function measure(owner: pg.Client): Promise<Map<string, Size>> {
  const { rows } = await owner.query<{ name: string; rows: string; whole: string; indexes: string }>(
    `select coalesce(p.relname, c.relname) as name, sum(greatest(c.reltuples, 0)) as rows,
       sum(pg_total_relation_size(c.oid)) as whole, sum(pg_indexes_size(c.oid)) as indexes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'onboarding'::regnamespace and c.reltuples > 0 group by 1`,
  );
  return new Map(
    rows.map(({ name, rows, whole, indexes }) => [
      name,
      { rows: Number(rows), table: Number(whole) - Number(indexes), indexes: Number(indexes) },
    ]),
  );
}

const OF_A_BUSINESS = [
  'customers',
  'people',
  'identities',
  'documents',
  'customer_terms',
  'reviews',
  'screenings',
  'business_fingerprints',
  'business_name_blocks',
  'review_decisions',
  'package_snapshots',
];
const KEPT_FOR_LONG = ['audit_entries', 'staff_reads', 'account_events'];
const OF_A_DELIVERY = ['events', 'webhook_deliveries', 'webhook_attempts'];

function report(sizes: Map<string, Size>, businesses: number): void {
  const of = (name: string) => sizes.get(name) ?? { rows: 1, table: 0, indexes: 0 };
  const perRow = (name: string) => (of(name).table + of(name).indexes) / of(name).rows;
  const sum = (names: readonly string[], each: (name: string) => number) =>
    names.reduce((all, name) => all + each(name), 0);
  const perBusiness = (name: string) => (of(name).table + of(name).indexes) / businesses;

  console.log('\nBytes per row in tables and indexes, after a vacuum\n');
  const names = [...OF_A_BUSINESS, ...KEPT_FOR_LONG, ...OF_A_DELIVERY, 'idempotency_keys', 'token_requests'];
  for (const name of names) {
    const { rows, table, indexes } = of(name);
    const figures = [table / rows, indexes / rows, (table + indexes) / rows].map((bytes) =>
      bytes.toFixed(0).padStart(7),
    );
    console.log(`${name.padEnd(24)} ${String(rows).padStart(8)} rows ${figures.join(' ')}`);
  }

  const business = sum(OF_A_BUSINESS, perBusiness);
  const trail = 10 * perRow('audit_entries');
  const delivery = sum(OF_A_DELIVERY, perRow);
  const line = (what: string, bytes: number, unit = 'bytes') =>
    console.log(`${what.padEnd(64)} ${bytes.toFixed(unit === 'GB' ? 1 : 0).padStart(8)} ${unit}`);
  console.log('\nTotals\n');
  line('a business: 3 people, 3 identities, 4 documents, 4 screenings', business);
  line('its trail: 10 audit entries', trail);
  line('a delivery with its event and one attempt', delivery);
  line('a business with trail, 10 million of them', ((business + trail) * 1e7) / GIGABYTE, 'GB');
  line('a billion deliveries a year, kept for 32 days', ((delivery * 1e9) / DAYS_A_YEAR) * (32 / GIGABYTE), 'GB');
  line(
    '10 million idempotency keys a year, kept for 3 days',
    ((perRow('idempotency_keys') * 1e7) / DAYS_A_YEAR) * (3 / GIGABYTE),
    'GB',
  );
  line(
    'a billion token requests a year, kept for 91 days',
    ((perRow('token_requests') * 1e9) / DAYS_A_YEAR) * (91 / GIGABYTE),
    'GB',
  );
  line('100 million audit entries, per year', (perRow('audit_entries') * 1e8) / GIGABYTE, 'GB');
  line('10 million reads by our staff, per year', (perRow('staff_reads') * 1e7) / GIGABYTE, 'GB');
}

// The rows that the growth benchmark multiplies: those of one business, and streams of events.

/** A copy gets a new id wherever one must be unique; `b.n` and `k` distinguish copies. */
interface Multiplied {
  table: string;
  /** How many copies of one row a business has, instead of one copy of each row. */
  times?: number;
  /** Further fields, in the form of jsonb_build_object. */
  changes: string;
}

/** The same new id wherever the old one occurs. */
const renewed = (column: string) => `'${column}', md5(b.customer_id::text || (s.kept->>'${column}'))::uuid`;

const MULTIPLIED: readonly Multiplied[] = [
  // A trigger writes the terms of the search.
  {
    table: 'customers',
    changes: `'partner_customer_id', 'growth-' || b.n, 'registration_number', 'RC' || b.n, 'company_name', 'Company ' || md5(b.n::text)`,
  },
  { table: 'people', changes: renewed('ubo_id') },
  {
    table: 'identities',
    changes: `${renewed('ubo_id')}, ${renewed('identity_id')}, 'value_hash', sha256((b.n || (s.kept->>'identity_id'))::bytea)`,
  },
  { table: 'documents', changes: `${renewed('document_id')}, 'ubo_id', null` },
  { table: 'reviews', changes: `'flags_due_at', null, 'screening_due_at', null` },
  {
    table: 'screenings',
    changes: `${renewed('screening_id')}, 'ubo_id', md5(b.customer_id::text || (s.kept->>'ubo_id'))::uuid`,
  },
  {
    table: 'business_fingerprints',
    changes: `'registration_key', 'RC' || b.n, 'name_key', 'company ' || md5(b.n::text)`,
  },
  { table: 'business_name_blocks', changes: `'block', substr(md5(b.n || (s.kept->>'block')), 1, 6)` },
  {
    table: 'audit_entries',
    times: 10,
    changes: `'audit_id', pg_temp.id(clock_timestamp()), 'sequence', k, 'transaction_id', pg_current_xact_id()`,
  },
  {
    table: 'idempotency_keys',
    changes: `'key', md5(b.n::text)::uuid`,
  },
];

const documentRows = (customerId: string) => `
  insert into documents (partner_id, document_id, customer_id, category, content_type, status, object_key, version_id, etag,
    size_bytes, sha256, created_at, link_expires_at, uploaded_at, confirmed_at, handed_in_at)
  select partner_id, id, customer_id, 'Other', 'application/pdf', 'Confirmed', 'documents/' || partner_id || '/' || customer_id || '/' || id,
    md5(id::text), md5(id::text), 250000, encode(sha256(id::text::bytea), 'hex'), now(), now(), now(), now(), now()
  from customers cross join lateral (select pg_catalog.gen_random_uuid() as id from generate_series(1, 4)) made
  where customer_id = '${customerId}'`;

// Each business was decided once: the decision, and an encrypted snapshot of the business.
const DECISIONS = `
  with decided as (
    insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at, settled_by, settled_at)
    select c.partner_id, b.customer_id, pg_temp.id(clock_timestamp()), 'Approve', 'Confirmed', 1, gen_random_uuid(), now(), gen_random_uuid(), now()
    from batch b join customers c using (customer_id) returning *
  )
  insert into package_snapshots (partner_id, customer_id, decision_id, taken_at, content_cipher)
  select partner_id, customer_id, decision_id, now(), (select string_agg(sha256((customer_id::text || i)::bytea), '') from generate_series(1, 80) i)
  from decided`;

// Five events of each business, each delivered at the first attempt. A delivery is written when it is due and again when it was
// accepted, so its table has dead rows in between, as in production.
const EVENTS = `
  insert into events (partner_id, event_id, customer_id, event_type, event_version, sequence, occurred_at, body, traceparent)
  select e.partner_id, pg_temp.id(clock_timestamp()), b.customer_id, e.event_type, e.event_version, k, now(), e.body,
    '00-' || md5(b.n::text) || '-' || substr(md5(b.n::text), 1, 16) || '-01'
  from batch b cross join generate_series(1, 5) k
    cross join (select * from events order by transaction_id, event_id limit 1) e`;
const DELIVERIES = `
  insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
    next_attempt_at, is_replay)
  select partner_id, pg_temp.id(clock_timestamp()), event_id, event_type, event_version, occurred_at, 'Pending', 'First', now(), false
  from events join batch using (customer_id)`;
const ATTEMPTS = `
  insert into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code, response_excerpt, signature)
  select partner_id, delivery_id, 1, now(), 120, 'https://hooks.partner.example/onboarding/events', 200, '{"received":true}',
    'v1,' || encode(sha256(delivery_id::text::bytea), 'base64')
  from webhook_deliveries where status = 'Pending'`;
const DELIVERED = `
  update webhook_deliveries set status = 'Delivered', attempt_count = 1, next_attempt_at = null, last_status_code = 200,
    completed_at = now() where status = 'Pending'`;

const TOKENS = `
  insert into token_requests (partner_id, request_id, client_id, outcome, certificate_id, scope, address, occurred_at)
  select p.partner_id, pg_temp.id(clock_timestamp()), p.client_id, 'Issued', md5(p.client_id)::uuid, 'partner.read partner.write',
    '203.0.113.' || b.n % 250, now()
  from batch b cross join (select * from partners limit 1) p cross join generate_series(1, 5)`;
const READS = `
  insert into staff_reads (partner_id, read_id, customer_id, account_id, kind, address, request_id, read_at)
  select c.partner_id, pg_temp.id(clock_timestamp()), b.customer_id, md5((b.n % 50)::text)::uuid, 'Package', '203.0.113.7',
    gen_random_uuid()::text, now()
  from batch b join customers c using (customer_id)`;
const ACCOUNT_EVENTS = `
  insert into account_events (event_id, account_id, realm, kind, address, user_agent, occurred_at, partner_id)
  select pg_temp.id(clock_timestamp()), md5((b.n % 500)::text)::uuid, 'partner', 'SignedIn', '203.0.113.7',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', now(), gen_random_uuid()
  from batch b`;

const STREAMS: readonly string[] = [DECISIONS, EVENTS, DELIVERIES, ATTEMPTS, DELIVERED, TOKENS, READS, ACCOUNT_EVENTS];
