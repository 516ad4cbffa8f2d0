// The contract's closed sets of values. Business types and countries are reference data in the database instead, because
// operators extend them without a release.

/** The initial business types of a new database, which operators can extend there. */
export const BUSINESS_TYPES = [
  'SoleProprietor',
  'Partnership',
  'LimitedPartnership',
  'LimitedLiabilityPartnership',
  'LLC',
  'PrivateLimitedCompany',
  'PublicLimitedCompany',
  'Corporation',
  'Cooperative',
  'Association',
  'NonProfit',
  'Foundation',
  'Trust',
  'GovernmentEntity',
  'StateOwnedEnterprise',
  'BranchOffice',
  'FreeZoneCompany',
  'FinancialInstitution',
] as const;

export const INDUSTRIES = [
  'CustomerRevenue',
  'ShareholderCapital',
  'BusinessLoans',
  'Grants',
  'Investments',
  'AssetSales',
  'CryptoProceeds',
  'IntercompanyTransfers',
  'Donations',
  'MarketplaceFees',
  'SubscriptionRevenue',
  'TradingIncome',
] as const;

/** The specification gives both fields the same twelve values. */
export const SOURCES_OF_FUNDS = INDUSTRIES;

export const MONTHLY_TURNOVERS = ['UpTo15k', 'UpTo50k', 'UpTo100k', 'UpTo500k', 'Above500k'] as const;

export const TRANSACTION_VALUES = ['UpTo5k', 'UpTo15k', 'UpTo50k', 'UpTo100k', 'Above100k'] as const;

export const ACCOUNT_PURPOSES = [
  'CustomerCollections',
  'Payroll',
  'SupplierPayments',
  'MarketplaceSettlements',
  'EscrowHolding',
  'SubscriptionBilling',
  'CrossBorderTrade',
  'FxSettlement',
  'CryptoOnRamp',
  'CryptoOffRamp',
  'Donations',
  'InvestmentHolding',
  'AffiliatePayouts',
  'MerchantPayouts',
  'InternalTreasury',
] as const;

export const OWNERSHIP_TYPES = ['SHAREHOLDER', 'DIRECTOR', 'UBO'] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

/** NATIOANL_ID is spelled as in the specification; callers may also send NATIONAL_ID. */
export const IDENTITY_TYPES = [
  'PASSPORT',
  'NATIOANL_ID',
  'DRIVING_LICENCE',
  'IDENTITY_CARD',
  'RESIDENCE_CARD',
  'VOTER_CARD',
  'BVN',
  'OTHERS',
] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];
export const NATIONAL_ID_ALIAS = 'NATIONAL_ID';

/** How a form asks for an identity document. */
export const INPUT_TYPES = ['Document', 'Input', 'Select'] as const;

/** Which rules apply to the identity documents of residents of a country. */
export const IDENTITY_RULES = ['Country', 'General', 'None'] as const;
export type IdentityRules = (typeof IDENTITY_RULES)[number];

