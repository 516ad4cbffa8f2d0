// What each check constraint allows: the words of a vocabulary, or rows that it must refuse and allow.
import * as contract from '@onboarding/contract';

export const VOCABULARIES: [check: string, words: readonly string[]][] = [
  ['customers_verification_status', contract.VERIFICATION_STATUSES],
  ['customer_counts_verification_status', contract.VERIFICATION_STATUSES],
  ['people_verification_status', contract.VERIFICATION_STATUSES],
  ['people_ownership_type', contract.OWNERSHIP_TYPES],
  ['identities_type', contract.IDENTITY_TYPES],
  ['partners_status', contract.PARTNER_STATUSES],
  ['partners_onboarding_status', contract.PARTNER_ONBOARDING_STATUSES],
  ['accounts_realm', contract.REALMS],
  ['accounts_status', contract.ACCOUNT_STATUSES],
  ['accounts_role', [...contract.REALMS, ...contract.PARTNER_ROLES, ...contract.STAFF_ROLES]],
  ['sessions_realm', contract.REALMS],
  ['review_notices_outcome', contract.REVIEW_OUTCOMES],
  ['second_factors_kind', contract.SECOND_FACTOR_KINDS],
  ['account_links_purpose', contract.ACCOUNT_LINK_PURPOSES],
  // Used only by the module that owns the table.
  ['audit_streams_log', ['audit', 'staff-reads', 'operators', 'accounts']],
  ['account_attempts_source', ['Anonymous', 'Device', 'SignIn']],
  ['signing_keys_status', ['Published', 'Active', 'Retiring', 'Retired']],
  ['requirement_sets_status', contract.REQUIREMENT_SET_STATUSES],
  ['countries_standing', contract.COUNTRY_STANDINGS],
  ['country_lists_list', contract.COUNTRY_LISTS],
  ['country_lists_standing', contract.LIST_STANDINGS],
  ['business_types_status', contract.BUSINESS_TYPE_STATUSES],
  ['token_requests_outcome', contract.TOKEN_REQUEST_OUTCOMES],
  ['documents_category', contract.DOCUMENT_CATEGORIES],
  ['documents_content_type', contract.DOCUMENT_CONTENT_TYPES],
  ['documents_status', contract.DOCUMENT_STATUSES],
  ['documents_refusal', contract.DOCUMENT_REFUSALS],
  ['documents_findings', contract.DOCUMENT_FINDINGS],
  ['audit_entries_actor_kind', contract.AUDIT_ACTOR_KINDS],
  ['staff_reads_kind', contract.STAFF_READ_KINDS],
  ['operator_actions_action', contract.OPERATOR_ACTIONS],
  ['operator_actions_subject_kind', contract.OPERATOR_SUBJECTS],
  ['operator_actions_actor_kind', contract.OPERATOR_ACTOR_KINDS],
  ['screenings_outcome', contract.SCREENING_OUTCOMES],
  ['hit_findings_finding', contract.HIT_FINDINGS],
  ['reviews_queue_reason', contract.QUEUE_REASONS],
  ['review_verdicts_subject_kind', contract.VERDICT_SUBJECTS],
  ['review_verdicts_verdict', contract.VERDICTS],
  ['review_decisions_outcome', contract.DECISION_OUTCOMES],
  ['review_decisions_state', contract.DECISION_STATES],
  ['review_decisions_voided_by', contract.VOIDED_BY],
  ['customers_monitoring', ['Waiting', 'Claimed']],
  ['webhook_lanes_status', contract.ENDPOINT_STATUSES],
  ['webhook_lanes_disabled_reason', contract.DISABLED_REASONS],
  ['webhook_deliveries_status', contract.DELIVERY_STATUSES],
  ['webhook_deliveries_class', contract.DELIVERY_CLASSES],
  ['webhook_replays_delivery_status', contract.DELIVERY_STATUSES],
  ['webhook_attempts_error_kind', contract.ERROR_KINDS],
  ['webhook_statistics_outcome', contract.STATISTICS_OUTCOMES],
  ['list_exports_list', contract.EXPORTED_LISTS],
  ['list_exports_outcome', contract.EXPORT_OUTCOMES],
  ['saved_filters_list', Object.values(contract.SAVED_FILTER_LISTS).flat()],
  ['webhook_changes_action', contract.WEBHOOK_ACTIONS],
  ['webhook_changes_actor_kind', contract.WEBHOOK_ACTOR_KINDS],
];

type Row = Record<string, unknown>;

const [SOME_ID, SOME_TIME, SOME_BYTES] = ['0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f', '2026-02-01T10:00:00Z', '\\x00'];
const POSITIVE = (column: string) => ({ refuses: [{ [column]: 0 }], allows: [{ [column]: 1 }] });
const CONFIRMED = { status: 'Confirmed', version_id: 'v', sha256: SOME_BYTES, size_bytes: 1, confirmed_at: SOME_TIME };
const CLAIMED = { claimed_by: SOME_ID, claimed_at: SOME_TIME, claim_ends_at: SOME_TIME, queued_at: SOME_TIME };
const HIT = { outcome: 'Hit', hit_count: 1, hits_cipher: SOME_BYTES };
const PENDING = { status: 'Pending', next_attempt_at: SOME_TIME };

