// The primary, unique and foreign keys of each table. Maintained by hand, and compared with PostgreSQL's catalogue in both
// directions.

export const KEYS: Record<string, readonly string[]> = {
  account_attempts: [
    'PRIMARY KEY (account_id, source, source_key)',
    'FOREIGN KEY (account_id) REFERENCES accounts(account_id)',
  ],
  account_events: ['PRIMARY KEY (event_id)'],
  account_links: ['PRIMARY KEY (link_hash)', 'FOREIGN KEY (account_id) REFERENCES accounts(account_id)'],
  accounts: [
    'PRIMARY KEY (account_id)',
    'UNIQUE NULLS NOT DISTINCT (realm, email_key, partner_id)',
    'UNIQUE INDEX (realm, email_key) WHERE holds_email',
    'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)',
  ],
  analyst_days: ['PRIMARY KEY (day, account_id)'],
  analyst_notices: ['PRIMARY KEY (account_id)'],
  api_certificates: [
    'PRIMARY KEY (partner_id, certificate_id)',
    'UNIQUE (spki_hash)',
    'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)',
  ],
  api_requests: ['PRIMARY KEY (partner_id, entry_id)'],
  audit_anchors: ['PRIMARY KEY (number)'],
  audit_streams: ['PRIMARY KEY (log)'],
  audit_entries: ['PRIMARY KEY (partner_id, customer_id, audit_id)'],
  business_fingerprints: [
    'PRIMARY KEY (partner_id, customer_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  business_name_blocks: [
    'PRIMARY KEY (partner_id, customer_id, block)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES business_fingerprints(partner_id, customer_id) ON DELETE CASCADE',
  ],
  business_types: ['PRIMARY KEY (business_type_code)', 'UNIQUE INDEX (lower(business_type_code))'],
  countries: ['PRIMARY KEY (country_code)'],
  country_lists: ['PRIMARY KEY (country_code, list)', 'FOREIGN KEY (country_code) REFERENCES countries(country_code)'],
  country_looks: ['PRIMARY KEY (look_id)'],
  customer_counts: ['PRIMARY KEY (partner_id, verification_status, stripe)'],
  customer_metadata: [
    'PRIMARY KEY (partner_id, customer_id, subject_id, key)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  customer_terms: ['PRIMARY KEY (partner_id, term, customer_id)'],
  customers: [
    'PRIMARY KEY (partner_id, customer_id)',
    'UNIQUE (partner_id, partner_customer_id)',
    'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)',
  ],
  documents: [
    'PRIMARY KEY (partner_id, document_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  document_pages_seen: [
    'PRIMARY KEY (partner_id, customer_id, document_id, account_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  event_outbox: ['PRIMARY KEY (event_id)'],
  events: ['PRIMARY KEY (partner_id, event_id)'],
  health_probes: ['PRIMARY KEY (service)'],
  hit_findings: [
    'PRIMARY KEY (partner_id, customer_id, hit_hash)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  idempotency_keys: ['PRIMARY KEY (partner_id, route, key, created_on)'],
  identities: [
    'PRIMARY KEY (partner_id, customer_id, ubo_id, identity_id)',
    'FOREIGN KEY (partner_id, customer_id, ubo_id) REFERENCES people(partner_id, customer_id, ubo_id)',
  ],
  identity_comparisons: [
    'PRIMARY KEY (partner_id, customer_id, identity_id, compared_by)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  list_exports: ['PRIMARY KEY (partner_id, export_id)'],
  oidc_records: ['PRIMARY KEY (model, record_hash)'],
  operator_actions: ['PRIMARY KEY (action_id)'],
  package_snapshots: [
    'PRIMARY KEY (partner_id, customer_id, decision_id)',
    'FOREIGN KEY (partner_id, customer_id, decision_id) REFERENCES review_decisions(partner_id, customer_id, decision_id)',
  ],
  partners: ['PRIMARY KEY (partner_id)', 'UNIQUE (client_id)'],
  people: [
    'PRIMARY KEY (partner_id, customer_id, ubo_id)',
    'UNIQUE (partner_id, customer_id, email_key)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  process_probes: ['PRIMARY KEY (service, process_id)'],
  recovery_codes: ['PRIMARY KEY (account_id, code_hash)', 'FOREIGN KEY (account_id) REFERENCES accounts(account_id)'],
  requirement_sets: [
    'PRIMARY KEY (requirement_set_id)',
    'UNIQUE (country_code, version)',
    "UNIQUE INDEX (country_code) WHERE (status = 'Active'::text)",
    'FOREIGN KEY (country_code) REFERENCES countries(country_code)',
  ],
  review_decisions: [
    'PRIMARY KEY (partner_id, customer_id, decision_id)',
    "UNIQUE INDEX (partner_id, customer_id) WHERE (state = 'Proposed'::text)",
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  review_mail_rounds: ['PRIMARY KEY (partner_id)', 'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)'],
  review_notes: [
    'PRIMARY KEY (partner_id, customer_id, note_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  review_notices: ['PRIMARY KEY (partner_id, notice_id)', 'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)'],
  review_reasons: [
    'PRIMARY KEY (partner_id, customer_id, decision_id, reason_id)',
    'FOREIGN KEY (partner_id, customer_id, decision_id) REFERENCES review_decisions(partner_id, customer_id, decision_id)',
  ],
  review_statistics: ['PRIMARY KEY (singleton)'],
  review_verdicts: [
    'PRIMARY KEY (partner_id, customer_id, subject_kind, subject_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  reviews: [
    'PRIMARY KEY (partner_id, customer_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  schema_migrations: ['PRIMARY KEY (name)'],
  screenings: [
    'PRIMARY KEY (partner_id, customer_id, screening_id)',
    'FOREIGN KEY (partner_id, customer_id) REFERENCES customers(partner_id, customer_id)',
  ],
  second_factors: [
    'PRIMARY KEY (account_id, factor_id)',
    'UNIQUE (credential_id)',
    'FOREIGN KEY (account_id) REFERENCES accounts(account_id)',
  ],
  saved_filters: [
    'PRIMARY KEY (account_id, list)',
    'FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE',
  ],
  sessions: [
    'PRIMARY KEY (session_hash)',
    'UNIQUE (session_id)',
    'FOREIGN KEY (account_id) REFERENCES accounts(account_id)',
  ],
  sign_ins: [
    'PRIMARY KEY (sign_in_id)',
    'UNIQUE (provider_hash)',
    'FOREIGN KEY (account_id) REFERENCES accounts(account_id)',
  ],
  signing_keys: ['PRIMARY KEY (key_id)', "UNIQUE INDEX (status) WHERE (status = 'Active'::text)"],
  staff_reads: ['PRIMARY KEY (partner_id, read_id)'],
  token_requests: ['PRIMARY KEY (partner_id, request_id)'],
  upload_quotas: ['PRIMARY KEY (partner_id)', 'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)'],
  used_assertions: ['PRIMARY KEY (assertion_hash)'],
  webhook_attempts: ['PRIMARY KEY (partner_id, delivery_id, attempt_no)'],
  webhook_changes: ['PRIMARY KEY (partner_id, change_id)'],
  webhook_deliveries: ['PRIMARY KEY (partner_id, delivery_id)'],
  webhook_dispatchers: ['PRIMARY KEY (dispatcher_id)'],
  webhook_endpoints: ['PRIMARY KEY (partner_id)', 'FOREIGN KEY (partner_id) REFERENCES partners(partner_id)'],
  webhook_lanes: ['PRIMARY KEY (partner_id)', 'FOREIGN KEY (partner_id) REFERENCES webhook_endpoints(partner_id)'],
  webhook_replay_batches: [
    'PRIMARY KEY (partner_id, replay_id, batch_no)',
    'FOREIGN KEY (partner_id, replay_id) REFERENCES webhook_replays(partner_id, replay_id)',
  ],
  webhook_replays: [
    'PRIMARY KEY (partner_id, replay_id)',
    'FOREIGN KEY (partner_id) REFERENCES webhook_endpoints(partner_id)',
  ],
  webhook_statistics: ['PRIMARY KEY (partner_id, hour, outcome)'],
};

/** Every trigger, with when it runs. */
export const TRIGGERS: readonly string[] = [
  'CREATE TRIGGER customer_moved AFTER UPDATE OF verification_status ON customers FOR EACH ROW WHEN (old.verification_status IS DISTINCT FROM new.verification_status) EXECUTE FUNCTION customer_moved()',
  'CREATE TRIGGER customer_renamed AFTER UPDATE OF company_name, trading_name, partner_customer_id, registration_number ON customers FOR EACH ROW WHEN (old.company_name IS DISTINCT FROM new.company_name OR old.trading_name IS DISTINCT FROM new.trading_name OR old.partner_customer_id IS DISTINCT FROM new.partner_customer_id OR old.registration_number IS DISTINCT FROM new.registration_number) EXECUTE FUNCTION customer_renamed()',
  'CREATE TRIGGER customers_added AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION customers_added()',
];