export const VERIFICATION_STATUSES = [
  'NotStarted',
  'PendingVerification',
  'StartedNotCompleted',
  'Approved',
  'Rejected',
  'ChangesRequested',
] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** The possible decisions about a business. One analyst can request changes; the other decisions need a second analyst. */
export const DECISION_OUTCOMES = ['Approve', 'Reject', 'RequestChanges'] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** Voided: before a second analyst confirmed, the evidence changed or the package left the first analyst. */
export const DECISION_STATES = ['Proposed', 'Confirmed', 'Withdrawn', 'Voided'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** What voided a proposal. */
export const VOIDED_BY = ['DocumentConfirmed', 'ScreeningHit', 'Verdict', 'Handover', 'Transition', 'Erasure'] as const;
export type VoidedBy = (typeof VOIDED_BY)[number];

/** What an analyst is notified of. */
export const NOTICE_KINDS = ['SentBack', 'ProposalVoided', 'EvidenceArrived', 'TargetNear', 'ToConfirm'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Which data of a customer our staff viewed. */
export const STAFF_READ_KINDS = ['Package', 'Trail', 'Document', 'Comparison', 'SearchResult'] as const;
export type StaffReadKind = (typeof STAFF_READ_KINDS)[number];

/** Why a package is in the queue. */
export const QUEUE_REASONS = ['Submitted', 'Answered', 'Changed', 'Reopened', 'Monitoring'] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

/** An analyst's finding about one person or document. */
export const VERDICTS = ['Approved', 'Rejected', 'ChangesRequested'] as const;
export type Verdict = (typeof VERDICTS)[number];
export const VERDICT_SUBJECTS = ['Person', 'Document'] as const;
export type VerdictSubject = (typeof VERDICT_SUBJECTS)[number];

/** Warnings to an analyst; the package explains each. */
export const REVIEW_FLAGS = [
  'DuplicateRegistration',
  'SimilarName',
  'SharedIdentity',
  'OwnershipAboveHundred',
  'NoOwner',
  'ImplausiblePhone',
  'IdentityExpired',
  'IdentityExpiring',
  'HighRiskPurpose',
  'ResidenceMismatch',
  'ScreeningHit',
  'ActiveContent',
  'GeneralRuleOnly',
  'HighRiskCountry',
  'ProhibitedCountry',
] as const;
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];

export const SCREENING_OUTCOMES = ['Clear', 'Hit'] as const;
/** Whether an entry of a list is the business or person that was screened. */
export const HIT_FINDINGS = ['NotTheSame', 'Same'] as const;
export type HitFinding = (typeof HIT_FINDINGS)[number];

/** What the partner must do when a review requests changes. */
const REMEDIAL_ACTIONS = ['AddPeople', 'CorrectData', 'UploadDocuments'] as const;
export const NEXT_ACTIONS = ['None', ...REMEDIAL_ACTIONS] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

export const REQUIREMENT_SET_STATUSES = ['Draft', 'Active', 'Retired'] as const;
export const BUSINESS_TYPE_STATUSES = ['Active', 'Retired'] as const;

export const PARTNER_STATUSES = ['Active', 'Inactive'] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];
export const PARTNER_ONBOARDING_STATUSES = ['Pending', 'Approved', 'Rejected'] as const;
export type PartnerOnboardingStatus = (typeof PARTNER_ONBOARDING_STATUSES)[number];

export const SCOPES = ['partner.read', 'partner.write'] as const;
export type Scope = (typeof SCOPES)[number];

export const ENVIRONMENTS = ['development', 'sandbox', 'production', 'rehearsal'] as const;

