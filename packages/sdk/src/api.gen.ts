// Made by npm run generate from the route tables of the Partner API and the sandbox. Change it there.
import type { WebhookEvent } from './events.gen.ts';
import type {
  ActorKind,
  BusinessTypeCode,
  DocumentCategory,
  DocumentContentType,
  DocumentRefusal,
  DocumentStatus,
  EstimatedTransactionValue,
  Extensible,
  IdentityRules,
  IdentityTypeCode,
  Industry,
  InputType,
  KnownErrorCode,
  MonthlyTurnOver,
  NextAction,
  OwnershipType,
  PurposeOfAccount,
  ReasonCode,
  SimulationOutcome,
  SourceOfFunds,
  Verdict,
  VerificationStatusValue,
  WarningCode,
} from './vocabularies.gen.ts';

/** The version of this package. */
export const SDK_VERSION = '0.1.0';

export interface BusinessProfileCreate {
  email: string;
  phoneNumber?: string | null | undefined;
  companyName: string;
  tradingName?: string | null | undefined;
  /** A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  incorporationCountryIso3Code: string;
  /** Case-sensitive. */
  industry: Industry;
  description?: string | null | undefined;
  website: string;
  registrationNumber: string;
  registrationDate?: string | null | undefined;
  addresses?: Address[] | null | undefined;
  financials?: Financials | null | undefined;
  businessPersonList?: BusinessPerson[] | null | undefined;
  /** Your own reference, unique among your customers. It never changes. */
  partnerCustomerId: string;
  metadata?: Metadata | null | undefined;
}

export interface Address {
  streetLine1: string;
  streetLine2?: string | null | undefined;
  city: string;
  state: string;
  postalCode: string;
  countryCode: string;
}

export interface Financials {
  /** Case-sensitive. */
  monthlyTurnOver: MonthlyTurnOver;
  /** Case-sensitive. */
  estimatedTransactionValue: EstimatedTransactionValue;
  /** Case-sensitive. */
  sourceOfFunds: SourceOfFunds;
  /** Case-sensitive. */
  purposeOfAccount: PurposeOfAccount;
}

export interface BusinessPerson {
  firstName: string;
  lastName: string;
  birthDate?: string | null | undefined;
  taxResidenceCountry?: string | null | undefined;
  nationality: string;
  email: string;
  phone?: string | null | undefined;
  ownershipType: OwnershipType[];
  percentageShare?: number | null | undefined;
  /** Its countryCode is the country of residence, which determines the accepted identity documents. */
  address: Address;
  identities: Identity[];
  metadata?: PersonMetadata | null | undefined;
}

export interface Identity {
  /** NATIONAL_ID is also accepted, and returned as NATIOANL_ID. */
  identityTypeCode: IdentityTypeCode | 'NATIONAL_ID';
  issuingCountry: string;
  /** The number of the document. Never returned in full; reads show its last characters. */
  identityValue: string;
  documentUploadId?: string | null | undefined;
  issueDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
  /** Accepted but not stored. */
  idBackDocumentUploadId?: string | null | undefined;
}

/** Up to 10 key-value pairs of your own, such as the id in your CRM. Pairs are added to those already stored; null removes one. Our analysts never see them. */
export type PersonMetadata = Record<string, string | null>;

/** Up to 50 key-value pairs of your own, such as the id in your CRM. Pairs are added to those already stored; null removes one. Our analysts never see them. */
export type Metadata = Record<string, string | null>;

export interface BusinessProfilePut {
  /** The same id as in the path. */
  customerId: string;
  businessEmail: string;
  phoneNumber: string;
  name: string;
  tradingName?: string | null | undefined;
  /** A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  incorporationCountryIso3Code: string;
  /** Case-sensitive. */
  industry: Industry;
  description?: string | null | undefined;
  website: string;
  registrationNumber: string;
  registrationDate?: string | null | undefined;
  addresses?: Address[] | null | undefined;
  financials?: Financials | null | undefined;
  businessPersonList?: BusinessPersonUpdate[] | null | undefined;
  partnerCustomerId?: string | null | undefined;
  metadata?: Metadata | null | undefined;
}

