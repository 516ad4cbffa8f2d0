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

/** A new business. */
export interface BusinessProfileCreate {
  /** An e-mail address of the business. */
  email: string;
  /** A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phoneNumber?: string | null | undefined;
  /** The full name under which the business is registered. */
  companyName: string;
  /** The name under which the business trades; null if there is no other. */
  tradingName?: string | null | undefined;
  /** The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  /** The country of incorporation: ISO 3166-1 alpha-3. */
  incorporationCountryIso3Code: string;
  /** What the business earns its money with. Case-sensitive. */
  industry: Industry;
  /** What the business does, in free text; null if nothing was sent. */
  description?: string | null | undefined;
  /** The public website of the business: an absolute http or https URL. */
  website: string;
  /** The number of the business in the register of its country. An update can set a longer one. */
  registrationNumber: string;
  /** The day on which the business was registered: YYYY-MM-DD; null if it is not known. */
  registrationDate?: string | null | undefined;
  /** All addresses of the business. */
  addresses?: Address[] | null | undefined;
  /** The turnover to expect, and what the account is for. */
  financials?: Financials | null | undefined;
  /** The owners, directors and shareholders. Updates can add more. */
  businessPersonList?: BusinessPerson[] | null | undefined;
  /** Your own reference, unique among your customers. It never changes. */
  partnerCustomerId: string;
  metadata?: Metadata | null | undefined;
}

/** An address of a business or a person. */
export interface Address {
  /** Street and number. */
  streetLine1: string;
  /** The rest of the street address, such as a floor or suite; null if there is none. */
  streetLine2?: string | null | undefined;
  /** City, town or village. */
  city: string;
  /** State, province or region. */
  state: string;
  /** The postal code as it is written in the country. */
  postalCode: string;
  /** The country of the address: ISO 3166-1 alpha-3. */
  countryCode: string;
}

/** The turnover to expect, and what the account is for. */
export interface Financials {
  /** The range of the turnover in a month. Case-sensitive. */
  monthlyTurnOver: MonthlyTurnOver;
  /** The range of the usual value of one transaction. Case-sensitive. */
  estimatedTransactionValue: EstimatedTransactionValue;
  /** Where most of the money comes from. Case-sensitive. */
  sourceOfFunds: SourceOfFunds;
  /** What the business wants the account for. Case-sensitive. */
  purposeOfAccount: PurposeOfAccount;
}

/** An owner, director or shareholder of a business. */
export interface BusinessPerson {
  /** Given names, as in the identity documents. */
  firstName: string;
  /** Family name, as in the identity documents. */
  lastName: string;
  /** Date of birth: YYYY-MM-DD; null if it is not known. */
  birthDate?: string | null | undefined;
  /** The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known. */
  taxResidenceCountry?: string | null | undefined;
  /** The country of which the person is a citizen: ISO 3166-1 alpha-3. */
  nationality: string;
  /** The person's own e-mail address. No two people of a business can have the same one. */
  email: string;
  /** A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phone?: string | null | undefined;
  /** All roles of the person in the business; UBO is an ultimate beneficial owner. */
  ownershipType: OwnershipType[];
  /** The share of the business that the person owns, in whole percent; null if there is none. At most 100 for all people of a request. */
  percentageShare?: number | null | undefined;
  /** Its countryCode is the country of residence, which determines the accepted identity documents. */
  address: Address;
  /** Identity documents, of the kinds that ubo-identity-requirements lists for the country of residence. */
  identities: Identity[];
  metadata?: PersonMetadata | null | undefined;
}

/** An identity document of a person. */
export interface Identity {
  /** The kind of document, one that ubo-identity-requirements lists. NATIONAL_ID is also accepted, and returned as NATIOANL_ID. */
  identityTypeCode: IdentityTypeCode | 'NATIONAL_ID';
  /** The country that issued the document: ISO 3166-1 alpha-3. */
  issuingCountry: string;
  /** The number of the document. Never returned in full; reads show its last characters. */
  identityValue: string;
  /** The documentId of a scan of it, which must be a document of this business. */
  documentUploadId?: string | null | undefined;
  /** The day of issue: YYYY-MM-DD. Not in the future. Whether it must be sent is in ubo-identity-requirements of the country of residence. */
  issueDate?: string | null | undefined;
  /** The day on which the document expires: YYYY-MM-DD. In the future, and after issueDate. Whether it must be sent is in ubo-identity-requirements of the country of residence. */
  expiryDate?: string | null | undefined;
  /** Accepted but not stored. */
  idBackDocumentUploadId?: string | null | undefined;
}