/** For every check that is not just a list of words: boundary rows, with only the columns that it tests. */
export const EDGES: Record<string, { refuses: Row[]; allows: Row[] }> = {
  accounts_partner: {
    refuses: [{ realm: 'partner' }, { realm: 'staff', partner_id: SOME_ID }],
    allows: [{ realm: 'partner', partner_id: SOME_ID }, { realm: 'staff' }],
  },
  accounts_role: {
    refuses: [
      ...contract.STAFF_ROLES.map((role) => ({ realm: 'partner', role })),
      ...contract.PARTNER_ROLES.map((role) => ({ realm: 'staff', role })),
    ],
    allows: [
      ...contract.PARTNER_ROLES.map((role) => ({ realm: 'partner', role })),
      ...contract.STAFF_ROLES.map((role) => ({ realm: 'staff', role })),
    ],
  },
  business_types_business_type_code_check: {
    refuses: ['', 'A1', 'A B', 'A\nB'].map((business_type_code) => ({ business_type_code })),
    allows: [{ business_type_code: 'Llc' }],
  },
  countries_country_code_check: {
    refuses: ['NG', 'NGAA', 'nga', 'N1A'].map((country_code) => ({ country_code })),
    allows: [{ country_code: 'NGA' }],
  },
  country_lists_check: {
    refuses: [{ standing: 'Undecided', decided_by: 'Ada' }, { standing: 'Listed' }],
    allows: [{ standing: 'Undecided' }, { standing: 'Listed', decided_by: 'Ada' }],
  },
  country_looks_countries_check: { refuses: [{ countries: [] }], allows: [{ countries: ['NGA'] }] },
  customers_attempt_check: POSITIVE('attempt'),
  document_pages_seen_pages_seen_check: POSITIVE('pages_seen'),
  document_pages_seen_pages_total_check: { refuses: [{ pages_total: 10_001 }], allows: [{ pages_total: 10_000 }] },
  document_pages_seen_within: {
    refuses: [{ pages_seen: 2, pages_total: 1 }],
    allows: [{ pages_seen: 1, pages_total: 1 }],
  },
  list_exports_ended: {
    refuses: [{ outcome: 'Complete' }, { row_count: 0 }],
    allows: [{}, { outcome: 'Complete', row_count: 0 }],
  },
  documents_confirmed: {
    refuses: ['version_id', 'sha256', 'size_bytes', 'confirmed_at'].map((missing) => ({
      ...CONFIRMED,
      [missing]: null,
    })),
    allows: [CONFIRMED, { status: 'Uploaded' }, { status: 'Confirmed', erased_at: SOME_TIME }],
  },
  documents_kept: {
    refuses: [{ status: 'Confirmed', object_key: 'incoming/a' }],
    allows: [
      { status: 'Confirmed', object_key: 'incoming/a', kept_key: 'kept/a' },
      { status: 'Confirmed', object_key: 'incoming/a', erased_at: SOME_TIME },
      { status: 'Confirmed', object_key: 'documents/a' },
      { status: 'Uploaded', object_key: 'incoming/a' },
    ],
  },
  partners_reads_per_second_check: POSITIVE('reads_per_second'),
  partners_upload_links_per_second_check: POSITIVE('upload_links_per_second'),
  partners_writes_per_second_check: POSITIVE('writes_per_second'),
  people_percentage_share_check: {
    refuses: [{ percentage_share: 0 }, { percentage_share: 101 }],
    allows: [{ percentage_share: 1 }, { percentage_share: 100 }],
  },
  requirement_sets_activated: {
    refuses: [{ status: 'Active' }, { status: 'Retired' }],
    allows: [{ status: 'Draft' }, { status: 'Active', activated_at: SOME_TIME }],
  },
  requirement_sets_entries_check: { refuses: [{ entries: {} }, { entries: 'a' }], allows: [{ entries: [] }] },
  requirement_sets_version_check: POSITIVE('version'),
  review_decisions_settled: {
    refuses: [{ state: 'Proposed', settled_at: SOME_TIME }, { state: 'Confirmed' }],
    allows: [{ state: 'Proposed' }, { state: 'Confirmed', settled_at: SOME_TIME }],
  },
  review_statistics_singleton_check: { refuses: [{ singleton: false }], allows: [{ singleton: true }] },
  reviews_claim: {
    refuses: Object.keys(CLAIMED).map((missing) => ({ ...CLAIMED, [missing]: null })),
    allows: [CLAIMED, {}, { queued_at: SOME_TIME }],
  },
  screenings_hits: {
    refuses: [
      { ...HIT, outcome: 'Clear' },
      { ...HIT, hit_count: 0 },
      { ...HIT, hits_cipher: null },
    ],
    allows: [HIT, { outcome: 'Clear', hit_count: 0 }],
  },
  webhook_attempts_attempt_no_check: {
    refuses: [{ attempt_no: 0 }, { attempt_no: contract.DELIVERY_ATTEMPTS + 1 }],
    allows: [{ attempt_no: 1 }, { attempt_no: contract.DELIVERY_ATTEMPTS }],
  },
  webhook_deliveries_attempt_count_check: {
    refuses: [{ attempt_count: -1 }, { attempt_count: contract.DELIVERY_ATTEMPTS + 1 }],
    allows: [{ attempt_count: 0 }, { attempt_count: contract.DELIVERY_ATTEMPTS }],
  },
  webhook_deliveries_pending: {
    refuses: [
      { ...PENDING, next_attempt_at: null },
      { ...PENDING, completed_at: SOME_TIME },
    ],
    allows: [PENDING, { status: 'Delivered', completed_at: SOME_TIME }],
  },
  webhook_endpoints_overlap: {
    refuses: [{ previous_secret: SOME_BYTES }, { previous_secret_expires_at: SOME_TIME }],
    allows: [{}, { previous_secret: SOME_BYTES, previous_secret_expires_at: SOME_TIME }],
  },
  webhook_lanes_disabled: {
    refuses: [{ status: 'Disabled' }, { status: 'Active', disabled_at: SOME_TIME }],
    allows: [{ status: 'Active' }, { status: 'Disabled', disabled_at: SOME_TIME }],
  },
};