/** With the uboId of a person of this profile, every other field may be omitted and keeps its value. Otherwise, firstName, lastName, nationality, email, ownershipType, address and identities are required. */
export interface BusinessPersonUpdate {
  /** A person of this profile. If omitted, the person is identified by e-mail. */
  uboId?: string | null | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  birthDate?: string | null | undefined;
  taxResidenceCountry?: string | null | undefined;
  nationality?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  ownershipType?: OwnershipType[] | undefined;
  percentageShare?: number | null | undefined;
  /** Its countryCode is the country of residence, which determines the accepted identity documents. */
  address?: Address | undefined;
  /** All identities of the person: stored ones that are not in the list are removed. If omitted, they are left unchanged. */
  identities?: IdentityUpdate[] | undefined;
  metadata?: PersonMetadata | null | undefined;
}

/** With the identityId of an identity of this person, every other field may be omitted and keeps its value. Otherwise, identityTypeCode, issuingCountry and identityValue are required. */
export interface IdentityUpdate {
  /** A current identity of the person with this uboId. If omitted, the identity is added. */
  identityId?: string | null | undefined;
  /** NATIONAL_ID is also accepted, and returned as NATIOANL_ID. */
  identityTypeCode?: IdentityTypeCode | 'NATIONAL_ID' | undefined;
  issuingCountry?: string | undefined;
  /** The number of the document. Never returned in full; reads show its last characters. */
  identityValue?: string | undefined;
  documentUploadId?: string | null | undefined;
  issueDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
  /** Accepted but not stored. */
  idBackDocumentUploadId?: string | null | undefined;
}

export interface BusinessProfilePatch {
  email?: string | undefined;
  phoneNumber?: string | null | undefined;
  companyName?: string | undefined;
  tradingName?: string | null | undefined;
  /** A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode?: Extensible<BusinessTypeCode> | undefined;
  incorporationCountryCode?: string | undefined;
  /** Case-sensitive. */
  industry?: Industry | undefined;
  description?: string | null | undefined;
  website?: string | undefined;
  registrationNumber?: string | undefined;
  registrationDate?: string | null | undefined;
  addresses?: Address[] | null | undefined;
  financials?: Financials | null | undefined;
  businessPersonList?: BusinessPersonUpdate[] | null | undefined;
  /** May be sent again; it never changes. */
  partnerCustomerId?: string | undefined;
  metadata?: Metadata | null | undefined;
  businessDocumentIdList?: string[] | null | undefined;
  /** Its name in create, in reads and in reasons; the same as incorporationCountryCode. */
  incorporationCountryIso3Code?: string | undefined;
}

export interface UploadLinkRequest {
  /** Case-insensitive. IdentityFront, IdentityBack, ProofOfPersonAddress, Selfie require uboId. */
  documentCategory: DocumentCategory;
  /** The upload must use exactly this type. */
  contentType: DocumentContentType;
  /** The person whom the document concerns; required for documents of a person. */
  uboId?: string | null | undefined;
  /** The old name of uboId. @deprecated */
  ownershipDetailId?: string | null | undefined;
  /** Ignored. @deprecated */
  fileName?: unknown | undefined;
}

export interface Simulation {
  /** What the simulated analysts do. Hold claims the business and keeps it in review, Release returns it to the queue, Reopen reverses a rejection. */
  outcome: SimulationOutcome;
  /** For Reject and RequestChanges. Defaults to a typical reason. */
  reasons?: DecisionReason[] | null | undefined;
  /** Outcomes for individual people, applied together with the decision. */
  people?: {
    uboId: string;
    /** Case-sensitive. */
    verdict: Verdict;
  }[] | null | undefined;
}

