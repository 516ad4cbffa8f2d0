// What an erasure does to each column that could say something about a customer or its people. A new column of text, JSON,
// bytes or a date needs its word here, and a new table its line: whoever adds one decides what becomes of it.

/**
 * Blank: it is emptied where it stands. Gone: its row is removed. Kept: it says nothing about anybody, as the words behind it
 * tell.
 */
export type Fate = 'Blank' | 'Gone' | `Kept: ${string}`;

const ID = 'Kept: an id of ours';
const WORD = 'Kept: a word of a fixed list';
const CHAIN = 'Kept: the trail must verify';

/** Columns of tables whose rows belong to a customer. */
export const FATES: Record<string, Record<string, Fate>> = {
  customers: {
    partner_customer_id: "Kept: the partner's own id",
    company_name: 'Blank',
    trading_name: 'Blank',
    email: 'Blank',
    phone_number: 'Blank',
    business_type_code: WORD,
    monitoring: WORD,
    incorporation_country: WORD,
    industry: WORD,
    description: 'Blank',
    website: 'Blank',
    registration_number: 'Blank',
    registration_date: 'Blank',
    addresses: 'Blank',
    financials: 'Kept: classes of amounts',
    verification_status: WORD,
    audit_hash: CHAIN,
    data_key: 'Blank',
    data_key_id: ID,
  },
  people: {
    first_name: 'Blank',
    last_name: 'Blank',
    birth_date: 'Blank',
    tax_residence_country: 'Blank',
    nationality: 'Blank',
    email: 'Blank',
    email_key: 'Blank',
    phone: 'Blank',
    ownership_type: WORD,
    address: 'Blank',
    verification_status: WORD,
  },
  identities: {
    identity_type_code: WORD,
    issuing_country: 'Blank',
    value_cipher: 'Blank',
    value_masked: 'Blank',
    value_hash: 'Blank',
    value_hash_key_id: ID,
    issue_date: 'Blank',
    expiry_date: 'Blank',
  },
  documents: {
    category: WORD,
    content_type: WORD,
    status: WORD,
    refusal: WORD,
    object_key: 'Kept: ids and a word of a fixed list; the object is removed',
    version_id: 'Blank',
    etag: 'Blank',
    sha256: 'Blank',
    findings: 'Blank',
  },
  idempotency_keys: {
    route: 'Gone',
    key: 'Gone',
    created_on: 'Gone',
    body_hash: 'Gone',
    headers: 'Gone',
    answer: 'Gone',
  },
  events: {
    event_type: WORD,
    body: 'Kept: ids, states, names of fields, hashes of documents',
    traceparent: ID,
  },
  audit_entries: {
    action: WORD,
    actor_kind: WORD,
    actor_id: 'Kept: the id of whoever acted for a partner or for us',
    request_id: ID,
    details: 'Kept: ids, states, names of fields, hashes of documents, the reason of the erasure',
    previous_hash: CHAIN,
    hash: CHAIN,
  },
  reviews: {
    country: WORD,
    business_type_code: WORD,
    flag_codes: 'Blank',
    flags: 'Blank',
    decided_flags: 'Blank',
    queue_reason: WORD,
  },
  review_decisions: { outcome: WORD, state: WORD, voided_by: WORD },
  review_reasons: { code: WORD, message: 'Blank', pointer: 'Blank' },
  review_notes: { text_cipher: 'Blank' },
  review_verdicts: { subject_kind: WORD, verdict: WORD, reason_code: WORD },
  staff_reads: { kind: WORD, address: 'Kept: of people of ours', request_id: ID },
  screenings: { provider: WORD, outcome: WORD, subject_hash: 'Blank', hits_cipher: 'Blank' },
  business_fingerprints: { country: 'Gone', registration_key: 'Gone', name_key: 'Gone' },
  business_name_blocks: { country: 'Gone', block: 'Gone' },
};

/** Tables that say nothing about a customer, or only by way of another. */
export const OF_NO_CUSTOMER: Record<string, string> = {
  partners: 'partners themselves',
  api_certificates: 'of partners',
  token_requests: 'of partners',
  webhook_endpoints: 'of partners',
  webhook_lanes: 'of partners',
  webhook_changes: 'of partners',
  webhook_replays: 'of partners',
  webhook_replay_batches: 'ids of events',
  webhook_deliveries: 'ids and states',
  webhook_attempts: "what receivers answered about the customer's events is blanked",
  webhook_dispatchers: 'our processes',
  event_outbox: 'ids of events',
  audit_anchors: 'hashes over the hashes of many entries',
  accounts: 'people of partners and of ours',
  account_events: 'people of partners and of ours',
  account_links: 'people of partners and of ours',
  account_attempts: 'people of partners and of ours',
  sign_ins: 'people of partners and of ours',
  recovery_codes: 'people of partners and of ours',
  second_factors: 'people of partners and of ours',
  sessions: 'people of partners and of ours',
  oidc_records: 'people of partners and of ours',
  signing_keys: 'our keys',
  used_assertions: 'hashes of assertions of partners',
  business_types: 'reference data',
  countries: 'reference data',
  requirement_sets: 'reference data',
  review_statistics: 'counts',
  health_probes: 'our processes',
  process_probes: 'our processes',
  schema_migrations: 'the schema itself',
};

/** What a blank column may hold. */
export const BLANKS: readonly string[] = [
  '',
  '\\x',
  '[]',
  '{}',
  'Erased',
  '{"city": "", "state": "", "postalCode": "", "countryCode": "", "streetLine1": "", "streetLine2": null}',
];
