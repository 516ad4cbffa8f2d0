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

export const MULTIPLIED: readonly Multiplied[] = [
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

export const documentRows = (customerId: string) => `
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

export const STREAMS: readonly string[] = [
  DECISIONS,
  EVENTS,
  DELIVERIES,
  ATTEMPTS,
  DELIVERED,
  TOKENS,
  READS,
  ACCOUNT_EVENTS,
];