export interface DecisionReason {
  /** A code from the catalogue of reasons. */
  code: ReasonCode;
  /** Your message to the partner; defaults to that of the catalogue. Never name a colleague. */
  message?: string | null | undefined;
  /** The field concerned. */
  pointer?: string | null | undefined;
  /** The person concerned; required for reasons about a person. */
  uboId?: string | null | undefined;
  /** The document concerned; required for reasons about a document. */
  documentId?: string | null | undefined;
}

export interface Advance {
  /** How many days pass for the business. */
  days: number;
}

export interface BusinessProfileCreated {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  version: number;
  /** The created people, in the order of the request. */
  ubos: {
    uboId: string;
    email: string;
    firstName: string;
    lastName: string;
  }[];
}

/** Something worth checking that did not stop the request. */
export interface Warning {
  /** A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole. */
  pointer: string;
  code: Extensible<WarningCode>;
  message: string;
}

/** One thing that is wrong with a request. */
export interface Problem {
  /** A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole. */
  pointer: string;
  code: Extensible<KnownErrorCode>;
  message: string;
}

/** What is stored now, if a request was refused because of it. */
export interface CurrentState {
  /** The business that already has this partnerCustomerId, or whose version differs. */
  customerId?: string | undefined;
  /** Its version now, which If-Match did not allow. */
  version?: number | undefined;
}

/** The second form is returned when page or pageSize is sent, the first otherwise. */
export type BusinessProfileList = BusinessProfileCursorPage | BusinessProfileNumberedPage;

export interface BusinessProfileCursorPage {
  items: BusinessProfileSummary[];
  /** Send it as cursor to get the next page; null on the last page. In a search, pages before the last may have few items or none. */
  nextCursor: string | null;
}

/** A business without its people, documents, addresses, financials and metadata. */
export interface BusinessProfileSummary {
  customerId: string;
  partnerCustomerId: string;
  companyName: string;
  tradingName: string | null;
  email: string;
  phoneNumber: string | null;
  businessTypeCode: Extensible<BusinessTypeCode>;
  incorporationCountryIso3Code: string;
  industry: Extensible<Industry>;
  description: string | null;
  website: string;
  registrationNumber: string;
  registrationDate: string | null;
  verificationStatus: Extensible<VerificationStatusValue>;
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  createdAt: string;
  updatedAt: string;
  /** When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty. */
  erasedAt: string | null;
  /** Increases by one with every change; also the ETag. */
  version: number;
}

export interface BusinessProfileNumberedPage {
  items: BusinessProfileSummary[];
  page: number;
  pageSize: number;
  /** Total number of matches, counted up to 10000. */
  total: number;
  /** Whether there are more matches than total. */
  totalIsCapped: boolean;
}

export interface BusinessProfileValid {
  /** A create request with this body would succeed now. */
  valid: true;
}

export interface BusinessProfile {
  customerId: string;
  partnerCustomerId: string;
  companyName: string;
  tradingName: string | null;
  email: string;
  phoneNumber: string | null;
  businessTypeCode: Extensible<BusinessTypeCode>;
  incorporationCountryIso3Code: string;
  industry: Extensible<Industry>;
  description: string | null;
  website: string;
  registrationNumber: string;
  registrationDate: string | null;
  addresses: AddressRecord[];
  financials: FinancialsRecord | null;
  businessPersonList: BusinessPersonRecord[];
  documents: DocumentRecord[];
  verificationStatus: Extensible<VerificationStatusValue>;
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  createdAt: string;
  updatedAt: string;
  /** When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty. */
  erasedAt: string | null;
  /** Increases by one with every change; also the ETag. */
  version: number;
  metadata: MetadataRecord;
}

export interface AddressRecord {
  streetLine1: string;
  streetLine2: string | null;
  city: string;
  state: string;
  postalCode: string;
  countryCode: string;
}

export interface BusinessPersonRecord {
  uboId: string;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  taxResidenceCountry: string | null;
  nationality: string;
  email: string;
  phone: string | null;
  ownershipType: Extensible<OwnershipType>[];
  percentageShare: number | null;
  address: AddressRecord;
  identities: IdentityRecord[];
  verificationStatus: Extensible<VerificationStatusValue>;
  metadata: MetadataRecord;
}