export const CERTIFICATE_STATUSES = ['Active', 'Expired', 'Revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

export const API_REQUEST_OUTCOMES = ['Succeeded', 'Failed'] as const;
export type ApiRequestOutcome = (typeof API_REQUEST_OUTCOMES)[number];

export const TOKEN_REQUEST_OUTCOMES = ['Issued', 'Refused'] as const;
export type TokenRequestOutcome = (typeof TOKEN_REQUEST_OUTCOMES)[number];
export const ACCOUNT_STATUSES = ['Invited', 'Active', 'Disabled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export const SECOND_FACTOR_KINDS = ['Totp', 'Passkey'] as const;
export type SecondFactorKind = (typeof SECOND_FACTOR_KINDS)[number];
export const ACCOUNT_LINK_PURPOSES = ['Invitation', 'PasswordReset'] as const;
export type AccountLinkPurpose = (typeof ACCOUNT_LINK_PURPOSES)[number];

export const DOCUMENT_CATEGORIES = [
  'CertificateOfIncorporation',
  'MemorandumArticles',
  'ShareholderRegister',
  'DirectorRegister',
  'ProofOfBusinessAddress',
  'TaxCertificate',
  'BankStatement',
  'OperatingLicence',
  'BoardResolution',
  'SourceOfFunds',
  'OwnershipChart',
  'IdentityFront',
  'IdentityBack',
  'ProofOfPersonAddress',
  'Selfie',
  'Other',
] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];

/** Categories that belong to a person and must name that person. */
export const PERSON_DOCUMENT_CATEGORIES = ['IdentityFront', 'IdentityBack', 'ProofOfPersonAddress', 'Selfie'] as const;

export const DOCUMENT_CONTENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type DocumentContentType = (typeof DOCUMENT_CONTENT_TYPES)[number];

export const DOCUMENT_STATUSES = [
  'LinkIssued',
  'Uploaded',
  'Confirmed',
  'Quarantined',
  'Rejected',
  'Expired',
  'Superseded',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Why an uploaded document was not confirmed. */
export const DOCUMENT_REFUSALS = ['Empty', 'TooLarge', 'ContentMismatch', 'Infected', 'Unscannable'] as const;
export type DocumentRefusal = (typeof DOCUMENT_REFUSALS)[number];

/** Active content of a confirmed document, or why it could not be checked: encrypted, or too costly to search. */
export const DOCUMENT_FINDINGS = [
  'EmbeddedFile',
  'Encrypted',
  'JavaScript',
  'Launch',
  'SubmitForm',
  'Unchecked',
  'Xfa',
] as const;
export type DocumentFinding = (typeof DOCUMENT_FINDINGS)[number];

/** Who can be the actor of an audit entry. */
export const AUDIT_ACTOR_KINDS = ['Client', 'Service', 'PartnerPerson', 'StaffPerson', 'Operator'] as const;
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

/** The health of a registered receiver; a partner without one is NotRegistered. */
export const ENDPOINT_STATUSES = ['Active', 'Degraded', 'Disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
export const WEBHOOK_STATUSES = ['NotRegistered', ...ENDPOINT_STATUSES] as const;

export const DISABLED_REASONS = ['NoSuccess', 'Gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The order in which a receiver gets its due deliveries. */
export const DELIVERY_CLASSES = ['First', 'Retry', 'Replay'] as const;
export type DeliveryClass = (typeof DELIVERY_CLASSES)[number];

/** Why an attempt failed. */
export const ERROR_KINDS = [
  'DnsFailure',
  'BlockedAddress',
  'ConnectRefused',
  'ConnectTimeout',
  'TlsFailure',
  'ConnectionReset',
  'ResponseTimeout',
  'Redirect',
  'HttpStatus',
  'ProtocolError',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** What the statistics of a webhook count: attempts by result, and exhausted deliveries. */
export const STATISTICS_OUTCOMES = ['Delivered', 'Exhausted', ...ERROR_KINDS] as const;
export type StatisticsOutcome = (typeof STATISTICS_OUTCOMES)[number];
export const STATISTICS_BUCKETS = ['Hour', 'Day'] as const;
export type StatisticsBucket = (typeof STATISTICS_BUCKETS)[number];

/** What the log of an endpoint records. */
export const WEBHOOK_ACTIONS = [
  'Registered',
  'UrlReplaced',
  'SecretRotated',
  'Enabled',
  'Paused',
  'Resumed',
  'Degraded',
  'Disabled',
  'Recovered',
  'ReplayRequested',
  'ReplayCancelled',
] as const;
export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number];
/** The states of a windowed replay. */
export const REPLAY_STATUSES = ['Running', 'Finished', 'Cancelled'] as const;
export const WEBHOOK_ACTOR_KINDS = ['PartnerPerson', 'Operator', 'Service'] as const;

/** The entries of a partner's activity log, by what was changed. */
export const ACTIVITY_KINDS = ['Team', 'Webhook', 'Credential', 'Export'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
/** The lists that users of a partner can save as files. */
export const EXPORTED_LISTS = ['Customers', 'Deliveries', 'Activity'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
/** Cut: the list has more rows than a file may have. Interrupted: the connection ended first, or reading failed. */
export const EXPORT_OUTCOMES = ['Complete', 'Cut', 'Interrupted'] as const;
export type ExportOutcome = (typeof EXPORT_OUTCOMES)[number];
/** The entries of the activity log about exports. */
export const EXPORT_ACTIONS = ['CustomersExported', 'DeliveriesExported', 'ActivityExported'] as const;
export type ExportAction = (typeof EXPORT_ACTIONS)[number];

/** The lists of each realm for which a person can save filters. */
export const SAVED_FILTER_LISTS = {
  partner: ['Customers', 'Deliveries', 'ApiRequests', 'Activity'],
  staff: ['Queue', 'Search'],
} as const;
export type SavedFilterList = (typeof SAVED_FILTER_LISTS)['partner' | 'staff'][number];

export const ACTIVITY_ACTOR_KINDS = ['Person', 'Operator', 'Service'] as const;
export type ActivityActorKind = (typeof ACTIVITY_ACTOR_KINDS)[number];

/** Changes of accounts, without sign-ins. */
export const ACCOUNT_ACTIONS = [
  'Invited',
  'InvitationAccepted',
  'RoleChanged',
  'Disabled',
  'Enabled',
  'SignedOutEverywhere',
  'FactorAdded',
  'FactorRemoved',
  'FactorsReset',
  'RecoveryCodesReplaced',
  'RecoveryCodeUsed',
  'PasswordChanged',
  'PasswordReset',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];
export const CERTIFICATE_ACTIONS = ['Registered', 'Revoked'] as const;
export type CertificateAction = (typeof CERTIFICATE_ACTIONS)[number];

/** The outcomes of a review, for the mail about it; after ChangesRequested the partner must act. */
export const REVIEW_OUTCOMES = ['Approved', 'Rejected', 'ChangesRequested'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/**
 * The actions in the log of operators. Changes that operators make to staff accounts in the console are logged with those
 * accounts; commands have no account, so their changes are also logged here.
 */
export const OPERATOR_ACTIONS = [
  'PartnerCreated',
  'PartnerApproved',
  'PartnerRejected',
  'PartnerActivated',
  'PartnerDeactivated',
  'LimitsChanged',
  'PersonInvited',
  'RulesActivated',
  'CountryClosed',
  'DeadLetterRetried',
  'DeadLetterDiscarded',
  'CertificateAdded',
  'CertificateRevoked',
  'PersonRoleChanged',
  'PersonDisabled',
  'PersonEnabled',
  'PersonFactorsReset',
  'PersonSignedOut',
  'RulesDrafted',
  'BusinessTypeAdded',
  'BusinessTypeDocumentsSet',
  'BusinessTypeRetired',
  'KeysRewrapped',
  'RootKeyRetired',
  'SigningKeyPublished',
  'SigningKeyActivated',
  'SigningKeyRetired',
  'CountryProhibited',
  'CountryAllowed',
  'CountryHighRisk',
  'CountryOrdinaryRisk',
  'CountryOpened',
  'DocumentsReconciled',
  'DocumentsMoved',
  'StatementMade',
] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];
export const OPERATOR_SUBJECTS = [
  'Partner',
  'Country',
  'DeadLetter',
  'Account',
  'BusinessType',
  'RootKey',
  'SigningKey',
  'Documents',
  'AuditTrails',
] as const;
export type OperatorSubject = (typeof OPERATOR_SUBJECTS)[number];
/** StaffPerson in the console, Operator by command. */
export const OPERATOR_ACTOR_KINDS = ['StaffPerson', 'Operator'] as const;
export type OperatorActorKind = (typeof OPERATOR_ACTOR_KINDS)[number];

/** The lists of countries that operators maintain, separate from the rules for documents. */
export const COUNTRY_LISTS = ['Prohibited', 'HighRisk'] as const;
export type CountryList = (typeof COUNTRY_LISTS)[number];
export const LIST_STANDINGS = ['Listed', 'Unlisted', 'Undecided'] as const;
export type ListStanding = (typeof LIST_STANDINGS)[number];

/** Whether businesses and residents of a country are accepted. New: not decided yet. */
export const COUNTRY_STANDINGS = ['New', 'Open', 'Closed'] as const;
export type CountryStanding = (typeof COUNTRY_STANDINGS)[number];

/** How an accepted identity document differs between two versions of a country's rules. */
export const RULE_CHANGES = ['Added', 'Removed', 'Changed'] as const;
