// Made by npm run generate from the migrated schema. Change it by a new migration, not here.

export interface AccountAttemptsRow {
  accountId: string;
  source: 'Anonymous' | 'Device' | 'SignIn';
  sourceKey: string;
  failures: number;
  countedAt: Date;
  blockedUntil: Date | null;
}

export interface AccountEventsRow {
  eventId: string;
  accountId: string | null;
  realm: string;
  kind: string;
  reason: string | null;
  address: string;
  userAgent: string | null;
  occurredAt: Date;
  partnerId: string | null;
  actorId: string | null;
  transactionId: string;
}

export interface AccountLinksRow {
  linkHash: Buffer;
  accountId: string;
  purpose: 'Invitation' | 'PasswordReset';
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface AccountsRow {
  accountId: string;
  realm: 'partner' | 'staff';
  partnerId: string | null;
  role: 'admin' | 'developer' | 'viewer' | 'analyst' | 'supervisor' | 'auditor' | 'operator';
  email: string;
  emailKey: string;
  name: string;
  status: 'Invited' | 'Active' | 'Disabled';
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  failedAttempts: number;
  blockedUntil: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
  reviewMails: boolean | null;
  holdsEmail: boolean;
}

export interface AnalystDaysRow {
  day: string;
  accountId: string;
  claims: number;
  proposals: number;
  confirmations: number;
  changesRequested: number;
}

export interface AnalystNoticesRow {
  accountId: string;
  seenUntil: Date | null;
  mailedOn: string | null;
}

export interface ApiCertificatesRow {
  partnerId: string;
  certificateId: string;
  name: string;
  subject: string;
  thumbprint: string;
  spkiHash: Buffer;
  pem: string;
  notBefore: Date;
  notAfter: Date;
  registeredAt: Date;
  registeredBy: string | null;
  revokedAt: Date | null;
  revokedBy: string | null;
  lastUsedAt: Date | null;
  warnedDays: number | null;
}

export interface ApiRequestsRow {
  partnerId: string;
  entryId: string;
  requestId: string;
  method: string;
  path: string;
  customerId: string | null;
  status: number;
  failed: boolean;
  code: string | null;
  problems: unknown;
  durationMs: number;
}

export interface AuditAnchorsRow {
  number: number;
  madeAt: Date;
  statement: string;
  keyId: string;
  signature: Buffer;
  publishedAt: Date | null;
}

export interface AuditEntriesRow {
  partnerId: string;
  auditId: string;
  customerId: string;
  sequence: number;
  action: string;
  actorKind: 'Client' | 'Service' | 'PartnerPerson' | 'StaffPerson' | 'Operator';
  actorId: string;
  requestId: string;
  occurredAt: Date;
  details: string;
  previousHash: Buffer;
  hash: Buffer;
  transactionId: string;
}

export interface AuditStreamsRow {
  log: 'audit' | 'staff-reads' | 'operators' | 'accounts';
  transactionId: string;
  rowId: string;
  leasedUntil: Date;
}

export interface BusinessFingerprintsRow {
  partnerId: string;
  customerId: string;
  country: string;
  registrationKey: string;
  nameKey: string;
}

export interface BusinessNameBlocksRow {
  partnerId: string;
  customerId: string;
  country: string;
  block: string;
}

export interface BusinessTypesRow {
  businessTypeCode: string;
  status: 'Active' | 'Retired';
  documentCategories: string[] | null;
}

export interface CountriesRow {
  countryCode: string;
  name: string;
  standing: 'New' | 'Open' | 'Closed';
  decidedAt: Date | null;
  decidedBy: string | null;
}

export interface CountryListsRow {
  list: 'Prohibited' | 'HighRisk';
  countryCode: string;
  standing: 'Listed' | 'Unlisted' | 'Undecided';
  reason: string;
  since: Date;
  decidedBy: string | null;
}

export interface CountryLooksRow {
  lookId: number;
  countries: string[];
  askedBy: string;
  askedAt: Date;
  afterPartner: string;
  afterCustomer: string;
  lookedAt: number;
  concerned: number;
  finishedAt: Date | null;
}

export interface CustomerCountsRow {
  partnerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  stripe: number;
  customers: number;
}

export interface CustomerMetadataRow {
  partnerId: string;
  customerId: string;
  subjectId: string;
  key: string;
  value: string;
}

export interface CustomerTermsRow {
  partnerId: string;
  term: string;
  customerId: string;
}

export interface CustomersRow {
  partnerId: string;
  customerId: string;
  partnerCustomerId: string;
  companyName: string;
  tradingName: string | null;
  email: string;
  phoneNumber: string | null;
  businessTypeCode: string;
  incorporationCountry: string;
  industry: string;
  description: string | null;
  website: string;
  registrationNumber: string;
  registrationDate: string | null;
  addresses: unknown;
  financials: unknown;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  version: number;
  eventSequence: number;
  auditSequence: number;
  auditHash: Buffer;
  dataKey: Buffer | null;
  dataKeyId: string;
  createdAt: Date;
  updatedAt: Date;
  attempt: number;
  submittedAt: Date | null;
  statusChangedAt: Date | null;
  decidedAt: Date | null;
  erasedAt: Date | null;
  monitoring: 'Waiting' | 'Claimed' | null;
}

export interface DocumentPagesSeenRow {
  partnerId: string;
  customerId: string;
  documentId: string;
  accountId: string;
  pagesSeen: number;
  pagesTotal: number;
  seenAt: Date;
}

export interface DocumentsRow {
  partnerId: string;
  documentId: string;
  customerId: string;
  uboId: string | null;
  category: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other';
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png';
  status: 'LinkIssued' | 'Uploaded' | 'Confirmed' | 'Quarantined' | 'Rejected' | 'Expired' | 'Superseded';
  refusal: 'Empty' | 'TooLarge' | 'ContentMismatch' | 'Infected' | 'Unscannable' | null;
  objectKey: string;
  versionId: string | null;
  etag: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  createdAt: Date;
  linkExpiresAt: Date;
  uploadedAt: Date | null;
  confirmedAt: Date | null;
  supersededAt: Date | null;
  erasedAt: Date | null;
  nextCheckAt: Date | null;
  findings: ('EmbeddedFile' | 'Encrypted' | 'JavaScript' | 'Launch' | 'SubmitForm' | 'Unchecked' | 'Xfa')[];
  handedInAt: Date | null;
  keptKey: string | null;
  scanTries: number;
}

export interface EventOutboxRow {
  eventId: string;
  partnerId: string;
}

export interface EventsRow {
  partnerId: string;
  eventId: string;
  customerId: string | null;
  eventType: string;
  eventVersion: number;
  sequence: number | null;
  occurredAt: Date;
  body: string;
  transactionId: string;
  traceparent: string | null;
}

export interface HealthProbesRow {
  service: string;
  probedAt: Date;
}

export interface HitFindingsRow {
  partnerId: string;
  customerId: string;
  hitHash: Buffer;
  finding: 'NotTheSame' | 'Same';
  noteCipher: Buffer | null;
  foundBy: string;
  foundAt: Date;
}

export interface IdempotencyKeysRow {
  partnerId: string;
  route: string;
  key: string;
  createdOn: string;
  createdAt: Date;
  bodyHash: Buffer;
  status: number;
  headers: string;
  answer: string;
  replayCount: number;
  customerId: string | null;
}

export interface IdentitiesRow {
  partnerId: string;
  customerId: string;
  uboId: string;
  identityId: string;
  identityTypeCode: 'PASSPORT' | 'NATIOANL_ID' | 'DRIVING_LICENCE' | 'IDENTITY_CARD' | 'RESIDENCE_CARD' | 'VOTER_CARD' | 'BVN' | 'OTHERS';
  issuingCountry: string;
  valueCipher: Buffer;
  valueMasked: string;
  valueHash: Buffer;
  valueHashKeyId: string;
  issueDate: string | null;
  expiryDate: string | null;
  requirementSetId: number;
  createdAt: Date;
  replacedAt: Date | null;
  documentId: string | null;
  generalRule: boolean;
}

export interface IdentityComparisonsRow {
  partnerId: string;
  customerId: string;
  identityId: string;
  comparedBy: string;
  begunAt: Date;
  tries: number;
}

export interface ListExportsRow {
  partnerId: string;
  exportId: string;
  accountId: string;
  list: 'Customers' | 'Deliveries' | 'Activity';
  filters: string[];
  begunAt: Date;
  outcome: 'Complete' | 'Cut' | 'Interrupted' | null;
  rowCount: number | null;
}

export interface OidcRecordsRow {
  model: string;
  recordHash: Buffer;
  accountId: string | null;
  grantHash: Buffer | null;
  uidHash: Buffer | null;
  payload: Buffer;
  consumedAt: Date | null;
  expiresAt: Date;
}

export interface OperatorActionsRow {
  actionId: string;
  occurredAt: Date;
  action: 'PartnerCreated' | 'PartnerApproved' | 'PartnerRejected' | 'PartnerActivated' | 'PartnerDeactivated' | 'LimitsChanged' | 'PersonInvited' | 'RulesActivated' | 'CountryClosed' | 'DeadLetterRetried' | 'DeadLetterDiscarded' | 'CertificateAdded' | 'CertificateRevoked' | 'PersonRoleChanged' | 'PersonDisabled' | 'PersonEnabled' | 'PersonFactorsReset' | 'PersonSignedOut' | 'RulesDrafted' | 'BusinessTypeAdded' | 'BusinessTypeDocumentsSet' | 'BusinessTypeRetired' | 'KeysRewrapped' | 'RootKeyRetired' | 'SigningKeyPublished' | 'SigningKeyActivated' | 'SigningKeyRetired' | 'CountryProhibited' | 'CountryAllowed' | 'CountryHighRisk' | 'CountryOrdinaryRisk' | 'CountryOpened' | 'DocumentsReconciled' | 'DocumentsMoved' | 'StatementMade';
  subjectKind: 'Partner' | 'Country' | 'DeadLetter' | 'Account' | 'BusinessType' | 'RootKey' | 'SigningKey' | 'Documents' | 'AuditTrails';
  subjectId: string;
  reason: string | null;
  details: string;
  actorKind: 'StaffPerson' | 'Operator';
  actorId: string;
  address: string | null;
  requestId: string | null;
  transactionId: string;
}

export interface PackageSnapshotsRow {
  partnerId: string;
  customerId: string;
  decisionId: string;
  takenAt: Date;
  contentCipher: Buffer;
}

export interface PartnersRow {
  partnerId: string;
  name: string;
  clientId: string;
  status: 'Active' | 'Inactive';
  onboardingStatus: 'Pending' | 'Approved' | 'Rejected';
  createdAt: Date;
  readsPerSecond: number | null;
  writesPerSecond: number | null;
  uploadLinksPerSecond: number | null;
}

export interface PeopleRow {
  partnerId: string;
  customerId: string;
  uboId: string;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  taxResidenceCountry: string | null;
  nationality: string;
  email: string;
  emailKey: string;
  phone: string | null;
  ownershipType: ('SHAREHOLDER' | 'DIRECTOR' | 'UBO')[];
  percentageShare: number | null;
  address: unknown;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  createdAt: Date;
  updatedAt: Date;
}

export interface ProcessProbesRow {
  service: string;
  processId: string;
  probedAt: Date;
  endedAt: Date | null;
}

export interface RecoveryCodesRow {
  accountId: string;
  codeHash: Buffer;
  usedAt: Date | null;
}

export interface RequirementSetsRow {
  requirementSetId: number;
  countryCode: string;
  version: number;
  status: 'Draft' | 'Active' | 'Retired';
  entries: unknown;
  createdAt: Date;
  activatedAt: Date | null;
  retiredAt: Date | null;
}

export interface ReviewDecisionsRow {
  partnerId: string;
  customerId: string;
  decisionId: string;
  outcome: 'Approve' | 'Reject' | 'RequestChanges';
  state: 'Proposed' | 'Confirmed' | 'Withdrawn' | 'Voided';
  attempt: number;
  proposedBy: string;
  proposedAt: Date;
  settledBy: string | null;
  settledAt: Date | null;
  voidedBy: 'DocumentConfirmed' | 'ScreeningHit' | 'Verdict' | 'Handover' | 'Transition' | 'Erasure' | null;
  evidenceVersion: string | null;
  noteId: string | null;
  withinTarget: boolean | null;
}

export interface ReviewMailRoundsRow {
  partnerId: string;
  sentAt: Date;
}

export interface ReviewNotesRow {
  partnerId: string;
  customerId: string;
  noteId: string;
  writtenBy: string;
  writtenAt: Date;
  textCipher: Buffer;
}

export interface ReviewNoticesRow {
  partnerId: string;
  noticeId: string;
  customerId: string;
  partnerCustomerId: string;
  outcome: 'Approved' | 'Rejected' | 'ChangesRequested';
}

export interface ReviewReasonsRow {
  partnerId: string;
  customerId: string;
  decisionId: string;
  reasonId: string;
  code: string;
  message: string | null;
  pointer: string | null;
  uboId: string | null;
  documentId: string | null;
}

export interface ReviewStatisticsRow {
  singleton: boolean;
  takenAt: Date;
  figures: unknown;
}

export interface ReviewVerdictsRow {
  partnerId: string;
  customerId: string;
  subjectKind: 'Person' | 'Document';
  subjectId: string;
  verdict: 'Approved' | 'Rejected' | 'ChangesRequested';
  reasonCode: string | null;
  givenBy: string;
  givenAt: Date;
}

export interface ReviewsRow {
  partnerId: string;
  customerId: string;
  priority: number;
  queuedAt: Date | null;
  claimedBy: string | null;
  claimedAt: Date | null;
  claimEndsAt: Date | null;
  country: string;
  businessTypeCode: string;
  flagCodes: string[];
  flags: unknown;
  flagsDueAt: Date | null;
  screeningDueAt: Date | null;
  screeningTries: number;
  screeningSince: Date | null;
  queueReason: 'Submitted' | 'Answered' | 'Changed' | 'Reopened' | 'Monitoring';
  decidedFlags: unknown;
  enteredAt: Date | null;
  screenAgainAt: Date | null;
  evidenceAt: Date | null;
}

export interface SavedFiltersRow {
  accountId: string;
  list: 'Customers' | 'Deliveries' | 'ApiRequests' | 'Activity' | 'Queue' | 'Search';
  version: number;
  filters: unknown;
}

export interface SchemaMigrationsRow {
  name: string;
  checksum: string;
  appliedAt: Date;
}

export interface ScreeningsRow {
  partnerId: string;
  customerId: string;
  screeningId: string;
  uboId: string | null;
  provider: string;
  outcome: 'Clear' | 'Hit';
  subjectHash: Buffer;
  hitCount: number;
  hitsCipher: Buffer | null;
  screenedAt: Date;
  supersededAt: Date | null;
}

export interface SecondFactorsRow {
  accountId: string;
  factorId: string;
  kind: 'Totp' | 'Passkey';
  name: string;
  secret: Buffer;
  credentialId: string | null;
  transports: string[] | null;
  counter: number;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface SessionsRow {
  sessionHash: Buffer;
  sessionId: string;
  accountId: string;
  realm: 'partner' | 'staff';
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  secondFactorAt: Date;
  address: string;
  userAgent: string;
  signInId: string | null;
}

export interface SignInsRow {
  signInId: string;
  accountId: string;
  providerHash: Buffer;
  signedInAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

export interface SigningKeysRow {
  keyId: string;
  status: 'Published' | 'Active' | 'Retiring' | 'Retired';
  publicJwk: string;
  privateKey: Buffer | null;
  publishedAt: Date;
  activatedAt: Date | null;
  retiringAt: Date | null;
  retiredAt: Date | null;
}

export interface StaffReadsRow {
  partnerId: string;
  readId: string;
  customerId: string;
  accountId: string;
  kind: 'Package' | 'Trail' | 'Document' | 'Comparison' | 'SearchResult';
  subjectId: string | null;
  address: string;
  requestId: string;
  readAt: Date;
  transactionId: string;
}

export interface TokenRequestsRow {
  partnerId: string;
  requestId: string;
  clientId: string;
  outcome: 'Issued' | 'Refused';
  error: string | null;
  reason: string | null;
  certificateId: string | null;
  scope: string | null;
  address: string;
  occurredAt: Date;
  requests: number;
  lastOccurredAt: Date | null;
  lastRequestId: string | null;
}

export interface UploadQuotasRow {
  partnerId: string;
  day: string;
  bytes: number;
}

export interface UsedAssertionsRow {
  assertionHash: Buffer;
  expiresAt: Date;
}

export interface WebhookAttemptsRow {
  partnerId: string;
  deliveryId: string;
  attemptNo: number;
  sentAt: Date;
  durationMs: number;
  url: string;
  statusCode: number | null;
  errorKind: 'DnsFailure' | 'BlockedAddress' | 'ConnectRefused' | 'ConnectTimeout' | 'TlsFailure' | 'ConnectionReset' | 'ResponseTimeout' | 'Redirect' | 'HttpStatus' | 'ProtocolError' | null;
  responseExcerpt: string | null;
  signature: string | null;
}

export interface WebhookChangesRow {
  partnerId: string;
  changeId: string;
  occurredAt: Date;
  action: 'Registered' | 'UrlReplaced' | 'SecretRotated' | 'Enabled' | 'Paused' | 'Resumed' | 'Degraded' | 'Disabled' | 'Recovered' | 'ReplayRequested' | 'ReplayCancelled';
  actorKind: 'PartnerPerson' | 'Operator' | 'Service';
  actorId: string;
  requestId: string | null;
  details: string;
}

export interface WebhookDeliveriesRow {
  partnerId: string;
  deliveryId: string;
  eventId: string;
  eventType: string;
  eventVersion: number;
  occurredAt: Date;
  status: 'Pending' | 'Delivered' | 'Exhausted';
  class: 'First' | 'Retry' | 'Replay';
  attemptCount: number;
  nextAttemptAt: Date | null;
  lastStatusCode: number | null;
  isReplay: boolean;
  replaySeries: string | null;
  completedAt: Date | null;
}

export interface WebhookDispatchersRow {
  dispatcherId: string;
  startedAt: Date;
  beatAt: Date;
}

export interface WebhookEndpointsRow {
  partnerId: string;
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretExpiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface WebhookLanesRow {
  partnerId: string;
  status: 'Active' | 'Degraded' | 'Disabled';
  consecutiveFailures: number;
  degradedSince: Date | null;
  disabledAt: Date | null;
  disabledReason: 'NoSuccess' | 'Gone' | null;
  health: unknown;
  pausedAt: Date | null;
  resumedAt: Date | null;
  replaysFrom: Date | null;
  dueAt: Date | null;
  leasedUntil: Date | null;
  leaseId: string | null;
  lastSuccessAt: Date | null;
}

export interface WebhookReplayBatchesRow {
  partnerId: string;
  replayId: string;
  batchNo: number;
  eventIds: string[];
}

export interface WebhookReplaysRow {
  partnerId: string;
  replayId: string;
  requestedBy: string;
  requestedAt: Date;
  fromAt: Date;
  toAt: Date;
  eventType: string | null;
  includeUnrouted: boolean;
  created: number;
  completedAt: Date | null;
  deliveryStatus: 'Pending' | 'Delivered' | 'Exhausted' | null;
  customerId: string | null;
  sourceSeries: string | null;
  cancelledAt: Date | null;
}

export interface WebhookStatisticsRow {
  partnerId: string;
  hour: Date;
  outcome: 'Delivered' | 'Exhausted' | 'DnsFailure' | 'BlockedAddress' | 'ConnectRefused' | 'ConnectTimeout' | 'TlsFailure' | 'ConnectionReset' | 'ResponseTimeout' | 'Redirect' | 'HttpStatus' | 'ProtocolError';
  counted: number;
  durations: number[];
}