export interface IdentityRecord {
  identityId: string;
  identityTypeCode: Extensible<IdentityTypeCode>;
  issuingCountry: string;
  /** The last four characters, fewer for a short number; empty after erasure. */
  identityValueMasked: string;
  issueDate: string | null;
  expiryDate: string | null;
  documentUploadId: string | null;
}

/** Your own key-value pairs; empty if there are none. */
export type MetadataRecord = Record<string, string>;

export interface DocumentRecord {
  documentId: string;
  documentCategory: Extensible<DocumentCategory>;
  contentType: Extensible<DocumentContentType>;
  sizeBytes: number | null;
  /** The hash of the stored bytes. Null unless Confirmed. */
  sha256: string | null;
  /** A record lists documents with an outcome: Confirmed, Quarantined or Rejected. */
  status: Extensible<DocumentStatus>;
  /** Why it is Rejected or Quarantined. Request a new link and upload a valid file. */
  refusal: Extensible<DocumentRefusal> | null;
  uboId: string | null;
  uploadedAt: string | null;
  confirmedAt: string | null;
}

export interface BusinessProfileReplaced {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The new version; also the ETag. */
  version: number;
}

export interface BusinessProfilePatched {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The new version; also the ETag. */
  version: number;
  /** The people in the request, in the same order. */
  ubos: {
    uboId: string;
    email: string;
    firstName: string;
    lastName: string;
    /** False for a person who was already on the profile. */
    added: boolean;
  }[];
  /** The documents of businessDocumentIdList, each once, with their status. */
  documents: {
    documentId: string;
    status: Extensible<DocumentStatus>;
  }[];
}

export interface VerificationStatus {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  statusChangedAt: string;
  /** When the current attempt was submitted. */
  submittedAt: string;
  decidedAt: string | null;
  /** Increases by one with every answer to ChangesRequested. */
  attempt: number;
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  /** What you are expected to do now: the action of the first reason. */
  nextAction: Extensible<NextAction>;
  /** The reasons of the last decision while the status is ChangesRequested or Rejected; otherwise empty. */
  reasons: VerificationReason[];
  /** The verdict on each person; NotStarted until there is one. A reason can name a person who has no verdict yet. */
  people: {
    uboId: string;
    verificationStatus: Extensible<VerificationStatusValue>;
  }[];
  /** Documents with an outcome: Confirmed, Quarantined or Rejected. */
  documents: ({
    documentId: string;
    documentCategory: Extensible<DocumentCategory>;
    status: Extensible<DocumentStatus>;
    /** Why it is Rejected or Quarantined. */
    refusal: Extensible<DocumentRefusal> | null;
    /** The person whom it concerns, if any. */
    uboId: string | null;
  })[];
  /** The version of the business, for If-Match. */
  version: number;
  /** The number of the last event of this customer. */
  sequence: number;
}

/** The reason for the outcome of a review, and what can be done about it. */
export interface VerificationReason {
  reasonId: string;
  /** From our catalogue; new codes may be added. */
  code: Extensible<ReasonCode>;
  /** What was found, worded so that you can show it to the business. */
  message: string;
  /** Whether an update can resolve the reason; always false once Rejected. */
  retryable: boolean;
  /** A JSON pointer to the field, if any. */
  pointer?: string | undefined;
  /** The person concerned. */
  uboId?: string | undefined;
  /** The document concerned. */
  documentId?: string | undefined;
  remediation: {
    /** What you can do about it; None if nothing. */
    action: Extensible<NextAction>;
    /** Fields of the profile to check. */
    fields?: string[] | undefined;
    /** Documents that would help; request an upload link for one of these categories. */
    documentCategories?: Extensible<DocumentCategory>[] | undefined;
  };
}

export interface AuditPage {
  /** Newest first. */
  items: AuditEntry[];
  /** Send it as cursor to get the next page; null on the last page. */
  nextCursor: string | null;
}

