// Every row-level security policy, as written in SQL, with its tables: maintained by hand, and compared with PostgreSQL's
// catalogue in both directions. Each of these tables is also open to its owner through owner_works. A table that is not listed
// has no row-level security.

export const POLICIES: Record<string, string> = {
  'app_opens for insert to onboarding_app with check true': 'sessions',
  'app_records for insert to onboarding_app with check true': 'api_requests',
  "invites_only as restrictive to onboarding_app using (purpose = 'Invitation'::text)": 'account_links',
  'own_account to onboarding_app using (account_id = current_account())': 'saved_filters sessions',
  'own_partner for select to onboarding_app using (partner_id = current_partner())': 'api_requests',
  'own_partner to onboarding_app using (partner_id = current_partner())':
    'account_events accounts api_certificates list_exports review_mail_rounds review_notices token_requests',
  'own_partner to onboarding_app using (EXISTS ( SELECT FROM accounts a WHERE ((a.account_id = account_id) AND (a.partner_id = current_partner()))))':
    'account_links recovery_codes second_factors',
  'identity_reads for select to onboarding_identity using true': 'partners',
  'identity_works to onboarding_identity using true': `
    account_events account_links accounts api_certificates recovery_codes second_factors sessions
    token_requests`,
  "operations_invites_only as restrictive to onboarding_operations using (purpose = 'Invitation'::text)":
    'account_links',
  'operations_reads for select to onboarding_operations using true': 'api_certificates webhook_lanes',
  'operations_revokes for update to onboarding_operations using true with check (revoked_at IS NOT NULL)':
    'api_certificates',
  'operations_works to onboarding_operations using true':
    'account_events account_links accounts partners recovery_codes second_factors',
  'own_work to onboarding_staff using (account_id = current_account())': 'analyst_days analyst_notices',
  "staff_reads for select to onboarding_staff using (realm = 'staff'::text)": 'accounts',
  'staff_reads for select to onboarding_staff using true': 'customer_terms documents identities partners screenings',
  'staff_records for insert to onboarding_staff with check true': 'staff_reads',
  "staff_supervises for select to onboarding_staff using (EXISTS ( SELECT FROM accounts a WHERE ((a.account_id = current_account()) AND (a.realm = 'staff'::text) AND (a.role = ANY (ARRAY['supervisor'::text, 'auditor'::text])))))":
    'analyst_days staff_reads',
  'staff_works to onboarding_staff using true': `
    audit_entries customers document_pages_seen event_outbox events hit_findings identity_comparisons package_snapshots people
    review_decisions review_notes review_reasons review_verdicts reviews`,
  'staff_works for insert to onboarding_staff with check true': 'review_notices',
  'worker_reads for select to onboarding_worker using true':
    'account_events accounts audit_entries customers identities partners people review_reasons staff_reads',
  'worker_works to onboarding_worker using true': `
    account_links analyst_notices api_certificates business_fingerprints business_name_blocks documents event_outbox
    review_decisions review_mail_rounds review_notices reviews screenings sessions upload_quotas
    webhook_attempts webhook_changes webhook_deliveries webhook_lanes webhook_replay_batches webhook_replays
    webhook_statistics`,
  'worker_works for select to onboarding_worker using true': 'events webhook_endpoints',
  'own_partner to public using (partner_id = current_partner())': `
    audit_entries business_fingerprints business_name_blocks customer_counts customer_metadata customer_terms customers
    document_pages_seen documents event_outbox events hit_findings idempotency_keys identities identity_comparisons
    package_snapshots partners people review_decisions review_notes review_reasons review_verdicts reviews
    screenings staff_reads upload_quotas webhook_attempts webhook_changes webhook_deliveries webhook_endpoints
    webhook_lanes webhook_replay_batches webhook_replays webhook_statistics`,
};