/** Up to 10 key-value pairs of your own, such as the id in your CRM. Pairs are added to those already stored; null removes one. Our analysts never see them. */
export type PersonMetadata = Record<string, string | null>;

/** Up to 50 key-value pairs of your own, such as the id in your CRM. Pairs are added to those already stored; null removes one. Our analysts never see them. */
export type Metadata = Record<string, string | null>;

/** All fields of a business. An optional text or date that is omitted is cleared. */
export interface BusinessProfilePut {
  /** The same id as in the path. */
  customerId: string;
  /** An e-mail address of the business. */
  businessEmail: string;
  /** A telephone number of the business: a plus sign and 7 to 15 digits, country code first. */
  phoneNumber: string;
  /** The full name under which the business is registered. */
  name: string;
  /** The name under which the business trades; null if there is no other. */
  tradingName?: string | null | undefined;
  /** The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  /** The country of incorporation: ISO 3166-1 alpha-3. */
  incorporationCountryIso3Code: string;
  /** What the business earns its money with. Case-sensitive. */
  industry: Industry;
  /** What the business does, in free text; null if nothing was sent. */
  description?: string | null | undefined;
  /** The public website of the business: an absolute http or https URL. */
  website: string;
  /** The number of the business in the register of its country. */
  registrationNumber: string;
  /** The day on which the business was registered: YYYY-MM-DD; null if it is not known. */
  registrationDate?: string | null | undefined;
  /** All addresses of the business: they replace the stored ones. If omitted, those stay. */
  addresses?: Address[] | null | undefined;
  /** The turnover to expect, and what the account is for. If omitted, what is stored stays. */
  financials?: Financials | null | undefined;
  /** People to change or to add. People who are not in the list stay as they are. */
  businessPersonList?: BusinessPersonUpdate[] | null | undefined;
  /** May be sent again; it never changes. */
  partnerCustomerId?: string | null | undefined;
  metadata?: Metadata | null | undefined;
}

/** With the uboId of a person of this profile, every other field may be omitted and keeps its value. Otherwise, firstName, lastName, nationality, email, ownershipType, address and identities are required. */
export interface BusinessPersonUpdate {
  /** A person of this profile. If omitted, the person is identified by e-mail. */
  uboId?: string | null | undefined;
  /** Given names, as in the identity documents. */
  firstName?: string | undefined;
  /** Family name, as in the identity documents. */
  lastName?: string | undefined;
  /** Date of birth: YYYY-MM-DD; null if it is not known. */
  birthDate?: string | null | undefined;
  /** The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known. */
  taxResidenceCountry?: string | null | undefined;
  /** The country of which the person is a citizen: ISO 3166-1 alpha-3. */
  nationality?: string | undefined;
  /** The person's own e-mail address. No two people of a business can have the same one. */
  email?: string | undefined;
  /** A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phone?: string | null | undefined;
  /** All roles of the person in the business; UBO is an ultimate beneficial owner. */
  ownershipType?: OwnershipType[] | undefined;
  /** The share of the business that the person owns, in whole percent; null if there is none. At most 100 for all people of a request. */
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
  /** The kind of document, one that ubo-identity-requirements lists. NATIONAL_ID is also accepted, and returned as NATIOANL_ID. */
  identityTypeCode?: IdentityTypeCode | 'NATIONAL_ID' | undefined;
  /** The country that issued the document: ISO 3166-1 alpha-3. */
  issuingCountry?: string | undefined;
  /** The number of the document. Never returned in full; reads show its last characters. */
  identityValue?: string | undefined;
  /** The documentId of a scan of it, which must be a document of this business. */
  documentUploadId?: string | null | undefined;
  /** The day of issue: YYYY-MM-DD. Not in the future. Whether it must be sent is in ubo-identity-requirements of the country of residence. */
  issueDate?: string | null | undefined;
  /** The day on which the document expires: YYYY-MM-DD. In the future, and after issueDate. Whether it must be sent is in ubo-identity-requirements of the country of residence. */
  expiryDate?: string | null | undefined;
  /** Accepted but not stored. */
  idBackDocumentUploadId?: string | null | undefined;
}