export interface AuditEntry {
  auditId: string;
  /** What was done, such as business.profile.updated. */
  action: string;
  /** Client: a system of the partner. PartnerPerson: a user of the partner. StaffPerson, Operator: a member of our staff. Service: our own service. */
  actorKind: Extensible<ActorKind>;
  occurredAt: string;
  /** Facts about the action: ids, states, codes and numbers. New ones may be added at any time. */
  details: Record<string, unknown>;
  /** Which of your systems or users did it; null if it was a member of our staff or our own service. */
  actorId: string | null;
}

export interface UploadLink {
  documentId: string;
  /** The same id, under the name used in identities. */
  documentUploadId: string;
  /** Anyone who has this link can upload; treat it as a secret until it expires. */
  uploadUrl: string;
  method: 'PUT';
  /** Send exactly these headers with the upload. */
  headers: {
    'Content-Type': Extensible<DocumentContentType>;
  };
  /** The upload must start before this time, 30 minutes from now. */
  expiresAt: string;
  maxSizeBytes: number;
  documentCategory: Extensible<DocumentCategory>;
  fileName: string;
  uboId: string | null;
  /** What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with XML, not with an error of this API. */
  storageErrors: {
    SignatureDoesNotMatch: string;
    InvalidArgument: string;
    AccessDenied: string;
  };
}

/** An identity document accepted from residents. */
export interface IdentityRequirement {
  identityType: string;
  identityTypeCode: Extensible<IdentityTypeCode>;
  fieldName: string;
  inputType: Extensible<InputType>;
  isRequired: boolean;
  label: string;
  placeholder: string;
  requiresIssueDate: boolean;
  requiresExpiryDate: boolean;
  requiresIdNumber: boolean;
  validationRules: {
    /** Applied to the number after trimming, upper-casing and collapsing inner spaces. */
    regex: string;
    minLength: number;
    maxLength: number;
    errorMessage: string;
  };
  displayOrder: number;
}

/** A country or territory of ISO 3166-1. */
export interface Country {
  /** ISO 3166-1 alpha-3 */
  countryCode: string;
  /** In English. */
  name: string;
  /** Whether businesses that are incorporated or have an address there can be onboarded. If not, they are rejected with OnboardingConfig.NotFound, and so are people who live there. A country that we do not serve at all is rejected in every field that names it. For people who live there, see identityRules. */
  isOpen: boolean;
  /** Country: specific rules exist for the identity documents of the country. General: a passport is accepted under the general rule for machine-readable travel documents. None: people who live there are rejected with OnboardingConfig.NotFound, because the country is not open or issues no identity documents of its own. */
  identityRules: Extensible<IdentityRules>;
}

/** A type of business that can be onboarded. */
export interface BusinessType {
  /** As shown in records; case-insensitive in requests. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  /** The documents that a review usually requires from such a business; it may require fewer or more. IdentityFront, IdentityBack, ProofOfPersonAddress and Selfie apply to each person. */
  documentCategories: Extensible<DocumentCategory>[];
}

export interface ChangesPage {
  /** The same envelopes that webhooks carry, in the order in which they were committed. */
  items: WebhookEvent[];
  /** Always present, even on an empty page: continue from here. */
  nextCursor: string;
  /** Whether more events are available right now. */
  hasMore: boolean;
}

export interface ApiRequestPage {
  /** Newest first. */
  items: ApiRequest[];
  /** Send it as cursor to get the next page; null on the last page. */
  nextCursor: string | null;
}

export interface ApiRequest {
  entryId: string;
  /** What the caller received as X-Request-Id; if it sent an id of its own, that one. */
  requestId: string;
  /** When the request was answered. */
  occurredAt: string;
  method: string;
  /** The path with the names of its parameters, without the query. */
  path: string;
  /** The business that it was about; null if there is none. */
  customerId: string | null;
  /** The HTTP status of the response. */
  status: number;
  /** The code of the error; null if the request succeeded. */
  code: string | null;
  /** What the code means, as in the list of errors; null if it succeeded. */
  cause: string | null;
  /** What to do about it, as in the list of errors. */
  remedy: string | null;
  /** The first problems of the error, at most 20. */
  problems: ApiProblem[];
  /** Milliseconds from its arrival to the end of the response. */
  durationMs: number;
}

