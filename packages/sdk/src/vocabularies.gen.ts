// Made by npm run generate from packages/contract. Name the lists in scripts/generate/vocabularies.ts.

/** A known value of a list, or one that was added after this version. Handle the latter, for example with a default branch. */
export type Extensible<Known extends string> = Known | (string & {});

/** Where a business, or a person, stands in the review. */
export const VERIFICATION_STATUSES = [
  'NotStarted',
  'PendingVerification',
  'StartedNotCompleted',
  'Approved',
  'Rejected',
  'ChangesRequested',
] as const;
export type VerificationStatusValue = (typeof VERIFICATION_STATUSES)[number];

/** What you are expected to do next. */
export const NEXT_ACTIONS = [
  'None',
  'AddPeople',
  'CorrectData',
  'UploadDocuments',
] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/** Why changes were requested, or a business was rejected. */
export const REASON_CODES = [
  'Business.NameMismatch',
  'Business.RegistrationNotFound',
  'Business.AddressUnverified',
  'Business.ActivityUnclear',
  'Ownership.Incomplete',
  'Ownership.SharesInconsistent',
  'Person.DetailsMismatch',
  'Person.IdentityExpired',
  'Person.IdentityUnverified',
  'Person.AddressUnverified',
  'Document.Missing',
  'Document.MemorandumArticlesMissing',
  'Document.ShareholderRegisterMissing',
  'Document.DirectorRegisterMissing',
  'Document.ProofOfBusinessAddressMissing',
  'Document.TaxCertificateMissing',
  'Document.BankStatementMissing',
  'Document.OperatingLicenceMissing',
  'Document.BoardResolutionMissing',
  'Document.SourceOfFundsMissing',
  'Document.OwnershipChartMissing',
  'Document.IdentityFrontMissing',
  'Document.IdentityBackMissing',
  'Document.ProofOfPersonAddressMissing',
  'Document.SelfieMissing',
  'Document.Unreadable',
  'Document.Expired',
  'Document.WrongKind',
  'Business.ActivityNotServed',
  'Business.NotAcceptable',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** What a document is. */
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

/** Where a document stands between its upload link and its outcome. */
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

/** Why a document is Rejected or Quarantined. */
export const DOCUMENT_REFUSALS = [
  'Empty',
  'TooLarge',
  'ContentMismatch',
  'Infected',
  'Unscannable',
] as const;
export type DocumentRefusal = (typeof DOCUMENT_REFUSALS)[number];

/** The types of files that can be uploaded. */
export const DOCUMENT_CONTENT_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
] as const;
export type DocumentContentType = (typeof DOCUMENT_CONTENT_TYPES)[number];

/** The initial types of business. listBusinessTypes returns the current ones. */
export const BUSINESS_TYPE_CODES = [
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
export type BusinessTypeCode = (typeof BUSINESS_TYPE_CODES)[number];

/** The main source of revenue. */
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
export type Industry = (typeof INDUSTRIES)[number];

/** Where the money of a business comes from. */
export const SOURCES_OF_FUNDS = [
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
export type SourceOfFunds = (typeof SOURCES_OF_FUNDS)[number];

/** How much a business turns over in a month. */
export const MONTHLY_TURN_OVERS = [
  'UpTo15k',
  'UpTo50k',
  'UpTo100k',
  'UpTo500k',
  'Above500k',
] as const;
export type MonthlyTurnOver = (typeof MONTHLY_TURN_OVERS)[number];

/** The value of a usual transaction. */
export const ESTIMATED_TRANSACTION_VALUES = [
  'UpTo5k',
  'UpTo15k',
  'UpTo50k',
  'UpTo100k',
  'Above100k',
] as const;
export type EstimatedTransactionValue = (typeof ESTIMATED_TRANSACTION_VALUES)[number];

/** What a business uses its account for. */
export const PURPOSES_OF_ACCOUNT = [
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
export type PurposeOfAccount = (typeof PURPOSES_OF_ACCOUNT)[number];

/** What a person is to a business. */
export const OWNERSHIP_TYPES = [
  'SHAREHOLDER',
  'DIRECTOR',
  'UBO',
] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

/** What an identity document is. NATIOANL_ID is spelled as in the API. */
export const IDENTITY_TYPE_CODES = [
  'PASSPORT',
  'NATIOANL_ID',
  'DRIVING_LICENCE',
  'IDENTITY_CARD',
  'RESIDENCE_CARD',
  'VOTER_CARD',
  'BVN',
  'OTHERS',
] as const;
export type IdentityTypeCode = (typeof IDENTITY_TYPE_CODES)[number];

/** Which rules apply to the identity documents of residents of a country. */
export const IDENTITY_RULES = [
  'Country',
  'General',
  'None',
] as const;
export type IdentityRules = (typeof IDENTITY_RULES)[number];

/** How a form asks for an identity document. */
export const INPUT_TYPES = [
  'Document',
  'Input',
  'Select',
] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Who can do something to a business. */
export const ACTOR_KINDS = [
  'Client',
  'Service',
  'PartnerPerson',
  'StaffPerson',
  'Operator',
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What simulated analysts do in a sandbox. */
export const SIMULATION_OUTCOMES = [
  'Approve',
  'Reject',
  'RequestChanges',
  'Hold',
  'Release',
  'Reopen',
] as const;
export type SimulationOutcome = (typeof SIMULATION_OUTCOMES)[number];

/** What simulated analysts find about a person. */
export const VERDICTS = [
  'Approved',
  'Rejected',
  'ChangesRequested',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The codes of errors. */
export const ERROR_CODES = [
  'Validation',
  'ValidationControl.Error',
  'PhoneNumber.Invalid',
  'BusinessType.NotFound',
  'Country.NotFound',
  'OnboardingConfig.NotFound',
  'Document.NotFound',
  'Customer.PartnerCustomerIdRequired',
  'Customer.PartnerCustomerIdInvalid',
  'Customer.PartnerCustomerIdConflict',
  'Customer.UnderReview',
  'Customer.Closed',
  'Customer.VersionMismatch',
  'Partner.BusinessProfileIdMismatch',
  'Document.AccessDenied',
  'Document.DailyLimit',
  'Document.NotUploaded',
  'Customer.NotFound',
  'Partner.NotAuthenticated',
  'Partner.ScopeMissing',
  'Partner.NotAuthorized',
  'Partner.Inactive',
  'Partner.OnboardingNotApproved',
  'Sandbox.StateConflict',
  'Sandbox.NotReady',
  'Idempotency.KeyInvalid',
  'Idempotency.KeyReused',
  'Idempotency.InProgress',
  'RateLimit.Exceeded',
  'Route.Withdrawn',
  'Route.NotFound',
  'Route.MethodNotAllowed',
  'Request.TooLarge',
  'Request.UrlTooLong',
  'Request.UnsupportedMediaType',
  'Request.Malformed',
  'Service.OutcomeUnknown',
  'Service.Unavailable',
  'Internal.Error',
] as const;
export type KnownErrorCode = (typeof ERROR_CODES)[number];

/** The codes of warnings. */
export const WARNING_CODES = [
  'Field.Unknown',
  'Field.Deprecated',
  'Phone.Implausible',
  'Date.Implausible',
  'Identity.ChecksumMismatch',
  'Ownership.AboveHundred',
  'Customer.RequestPartlyAnswered',
  'Customer.RequestUnanswered',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