/** The fields to change; the others stay as they are. */
export interface BusinessProfilePatch {
  /** An e-mail address of the business. */
  email?: string | undefined;
  /** A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phoneNumber?: string | null | undefined;
  /** The full name under which the business is registered. */
  companyName?: string | undefined;
  /** The name under which the business trades; null if there is no other. */
  tradingName?: string | null | undefined;
  /** The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode?: Extensible<BusinessTypeCode> | undefined;
  /** The country of incorporation: ISO 3166-1 alpha-3. */
  incorporationCountryCode?: string | undefined;
  /** What the business earns its money with. Case-sensitive. */
  industry?: Industry | undefined;
  /** What the business does, in free text; null if nothing was sent. */
  description?: string | null | undefined;
  /** The public website of the business: an absolute http or https URL. */
  website?: string | undefined;
  /** The number of the business in the register of its country. */
  registrationNumber?: string | undefined;
  /** The day on which the business was registered: YYYY-MM-DD; null if it is not known. */
  registrationDate?: string | null | undefined;
  /** All addresses of the business: they replace the stored ones. If omitted, those stay. */
  addresses?: Address[] | null | undefined;
  /** The turnover to expect, and what the account is for. If omitted, what is stored stays. */
  financials?: Financials | null | undefined;
  /** People to change or to add. People who are not in the list stay as they are. */
  businessPersonList?: BusinessPersonUpdate[] | null | undefined;
  /** May be sent again; it never changes. */
  partnerCustomerId?: string | undefined;
  metadata?: Metadata | null | undefined;
  /** The documentIds of uploaded files that belong to this update. */
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
    /** A person of the business. */
    uboId: string;
    /** The verdict on this person. Case-sensitive. */
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

/** The ids of the new business and its people. */
export interface BusinessProfileCreated {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The version of the business, for If-Match; also the ETag. */
  version: number;
  /** The created people, in the order of the request. */
  ubos: {
    /** Our id of the person. */
    uboId: string;
    /** The stored e-mail address. */
    email: string;
    /** The stored given names. */
    firstName: string;
    /** The stored family name. */
    lastName: string;
  }[];
}

/** Something worth checking that did not stop the request. */
export interface Warning {
  /** A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole. */
  pointer: string;
  /** What was noticed; new codes may be added at any time. */
  code: Extensible<WarningCode>;
  /** What was noticed, and what to check. */
  message: string;
}

/** One thing that is wrong with a request. */
export interface Problem {
  /** A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole. */
  pointer: string;
  /** What is wrong, as in the list of errors. */
  code: Extensible<KnownErrorCode>;
  /** What is wrong with this field, and what it must be. */
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

/** A page that is continued with a cursor. */
export interface BusinessProfileCursorPage {
  /** Newest first; with updatedFrom or updatedTo, latest change first. */
  items: BusinessProfileSummary[];
  /** Send it as cursor to get the next page; null on the last page. In a search, pages before the last may have few items or none. */
  nextCursor: string | null;
}

/** A business without its people, documents, addresses, financials and metadata. */
export interface BusinessProfileSummary {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** The full name under which the business is registered. */
  companyName: string;
  /** The name under which the business trades; null if there is no other. */
  tradingName: string | null;
  /** An e-mail address of the business. */
  email: string;
  /** A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phoneNumber: string | null;
  /** The legal form of the business, spelled as GET /api/partner/v1/business-types lists it. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  /** The country of incorporation: ISO 3166-1 alpha-3. */
  incorporationCountryIso3Code: string;
  /** What the business earns its money with. */
  industry: Extensible<Industry>;
  /** What the business does, in free text; null if nothing was sent. */
  description: string | null;
  /** The public website of the business: an absolute http or https URL. */
  website: string;
  /** The number of the business in the register of its country. */
  registrationNumber: string;
  /** The day on which the business was registered: YYYY-MM-DD; null if it is not known. */
  registrationDate: string | null;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  /** When the business was created, in UTC. */
  createdAt: string;
  /** When the business was last changed, in UTC. */
  updatedAt: string;
  /** When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty. */
  erasedAt: string | null;
  /** Increases by one with every change; also the ETag. */
  version: number;
}

/** A page that was asked for by its number. */
export interface BusinessProfileNumberedPage {
  /** Newest first; with updatedFrom or updatedTo, latest change first. */
  items: BusinessProfileSummary[];
  /** The number of this page, from 1. */
  page: number;
  /** The maximum number of items on a page. */
  pageSize: number;
  /** Total number of matches, counted up to 10000. */
  total: number;
  /** Whether there are more matches than total. */
  totalIsCapped: boolean;
}

/** The result of a check that stores nothing. */
export interface BusinessProfileValid {
  /** A create request with this body would succeed now. */
  valid: true;
}

/** A business with everything that is stored about it. */
export interface BusinessProfile {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** The full name under which the business is registered. */
  companyName: string;
  /** The name under which the business trades; null if there is no other. */
  tradingName: string | null;
  /** An e-mail address of the business. */
  email: string;
  /** A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phoneNumber: string | null;
  /** The legal form of the business, spelled as GET /api/partner/v1/business-types lists it. */
  businessTypeCode: Extensible<BusinessTypeCode>;
  /** The country of incorporation: ISO 3166-1 alpha-3. */
  incorporationCountryIso3Code: string;
  /** What the business earns its money with. */
  industry: Extensible<Industry>;
  /** What the business does, in free text; null if nothing was sent. */
  description: string | null;
  /** The public website of the business: an absolute http or https URL. */
  website: string;
  /** The number of the business in the register of its country. */
  registrationNumber: string;
  /** The day on which the business was registered: YYYY-MM-DD; null if it is not known. */
  registrationDate: string | null;
  /** All addresses of the business. */
  addresses: AddressRecord[];
  /** The turnover to expect, and what the account is for; null if it was not sent. */
  financials: FinancialsRecord | null;
  /** The owners, directors and shareholders. */
  businessPersonList: BusinessPersonRecord[];
  /** Documents with an outcome: Confirmed, Quarantined or Rejected. */
  documents: DocumentRecord[];
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  /** When the business was created, in UTC. */
  createdAt: string;
  /** When the business was last changed, in UTC. */
  updatedAt: string;
  /** When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty. */
  erasedAt: string | null;
  /** Increases by one with every change; also the ETag. */
  version: number;
  metadata: MetadataRecord;
}

/** A stored address of a business or a person. */
export interface AddressRecord {
  /** Street and number. */
  streetLine1: string;
  /** The rest of the street address, such as a floor or suite; null if there is none. */
  streetLine2: string | null;
  /** City, town or village. */
  city: string;
  /** State, province or region. */
  state: string;
  /** The postal code as it is written in the country. */
  postalCode: string;
  /** The country of the address: ISO 3166-1 alpha-3. */
  countryCode: string;
}

/** A stored owner, director or shareholder of a business. */
export interface BusinessPersonRecord {
  /** Our id of the person. */
  uboId: string;
  /** Given names, as in the identity documents. */
  firstName: string;
  /** Family name, as in the identity documents. */
  lastName: string;
  /** Date of birth: YYYY-MM-DD; null if it is not known. */
  birthDate: string | null;
  /** The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known. */
  taxResidenceCountry: string | null;
  /** The country of which the person is a citizen: ISO 3166-1 alpha-3. */
  nationality: string;
  /** The person's own e-mail address. */
  email: string;
  /** A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none. */
  phone: string | null;
  /** All roles of the person in the business; UBO is an ultimate beneficial owner. */
  ownershipType: Extensible<OwnershipType>[];
  /** The share of the business that the person owns, in whole percent; null if there is none. */
  percentageShare: number | null;
  address: AddressRecord;
  /** The identity documents of the person. */
  identities: IdentityRecord[];
  /** The verdict on the person; NotStarted until there is one. */
  verificationStatus: Extensible<VerificationStatusValue>;
  metadata: MetadataRecord;
}

/** A stored identity document of a person. */
export interface IdentityRecord {
  /** Our id of the identity, with which an update can correct it. */
  identityId: string;
  /** The kind of document. */
  identityTypeCode: Extensible<IdentityTypeCode>;
  /** The country that issued the document: ISO 3166-1 alpha-3. */
  issuingCountry: string;
  /** The last four characters, fewer for a short number; empty after erasure. */
  identityValueMasked: string;
  /** The day of issue: YYYY-MM-DD. Null if it was not sent. */
  issueDate: string | null;
  /** The day on which the document expires: YYYY-MM-DD. Null if it was not sent. */
  expiryDate: string | null;
  /** The documentId of the scan of it; null if none was named. */
  documentUploadId: string | null;
}

/** Your own key-value pairs; empty if there are none. */
export type MetadataRecord = Record<string, string>;

/** A document of a business, without its file. */
export interface DocumentRecord {
  /** Our id of the document. */
  documentId: string;
  /** What the document proves, as requested with its link. */
  documentCategory: Extensible<DocumentCategory>;
  /** The type of the file, as requested with its link. */
  contentType: Extensible<DocumentContentType>;
  /** The size of the file in bytes; null after erasure. */
  sizeBytes: number | null;
  /** The hash of the stored bytes. Null unless Confirmed. */
  sha256: string | null;
  /** A record lists documents with an outcome: Confirmed, Quarantined or Rejected. */
  status: Extensible<DocumentStatus>;
  /** Why it is Rejected or Quarantined. Request a new link and upload a valid file. */
  refusal: Extensible<DocumentRefusal> | null;
  /** The person whom the document concerns; null if it concerns the business. */
  uboId: string | null;
  /** When the file arrived in storage; null if none has arrived. */
  uploadedAt: string | null;
  /** When the file had passed every check; null unless Confirmed. */
  confirmedAt: string | null;
}

/** The state of the business after the update. */
export interface BusinessProfileReplaced {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The new version; also the ETag. */
  version: number;
}

/** The state of the business after the update. */
export interface BusinessProfilePatched {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The new version; also the ETag. */
  version: number;
  /** The people in the request, in the same order. */
  ubos: {
    /** Our id of the person. */
    uboId: string;
    /** The stored e-mail address. */
    email: string;
    /** The stored given names. */
    firstName: string;
    /** The stored family name. */
    lastName: string;
    /** False for a person who was already on the profile. */
    added: boolean;
  }[];
  /** The documents of businessDocumentIdList, each once, with their status. */
  documents: {
    /** Our id of the document. */
    documentId: string;
    /** Where the checks of the file stand. */
    status: Extensible<DocumentStatus>;
  }[];
}

/** Where the review of a business stands, and what is expected of you. */
export interface VerificationStatus {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** When the business reached this status, in UTC. */
  statusChangedAt: string;
  /** When the current attempt was submitted. */
  submittedAt: string;
  /** When the decision was made; null unless the status is Approved, Rejected or ChangesRequested. */
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
    /** Our id of the person. */
    uboId: string;
    /** The verdict on the person; NotStarted until there is one. */
    verificationStatus: Extensible<VerificationStatusValue>;
  }[];
  /** Documents with an outcome: Confirmed, Quarantined or Rejected. */
  documents: ({
    /** Our id of the document. */
    documentId: string;
    /** What the document proves, as requested with its link. */
    documentCategory: Extensible<DocumentCategory>;
    /** The outcome of the checks of the file. */
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
  /** Identifies this reason; a later decision has reasons of its own. */
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
  /** What can be done about it. */
  remediation: {
    /** What you can do about it; None if nothing. */
    action: Extensible<NextAction>;
    /** Fields of the profile to check. */
    fields?: string[] | undefined;
    /** Documents that would help; request an upload link for one of these categories. */
    documentCategories?: Extensible<DocumentCategory>[] | undefined;
  };
}

/** A page of the audit trail of a business. */
export interface AuditPage {
  /** Newest first. */
  items: AuditEntry[];
  /** Send it as cursor to get the next page; null on the last page. */
  nextCursor: string | null;
}

/** One action on a business. */
export interface AuditEntry {
  /** The id of the entry in the trail. */
  auditId: string;
  /** What was done, such as business.profile.updated. */
  action: string;
  /** Client: a system of the partner. PartnerPerson: a user of the partner. StaffPerson, Operator: a member of our staff. Service: our own service. */
  actorKind: Extensible<ActorKind>;
  /** When it was done, in UTC. */
  occurredAt: string;
  /** Facts about the action: ids, states, codes and numbers. New ones may be added at any time. */
  details: Record<string, unknown>;
  /** Which of your systems or users did it; null if it was a member of our staff or our own service. */
  actorId: string | null;
}

/** A link for the upload of one file. */
export interface UploadLink {
  /** Our id of the document. */
  documentId: string;
  /** The same id, under the name used in identities. */
  documentUploadId: string;
  /** Anyone who has this link can upload; treat it as a secret until it expires. */
  uploadUrl: string;
  /** The HTTP method of the upload. */
  method: 'PUT';
  /** Send exactly these headers with the upload. */
  headers: {
    /** The contentType of the request. */
    'Content-Type': Extensible<DocumentContentType>;
  };
  /** The upload must start before this time, 30 minutes from now. */
  expiresAt: string;
  /** The size in bytes up to which a file is accepted. */
  maxSizeBytes: number;
  /** What the document proves, as requested with its link. */
  documentCategory: Extensible<DocumentCategory>;
  /** The name of the stored file, made from documentCategory and contentType. */
  fileName: string;
  /** The person whom the document concerns; null if it concerns the business. */
  uboId: string | null;
  /** What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with XML, not with an error of this API. */
  storageErrors: {
    /** The upload differs from the link. */
    SignatureDoesNotMatch: string;
    /** The upload had an Authorization header. */
    InvalidArgument: string;
    /** The link has expired, or the upload had a header that is not allowed. */
    AccessDenied: string;
  };
}

/** An identity document accepted from residents. */
export interface IdentityRequirement {
  /** The kind of document in English. */
  identityType: string;
  /** What to send as identityTypeCode. */
  identityTypeCode: Extensible<IdentityTypeCode>;
  /** A name for the field in your form, different for each document of the country. */
  fieldName: string;
  /** A hint for your form: Document for a document with a number, Input for a number alone. */
  inputType: Extensible<InputType>;
  /** Whether residents must have this document; if false, another of the list will do. */
  isRequired: boolean;
  /** A label for the field in your form. */
  label: string;
  /** An example of an accepted number. */
  placeholder: string;
  /** Whether issueDate must be sent. */
  requiresIssueDate: boolean;
  /** Whether expiryDate must be sent. */
  requiresExpiryDate: boolean;
  /** Whether the document has a number, to be sent as identityValue. */
  requiresIdNumber: boolean;
  /** The format of the number. */
  validationRules: {
    /** Applied to the number after trimming, upper-casing and collapsing inner spaces. */
    regex: string;
    /** The minimum number of characters. */
    minLength: number;
    /** The maximum number of characters. */
    maxLength: number;
    /** What the API says about a number that does not fit, worded so that you can show it. */
    errorMessage: string;
  };
  /** The position among the documents of the country; the lowest comes first. */
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

/** A part of the feed of your events. */
export interface ChangesPage {
  /** The same envelopes that webhooks carry, in the order in which they were committed. */
  items: WebhookEvent[];
  /** Always present, even on an empty page: continue from here. */
  nextCursor: string;
  /** Whether more events are available right now. */
  hasMore: boolean;
}

/** A page of the log of your requests. */
export interface ApiRequestPage {
  /** Newest first. */
  items: ApiRequest[];
  /** Send it as cursor to get the next page; null on the last page. */
  nextCursor: string | null;
}

/** One request that you sent, and its outcome. */
export interface ApiRequest {
  /** The id of the entry in the log. */
  entryId: string;
  /** What the caller received as X-Request-Id; if it sent an id of its own, that one. */
  requestId: string;
  /** When the request was answered. */
  occurredAt: string;
  /** The HTTP method. */
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

/** One thing that was wrong with a request. */
export interface ApiProblem {
  /** The field in the body as a JSON pointer, or ?name for a query parameter. Names that are not ours, such as your metadata keys, are replaced by *. */
  pointer: string;
  /** What is wrong, as in the list of errors. */
  code: string;
}

/** The state of the business after the simulated review. */
export interface Simulated {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The version of the business, for If-Match. */
  version: number;
}

/** The state of the business after the days have passed. */
export interface Advanced {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The version of the business, for If-Match. */
  version: number;
  /** The documents whose upload links have expired. */
  documentIds: string[];
}

/** The turnover to expect, and what the account is for. */
export interface FinancialsRecord {
  /** The range of the turnover in a month. Case-sensitive. */
  monthlyTurnOver: Extensible<MonthlyTurnOver>;
  /** The range of the usual value of one transaction. Case-sensitive. */
  estimatedTransactionValue: Extensible<EstimatedTransactionValue>;
  /** Where most of the money comes from. Case-sensitive. */
  sourceOfFunds: Extensible<SourceOfFunds>;
  /** What the business wants the account for. Case-sensitive. */
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
