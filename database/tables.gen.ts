// Made by npm run generate from the migrated schema. Change it by a new migration, not here.

export interface AccountAttemptsRow {
  account_id: string;
  source: 'Anonymous' | 'Device' | 'SignIn';
  source_key: string;
  failures: number;
  counted_at: Date;
  blocked_until: Date | null;
}

export interface AccountEventsRow {
  event_id: string;
  account_id: string | null;
  realm: string;
  kind: string;
  reason: string | null;
  address: string;
  user_agent: string | null;
  occurred_at: Date;
  partner_id: string | null;
  actor_id: string | null;
}

export interface AccountLinksRow {
  link_hash: Buffer;
  account_id: string;
  purpose: 'Invitation' | 'PasswordReset';
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface AccountsRow {
  account_id: string;
  realm: 'partner' | 'staff';
  partner_id: string | null;
  role: 'admin' | 'developer' | 'viewer' | 'analyst' | 'supervisor' | 'auditor' | 'operator';
  email: string;
  email_key: string;
  name: string;
  status: 'Invited' | 'Active' | 'Disabled';
  password_hash: string | null;
  password_changed_at: Date | null;
  failed_attempts: number;
  blocked_until: Date | null;
  created_at: Date;
  last_sign_in_at: Date | null;
  review_mails: boolean | null;
  holds_email: boolean;
}

export interface AnalystDaysRow {
  day: string;
  account_id: string;
  claims: number;
  proposals: number;
  confirmations: number;
  changes_requested: number;
}

export interface ApiCertificatesRow {
  partner_id: string;
  certificate_id: string;
  name: string;
  subject: string;
  thumbprint: string;
  spki_hash: Buffer;
  pem: string;
  not_before: Date;
  not_after: Date;
  registered_at: Date;
  registered_by: string | null;
  revoked_at: Date | null;
  revoked_by: string | null;
  last_used_at: Date | null;
  warned_days: number | null;
}

export interface AuditAnchorsRow {
  number: number;
  made_at: Date;
  statement: string;
  key_id: string;
  signature: Buffer;
  published_at: Date | null;
}

export interface AuditEntriesRow {
  partner_id: string;
  audit_id: string;
  customer_id: string;
  sequence: number;
  action: string;
  actor_kind: 'Client' | 'Service' | 'PartnerPerson' | 'StaffPerson' | 'Operator';
  actor_id: string;
  request_id: string;
  occurred_at: Date;
  details: string;
  previous_hash: Buffer;
  hash: Buffer;
  transaction_id: string;
}

export interface BusinessFingerprintsRow {
  partner_id: string;
  customer_id: string;
  country: string;
  registration_key: string;
  name_key: string;
}

export interface BusinessNameBlocksRow {
  partner_id: string;
  customer_id: string;
  country: string;
  block: string;
}

export interface BusinessTypesRow {
  business_type_code: string;
  status: 'Active' | 'Retired';
  document_categories: string[] | null;
}

export interface CountriesRow {
  country_code: string;
  name: string;
  standing: 'New' | 'Open' | 'Closed';
  decided_at: Date | null;
  decided_by: string | null;
}

export interface CountryListsRow {
  list: 'Prohibited' | 'HighRisk';
  country_code: string;
  standing: 'Listed' | 'Unlisted' | 'Undecided';
  reason: string;
  since: Date;
  decided_by: string | null;
}

export interface CountryLooksRow {
  look_id: number;
  countries: string[];
  asked_by: string;
  asked_at: Date;
  after_partner: string;
  after_customer: string;
  looked_at: number;
  concerned: number;
  finished_at: Date | null;
}

export interface CustomerCountsRow {
  partner_id: string;
  verification_status: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  stripe: number;
  customers: number;
}

export interface CustomerTermsRow {
  partner_id: string;
  term: string;
  customer_id: string;
}

export interface CustomersRow {
  partner_id: string;
  customer_id: string;
  partner_customer_id: string;
  company_name: string;
  trading_name: string | null;
  email: string;
  phone_number: string | null;
  business_type_code: string;
  incorporation_country: string;
  industry: string;
  description: string | null;
  website: string;
  registration_number: string;
  registration_date: string | null;
  addresses: unknown;
  financials: unknown;
  verification_status: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  version: number;
  event_sequence: number;
  audit_sequence: number;
  audit_hash: Buffer;
  data_key: Buffer | null;
  data_key_id: string;
  created_at: Date;
  updated_at: Date;
  attempt: number;
  submitted_at: Date | null;
  status_changed_at: Date | null;
  decided_at: Date | null;
  erased_at: Date | null;
  monitoring: 'Waiting' | 'Claimed' | null;
}

export interface DocumentsRow {
  partner_id: string;
  document_id: string;
  customer_id: string;
  ubo_id: string | null;
  category: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other';
  content_type: 'application/pdf' | 'image/jpeg' | 'image/png';
  status: 'LinkIssued' | 'Uploaded' | 'Confirmed' | 'Quarantined' | 'Rejected' | 'Expired' | 'Superseded';
  refusal: 'Empty' | 'TooLarge' | 'ContentMismatch' | 'Infected' | 'Unscannable' | null;
  object_key: string;
  version_id: string | null;
  etag: string | null;
  size_bytes: number | null;
  sha256: string | null;
  created_at: Date;
  link_expires_at: Date;
  uploaded_at: Date | null;
  confirmed_at: Date | null;
  superseded_at: Date | null;
  erased_at: Date | null;
  next_check_at: Date | null;
  findings: ('EmbeddedFile' | 'Encrypted' | 'JavaScript' | 'Launch' | 'SubmitForm' | 'Unchecked' | 'Xfa')[];
  handed_in_at: Date | null;
  kept_key: string | null;
  scan_tries: number;
}

export interface EventOutboxRow {
  event_id: string;
  partner_id: string;
}

export interface EventsRow {
  partner_id: string;
  event_id: string;
  customer_id: string | null;
  event_type: string;
  event_version: number;
  sequence: number | null;
  occurred_at: Date;
  body: string;
  transaction_id: string;
  traceparent: string | null;
}

export interface HealthProbesRow {
  service: string;
  probed_at: Date;
}

export interface HitFindingsRow {
  partner_id: string;
  customer_id: string;
  hit_hash: Buffer;
  finding: 'NotTheSame' | 'Same';
  note_cipher: Buffer | null;
  found_by: string;
  found_at: Date;
}

export interface IdempotencyKeysRow {
  partner_id: string;
  route: string;
  key: string;
  created_on: string;
  created_at: Date;
  body_hash: Buffer;
  status: number;
  headers: string;
  answer: string;
  replay_count: number;
  customer_id: string | null;
}

export interface IdentitiesRow {
  partner_id: string;
  customer_id: string;
  ubo_id: string;
  identity_id: string;
  identity_type_code: 'PASSPORT' | 'NATIOANL_ID' | 'DRIVING_LICENCE' | 'IDENTITY_CARD' | 'RESIDENCE_CARD' | 'VOTER_CARD' | 'BVN' | 'OTHERS';
  issuing_country: string;
  value_cipher: Buffer;
  value_masked: string;
  value_hash: Buffer;
  value_hash_key_id: string;
  issue_date: string | null;
  expiry_date: string | null;
  requirement_set_id: number;
  created_at: Date;
  replaced_at: Date | null;
  document_id: string | null;
  general_rule: boolean;
}

export interface IdentityComparisonsRow {
  partner_id: string;
  customer_id: string;
  identity_id: string;
  compared_by: string;
  begun_at: Date;
  tries: number;
}

export interface OidcRecordsRow {
  model: string;
  record_hash: Buffer;
  account_id: string | null;
  grant_hash: Buffer | null;
  uid_hash: Buffer | null;
  payload: Buffer;
  consumed_at: Date | null;
  expires_at: Date;
}

export interface OperatorActionsRow {
  action_id: string;
  occurred_at: Date;
  action: 'PartnerCreated' | 'PartnerApproved' | 'PartnerRejected' | 'PartnerActivated' | 'PartnerDeactivated' | 'LimitsChanged' | 'PersonInvited' | 'RulesActivated' | 'CountryClosed' | 'DeadLetterRetried' | 'CertificateAdded' | 'CertificateRevoked' | 'PersonRoleChanged' | 'PersonDisabled' | 'PersonEnabled' | 'PersonFactorsReset' | 'PersonSignedOut' | 'RulesDrafted' | 'BusinessTypeAdded' | 'BusinessTypeDocumentsSet' | 'BusinessTypeRetired' | 'KeysRewrapped' | 'RootKeyRetired' | 'SigningKeyPublished' | 'SigningKeyActivated' | 'SigningKeyRetired' | 'CountryProhibited' | 'CountryAllowed' | 'CountryHighRisk' | 'CountryOrdinaryRisk' | 'CountryOpened' | 'DocumentsReconciled' | 'DocumentsMoved' | 'StatementMade';
  subject_kind: 'Partner' | 'Country' | 'DeadLetter' | 'Account' | 'BusinessType' | 'RootKey' | 'SigningKey' | 'Documents' | 'AuditTrails';
  subject_id: string;
  reason: string | null;
  details: string;
  actor_kind: 'StaffPerson' | 'Operator';
  actor_id: string;
  address: string | null;
  request_id: string | null;
}

export interface PackageSnapshotsRow {
  partner_id: string;
  customer_id: string;
  decision_id: string;
  taken_at: Date;
  content_cipher: Buffer;
}

export interface PartnersRow {
  partner_id: string;
  name: string;
  client_id: string;
  status: 'Active' | 'Inactive';
  onboarding_status: 'Pending' | 'Approved' | 'Rejected';
  created_at: Date;
  reads_per_second: number | null;
  writes_per_second: number | null;
  upload_links_per_second: number | null;
}

export interface PeopleRow {
  partner_id: string;
  customer_id: string;
  ubo_id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  tax_residence_country: string | null;
  nationality: string;
  email: string;
  email_key: string;
  phone: string | null;
  ownership_type: ('SHAREHOLDER' | 'DIRECTOR' | 'UBO')[];
  percentage_share: number | null;
  address: unknown;
  verification_status: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  created_at: Date;
  updated_at: Date;
}

export interface ProcessProbesRow {
  service: string;
  process_id: string;
  probed_at: Date;
}

export interface RecoveryCodesRow {
  account_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

export interface RequirementSetsRow {
  requirement_set_id: number;
  country_code: string;
  version: number;
  status: 'Draft' | 'Active' | 'Retired';
  entries: unknown;
  created_at: Date;
  activated_at: Date | null;
  retired_at: Date | null;
}

export interface ReviewDecisionsRow {
  partner_id: string;
  customer_id: string;
  decision_id: string;
  outcome: 'Approve' | 'Reject' | 'RequestChanges';
  state: 'Proposed' | 'Confirmed' | 'Withdrawn' | 'Voided';
  attempt: number;
  proposed_by: string;
  proposed_at: Date;
  settled_by: string | null;
  settled_at: Date | null;
  voided_by: 'DocumentConfirmed' | 'ScreeningHit' | 'Verdict' | 'Handover' | 'Transition' | 'Erasure' | null;
  evidence_version: string | null;
}

export interface ReviewMailRoundsRow {
  partner_id: string;
  sent_at: Date;
}

export interface ReviewNotesRow {
  partner_id: string;
  customer_id: string;
  note_id: string;
  written_by: string;
  written_at: Date;
  text_cipher: Buffer;
}

export interface ReviewNoticesRow {
  partner_id: string;
  notice_id: string;
  customer_id: string;
  partner_customer_id: string;
  outcome: 'Approved' | 'Rejected' | 'ChangesRequested';
}

export interface ReviewReasonsRow {
  partner_id: string;
  customer_id: string;
  decision_id: string;
  reason_id: string;
  code: string;
  message: string | null;
  pointer: string | null;
  ubo_id: string | null;
  document_id: string | null;
}

export interface ReviewStatisticsRow {
  singleton: boolean;
  taken_at: Date;
  figures: unknown;
}

export interface ReviewVerdictsRow {
  partner_id: string;
  customer_id: string;
  subject_kind: 'Person' | 'Document';
  subject_id: string;
  verdict: 'Approved' | 'Rejected' | 'ChangesRequested';
  reason_code: string | null;
  given_by: string;
  given_at: Date;
}

export interface ReviewsRow {
  partner_id: string;
  customer_id: string;
  priority: number;
  queued_at: Date | null;
  claimed_by: string | null;
  claimed_at: Date | null;
  claim_ends_at: Date | null;
  country: string;
  business_type_code: string;
  flag_codes: string[];
  flags: unknown;
  flags_due_at: Date | null;
  screening_due_at: Date | null;
  screening_tries: number;
  screening_since: Date | null;
  queue_reason: 'Submitted' | 'Answered' | 'Changed' | 'Reopened' | 'Monitoring';
  decided_flags: unknown;
  entered_at: Date | null;
  screen_again_at: Date | null;
}

export interface SchemaMigrationsRow {
  name: string;
  checksum: string;
  applied_at: Date;
}

export interface ScreeningsRow {
  partner_id: string;
  customer_id: string;
  screening_id: string;
  ubo_id: string | null;
  provider: string;
  outcome: 'Clear' | 'Hit';
  subject_hash: Buffer;
  hit_count: number;
  hits_cipher: Buffer | null;
  screened_at: Date;
  superseded_at: Date | null;
}

export interface SecondFactorsRow {
  account_id: string;
  factor_id: string;
  kind: 'Totp' | 'Passkey';
  name: string;
  secret: Buffer;
  credential_id: string | null;
  transports: string[] | null;
  counter: number;
  created_at: Date;
  last_used_at: Date | null;
}

export interface SessionsRow {
  session_hash: Buffer;
  session_id: string;
  account_id: string;
  realm: 'partner' | 'staff';
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  second_factor_at: Date;
  address: string;
  user_agent: string;
  sign_in_id: string | null;
}

export interface SignInsRow {
  sign_in_id: string;
  account_id: string;
  provider_hash: Buffer;
  signed_in_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

export interface SigningKeysRow {
  key_id: string;
  status: 'Published' | 'Active' | 'Retiring' | 'Retired';
  public_jwk: string;
  private_key: Buffer | null;
  published_at: Date;
  activated_at: Date | null;
  retiring_at: Date | null;
  retired_at: Date | null;
}

export interface StaffReadsRow {
  partner_id: string;
  read_id: string;
  customer_id: string;
  account_id: string;
  kind: 'Package' | 'Trail' | 'Document' | 'Comparison' | 'SearchResult';
  subject_id: string | null;
  address: string;
  request_id: string;
  read_at: Date;
  transaction_id: string;
}

export interface TokenRequestsRow {
  partner_id: string;
  request_id: string;
  client_id: string;
  outcome: 'Issued' | 'Refused';
  error: string | null;
  reason: string | null;
  certificate_id: string | null;
  scope: string | null;
  address: string;
  occurred_at: Date;
  requests: number;
  last_occurred_at: Date | null;
  last_request_id: string | null;
}

export interface UploadQuotasRow {
  partner_id: string;
  day: string;
  bytes: number;
}

export interface UsedAssertionsRow {
  assertion_hash: Buffer;
  expires_at: Date;
}

export interface WebhookAttemptsRow {
  partner_id: string;
  delivery_id: string;
  attempt_no: number;
  sent_at: Date;
  duration_ms: number;
  url: string;
  status_code: number | null;
  error_kind: 'DnsFailure' | 'BlockedAddress' | 'ConnectRefused' | 'ConnectTimeout' | 'TlsFailure' | 'ConnectionReset' | 'ResponseTimeout' | 'Redirect' | 'HttpStatus' | 'ProtocolError' | null;
  response_excerpt: string | null;
  signature: string | null;
}

export interface WebhookChangesRow {
  partner_id: string;
  change_id: string;
  occurred_at: Date;
  action: 'Registered' | 'UrlReplaced' | 'SecretRotated' | 'Enabled' | 'Paused' | 'Resumed' | 'Degraded' | 'Disabled' | 'Recovered' | 'ReplayRequested' | 'ReplayCancelled';
  actor_kind: 'PartnerPerson' | 'Operator' | 'Service';
  actor_id: string;
  request_id: string | null;
  details: string;
}

export interface WebhookDeliveriesRow {
  partner_id: string;
  delivery_id: string;
  event_id: string;
  event_type: string;
  event_version: number;
  occurred_at: Date;
  status: 'Pending' | 'Delivered' | 'Exhausted';
  class: 'First' | 'Retry' | 'Replay';
  attempt_count: number;
  next_attempt_at: Date | null;
  last_status_code: number | null;
  is_replay: boolean;
  replay_series: string | null;
  completed_at: Date | null;
}

export interface WebhookDispatchersRow {
  dispatcher_id: string;
  started_at: Date;
  beat_at: Date;
}

export interface WebhookEndpointsRow {
  partner_id: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookLanesRow {
  partner_id: string;
  status: 'Active' | 'Degraded' | 'Disabled';
  consecutive_failures: number;
  degraded_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: 'NoSuccess' | 'Gone' | null;
  health: unknown;
  paused_at: Date | null;
  resumed_at: Date | null;
  replays_from: Date | null;
  due_at: Date | null;
  leased_until: Date | null;
  lease_id: string | null;
  last_success_at: Date | null;
}

export interface WebhookReplayBatchesRow {
  partner_id: string;
  replay_id: string;
  batch_no: number;
  event_ids: string[];
}

export interface WebhookReplaysRow {
  partner_id: string;
  replay_id: string;
  requested_by: string;
  requested_at: Date;
  from_at: Date;
  to_at: Date;
  event_type: string | null;
  include_unrouted: boolean;
  created: number;
  completed_at: Date | null;
  delivery_status: 'Pending' | 'Delivered' | 'Exhausted' | null;
  customer_id: string | null;
  source_series: string | null;
  cancelled_at: Date | null;
}

export interface WebhookStatisticsRow {
  partner_id: string;
  hour: Date;
  outcome: 'Delivered' | 'Exhausted' | 'DnsFailure' | 'BlockedAddress' | 'ConnectRefused' | 'ConnectTimeout' | 'TlsFailure' | 'ConnectionReset' | 'ResponseTimeout' | 'Redirect' | 'HttpStatus' | 'ProtocolError';
  counted: number;
  durations: number[];
}