export interface ApiProblem {
  /** The field in the body as a JSON pointer, or ?name for a query parameter. Names that are not ours, such as your metadata keys, are replaced by *. */
  pointer: string;
  code: string;
}

export interface Simulated {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  version: number;
}

export interface Advanced {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  version: number;
  /** The documents whose upload links have expired. */
  documentIds: string[];
}

export interface FinancialsRecord {
  /** Case-sensitive. */
  monthlyTurnOver: Extensible<MonthlyTurnOver>;
  /** Case-sensitive. */
  estimatedTransactionValue: Extensible<EstimatedTransactionValue>;
  /** Case-sensitive. */
  sourceOfFunds: Extensible<SourceOfFunds>;
  /** Case-sensitive. */
  purposeOfAccount: Extensible<PurposeOfAccount>;
}

/** A code of the catalogue of errors. New ones may be added. */
export type ErrorCode = Problem['code'];

export interface ListBusinessProfilesQuery {
  /** One or more words. Each must be the start of a word in the company name, trading name, reference or registration number. Case, accents and punctuation do not matter. A customerId finds that customer. Cannot be combined with page and pageSize. */
  q?: string | undefined;
  /** Maximum number of items. Cannot be combined with page and pageSize. */
  limit?: number | undefined;
  /** nextCursor of the previous page, with the same filters. */
  cursor?: string | undefined;
  /** Starts at 1. Pages cover the first 10000 rows; use the cursor beyond that. */
  page?: number | undefined;
  /** Items per page. */
  pageSize?: number | undefined;
  /** Repeat the parameter to filter by several. */
  verificationStatus?: VerificationStatusValue[] | undefined;
  /** Case-insensitive. */
  businessTypeCode?: string | undefined;
  /** An ISO 3166-1 alpha-3 code. */
  incorporationCountryIso3Code?: string | undefined;
  /** The complete number, exactly as stored. */
  registrationNumber?: string | undefined;
  /** A key and its value, separated by a colon. Lists businesses that have this pair, or that have a person with it. Repeat the parameter to require several pairs. Cannot be combined with page and pageSize. */
  metadata?: string[] | undefined;
  /** Created at or after this time. A date means its start in UTC. */
  createdFrom?: string | undefined;
  /** Created before this time. */
  createdTo?: string | undefined;
  /** Last changed at or after this time. With updatedFrom or updatedTo the list is sorted by updatedAt, latest first. */
  updatedFrom?: string | undefined;
  /** Last changed before this time. */
  updatedTo?: string | undefined;
}

export interface ReadAuditTrailQuery {
  /** Maximum number of items. */
  limit?: number | undefined;
  /** nextCursor of the previous page. */
  cursor?: string | undefined;
}

export interface ListIdentityRequirementsQuery {
  /** The country of residence: ISO 3166-1 alpha-3, case-insensitive. */
  countryCode: string;
}

export interface ReadChangesQuery {
  /** nextCursor of the previous response. If omitted, the feed starts at since, or 30 days ago. */
  cursor?: string | undefined;
  /** Where to start without a cursor: at events that occurred at or after this time. Ignored if a cursor is sent. */
  since?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
}

export interface ListApiRequestsQuery {
  /** The X-Request-Id of the response. An unknown one returns an empty page. */
  requestId?: string | undefined;
  /** Failed: with a status of 400 or higher. */
  outcome?: 'Succeeded' | 'Failed' | undefined;
  /** Requests at or after this time. A date means its start in UTC. */
  occurredFrom?: string | undefined;
  /** Requests before this time. */
  occurredTo?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** nextCursor of the previous page. */
  cursor?: string | undefined;
}
