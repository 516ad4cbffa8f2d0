// Made by npm run generate from the route tables of the Partner API and the sandbox. Change it there.
import type { WebhookEvent } from './events.gen.ts';

/** The version of this package. */
export const SDK_VERSION = '0.1.0';

export interface BusinessProfileCreate {
  email: string;
  phoneNumber?: string | null;
  companyName: string;
  tradingName?: string | null;
  /** A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode: 'SoleProprietor' | 'Partnership' | 'LimitedPartnership' | 'LimitedLiabilityPartnership' | 'LLC' | 'PrivateLimitedCompany' | 'PublicLimitedCompany' | 'Corporation' | 'Cooperative' | 'Association' | 'NonProfit' | 'Foundation' | 'Trust' | 'GovernmentEntity' | 'StateOwnedEnterprise' | 'BranchOffice' | 'FreeZoneCompany' | 'FinancialInstitution' | (string & {});
  incorporationCountryIso3Code: string;
  /** Case-sensitive. */
  industry: 'CustomerRevenue' | 'ShareholderCapital' | 'BusinessLoans' | 'Grants' | 'Investments' | 'AssetSales' | 'CryptoProceeds' | 'IntercompanyTransfers' | 'Donations' | 'MarketplaceFees' | 'SubscriptionRevenue' | 'TradingIncome';
  description?: string | null;
  website: string;
  registrationNumber: string;
  registrationDate?: string | null;
  addresses?: Address[] | null;
  financials?: Financials | null;
  businessPersonList?: BusinessPerson[] | null;
  /** Your own reference, unique among your customers. It never changes. */
  partnerCustomerId: string;
}

export interface Address {
  streetLine1: string;
  streetLine2?: string | null;
  city: string;
  state: string;
  postalCode: string;
  countryCode: string;
}

export interface Financials {
  /** Case-sensitive. */
  monthlyTurnOver: 'UpTo15k' | 'UpTo50k' | 'UpTo100k' | 'UpTo500k' | 'Above500k';
  /** Case-sensitive. */
  estimatedTransactionValue: 'UpTo5k' | 'UpTo15k' | 'UpTo50k' | 'UpTo100k' | 'Above100k';
  /** Case-sensitive. */
  sourceOfFunds: 'CustomerRevenue' | 'ShareholderCapital' | 'BusinessLoans' | 'Grants' | 'Investments' | 'AssetSales' | 'CryptoProceeds' | 'IntercompanyTransfers' | 'Donations' | 'MarketplaceFees' | 'SubscriptionRevenue' | 'TradingIncome';
  /** Case-sensitive. */
  purposeOfAccount: 'CustomerCollections' | 'Payroll' | 'SupplierPayments' | 'MarketplaceSettlements' | 'EscrowHolding' | 'SubscriptionBilling' | 'CrossBorderTrade' | 'FxSettlement' | 'CryptoOnRamp' | 'CryptoOffRamp' | 'Donations' | 'InvestmentHolding' | 'AffiliatePayouts' | 'MerchantPayouts' | 'InternalTreasury';
}

export interface BusinessPerson {
  firstName: string;
  lastName: string;
  birthDate?: string | null;
  taxResidenceCountry?: string | null;
  nationality: string;
  email: string;
  phone?: string | null;
  ownershipType: ('SHAREHOLDER' | 'DIRECTOR' | 'UBO')[];
  percentageShare?: number | null;
  /** Its countryCode is the country of residence, which determines the accepted identity documents. */
  address: Address;
  identities: Identity[];
}

export interface Identity {
  /** NATIONAL_ID is also accepted, and returned as NATIOANL_ID. */
  identityTypeCode: 'PASSPORT' | 'NATIOANL_ID' | 'DRIVING_LICENCE' | 'IDENTITY_CARD' | 'RESIDENCE_CARD' | 'VOTER_CARD' | 'BVN' | 'OTHERS' | 'NATIONAL_ID';
  issuingCountry: string;
  /** The number of the document. Never returned in full; reads show its last characters. */
  identityValue: string;
  documentUploadId?: string | null;
  issueDate?: string | null;
  expiryDate?: string | null;
  /** Accepted but not stored. */
  idBackDocumentUploadId?: string | null;
}

export interface BusinessProfilePut {
  /** The same id as in the path. */
  customerId: string;
  businessEmail: string;
  phoneNumber: string;
  name: string;
  tradingName?: string | null;
  /** A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode: 'SoleProprietor' | 'Partnership' | 'LimitedPartnership' | 'LimitedLiabilityPartnership' | 'LLC' | 'PrivateLimitedCompany' | 'PublicLimitedCompany' | 'Corporation' | 'Cooperative' | 'Association' | 'NonProfit' | 'Foundation' | 'Trust' | 'GovernmentEntity' | 'StateOwnedEnterprise' | 'BranchOffice' | 'FreeZoneCompany' | 'FinancialInstitution' | (string & {});
  incorporationCountryIso3Code: string;
  /** Case-sensitive. */
  industry: 'CustomerRevenue' | 'ShareholderCapital' | 'BusinessLoans' | 'Grants' | 'Investments' | 'AssetSales' | 'CryptoProceeds' | 'IntercompanyTransfers' | 'Donations' | 'MarketplaceFees' | 'SubscriptionRevenue' | 'TradingIncome';
  description?: string | null;
  website: string;
  registrationNumber: string;
  registrationDate?: string | null;
  addresses?: Address[] | null;
  financials?: Financials | null;
  businessPersonList?: BusinessPersonUpdate[] | null;
  partnerCustomerId?: string | null;
}

export interface BusinessPersonUpdate {
  firstName: string;
  lastName: string;
  birthDate?: string | null;
  taxResidenceCountry?: string | null;
  nationality: string;
  email: string;
  phone?: string | null;
  ownershipType: ('SHAREHOLDER' | 'DIRECTOR' | 'UBO')[];
  percentageShare?: number | null;
  /** Its countryCode is the country of residence, which determines the accepted identity documents. */
  address: Address;
  identities: Identity[];
  /** A person of this profile. If omitted, the person is identified by e-mail. */
  uboId?: string | null;
}

export interface BusinessProfilePatch {
  email?: string;
  phoneNumber?: string | null;
  companyName?: string;
  tradingName?: string | null;
  /** A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time. */
  businessTypeCode?: 'SoleProprietor' | 'Partnership' | 'LimitedPartnership' | 'LimitedLiabilityPartnership' | 'LLC' | 'PrivateLimitedCompany' | 'PublicLimitedCompany' | 'Corporation' | 'Cooperative' | 'Association' | 'NonProfit' | 'Foundation' | 'Trust' | 'GovernmentEntity' | 'StateOwnedEnterprise' | 'BranchOffice' | 'FreeZoneCompany' | 'FinancialInstitution' | (string & {});
  incorporationCountryCode?: string;
  /** Case-sensitive. */
  industry?: 'CustomerRevenue' | 'ShareholderCapital' | 'BusinessLoans' | 'Grants' | 'Investments' | 'AssetSales' | 'CryptoProceeds' | 'IntercompanyTransfers' | 'Donations' | 'MarketplaceFees' | 'SubscriptionRevenue' | 'TradingIncome';
  description?: string | null;
  website?: string;
  registrationNumber?: string;
  registrationDate?: string | null;
  addresses?: Address[] | null;
  financials?: Financials | null;
  businessPersonList?: BusinessPersonUpdate[] | null;
  /** May be sent again; it never changes. */
  partnerCustomerId?: string;
  businessDocumentIdList?: string[] | null;
}

export interface UploadLinkRequest {
  /** Case-insensitive. IdentityFront, IdentityBack, ProofOfPersonAddress, Selfie require uboId. */
  documentCategory: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other';
  /** The upload must use exactly this type. */
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png';
  /** The person whom the document concerns; required for documents of a person. */
  uboId?: string | null;
  /** The old name of uboId. @deprecated */
  ownershipDetailId?: string | null;
  /** Ignored. @deprecated */
  fileName?: unknown;
}

export interface BusinessProfileCreated {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
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
  code: 'Field.Unknown' | 'Field.Deprecated' | 'Phone.Implausible' | 'Date.Implausible' | 'Identity.ChecksumMismatch' | 'Ownership.AboveHundred' | 'Customer.RequestUnanswered' | (string & {});
  message: string;
}

/** One thing that is wrong with a request. */
export interface Problem {
  /** A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole. */
  pointer: string;
  code: 'Validation' | 'ValidationControl.Error' | 'PhoneNumber.Invalid' | 'BusinessType.NotFound' | 'Country.NotFound' | 'OnboardingConfig.NotFound' | 'Document.NotFound' | 'Customer.PartnerCustomerIdRequired' | 'Customer.PartnerCustomerIdInvalid' | 'Customer.PartnerCustomerIdConflict' | 'Customer.UnderReview' | 'Customer.Closed' | 'Customer.VersionMismatch' | 'Partner.BusinessProfileIdMismatch' | 'Document.AccessDenied' | 'Document.DailyLimit' | 'Document.NotUploaded' | 'Customer.NotFound' | 'Customer.DocumentNotFound' | 'Customer.DocumentUnreadable' | 'Partner.NotAuthenticated' | 'Partner.ScopeMissing' | 'Partner.NotAuthorized' | 'Partner.Inactive' | 'Partner.OnboardingNotApproved' | 'Account.NotFound' | 'Account.EmailTaken' | 'Account.OwnAccount' | 'Account.LastAdmin' | 'Account.StateConflict' | 'Account.TooManyInvitations' | 'Sandbox.StateConflict' | 'Sandbox.NotReady' | 'Idempotency.KeyInvalid' | 'Idempotency.KeyReused' | 'Idempotency.InProgress' | 'RateLimit.Exceeded' | 'Route.Withdrawn' | 'Route.NotFound' | 'Route.MethodNotAllowed' | 'Request.TooLarge' | 'Request.UrlTooLong' | 'Request.RangeNotSatisfiable' | 'Request.UnsupportedMediaType' | 'Request.Malformed' | 'Service.OutcomeUnknown' | 'Service.Unavailable' | 'Internal.Error' | (string & {});
  message: string;
}

/** The second form is returned when page or pageSize is sent, the first otherwise. */
export type BusinessProfileList = BusinessProfileCursorPage | BusinessProfileNumberedPage;

export interface BusinessProfileCursorPage {
  items: BusinessProfileSummary[];
  /** Send it as cursor to get the next page; null on the last page. */
  nextCursor: string | null;
}

/** A business without its people, documents, addresses and financials. */
export interface BusinessProfileSummary {
  customerId: string;
  partnerCustomerId: string;
  companyName: string;
  tradingName: string | null;
  email: string;
  phoneNumber: string | null;
  businessTypeCode: string;
  incorporationCountryIso3Code: string;
  industry: string;
  description: string | null;
  website: string;
  registrationNumber: string;
  registrationDate: string | null;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
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
  businessTypeCode: string;
  incorporationCountryIso3Code: string;
  industry: string;
  description: string | null;
  website: string;
  registrationNumber: string;
  registrationDate: string | null;
  addresses: AddressRecord[];
  financials: FinancialsRecord | null;
  businessPersonList: BusinessPersonRecord[];
  documents: DocumentRecord[];
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  createdAt: string;
  updatedAt: string;
  /** When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty. */
  erasedAt: string | null;
  /** Increases by one with every change; also the ETag. */
  version: number;
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
  ownershipType: ('SHAREHOLDER' | 'DIRECTOR' | 'UBO' | (string & {}))[];
  percentageShare: number | null;
  address: AddressRecord;
  identities: IdentityRecord[];
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
}

export interface IdentityRecord {
  identityId: string;
  identityTypeCode: 'PASSPORT' | 'NATIOANL_ID' | 'DRIVING_LICENCE' | 'IDENTITY_CARD' | 'RESIDENCE_CARD' | 'VOTER_CARD' | 'BVN' | 'OTHERS' | (string & {});
  issuingCountry: string;
  /** The last four characters, fewer for a short number; empty after erasure. */
  identityValueMasked: string;
  issueDate: string | null;
  expiryDate: string | null;
  documentUploadId: string | null;
}

export interface DocumentRecord {
  documentId: string;
  documentCategory: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other' | (string & {});
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png' | (string & {});
  sizeBytes: number | null;
  /** The hash of the stored bytes. Null unless Confirmed. */
  sha256: string | null;
  /** A record lists documents with an outcome: Confirmed, Quarantined or Rejected. */
  status: 'LinkIssued' | 'Uploaded' | 'Confirmed' | 'Quarantined' | 'Rejected' | 'Expired' | 'Superseded' | (string & {});
  /** Why it is Rejected or Quarantined. Request a new link and upload a valid file. */
  refusal: 'Empty' | 'TooLarge' | 'ContentMismatch' | 'Infected' | 'Unscannable' | (string & {}) | null;
  uboId: string | null;
  uploadedAt: string | null;
  confirmedAt: string | null;
}

export interface BusinessProfileReplaced {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
  /** The new version; also the ETag. */
  version: number;
}

export interface BusinessProfilePatched {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
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
  documents: ({
    documentId: string;
    status: 'LinkIssued' | 'Uploaded' | 'Confirmed' | 'Quarantined' | 'Rejected' | 'Expired' | 'Superseded' | (string & {});
  })[];
}

export interface VerificationStatus {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
  statusChangedAt: string;
  /** When the current attempt was submitted. */
  submittedAt: string;
  decidedAt: string | null;
  /** Increases by one with every answer to ChangesRequested. */
  attempt: number;
  /** Whether an update would be accepted in this state. */
  canUpdate: boolean;
  /** What you are expected to do now: the action of the first reason. */
  nextAction: 'None' | 'AddPeople' | 'CorrectData' | 'UploadDocuments' | (string & {});
  /** The reasons of the last decision while the status is ChangesRequested or Rejected; otherwise empty. */
  reasons: VerificationReason[];
  people: ({
    uboId: string;
    verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
  })[];
  /** Documents with an outcome: Confirmed, Quarantined or Rejected. */
  documents: ({
    documentId: string;
    status: 'LinkIssued' | 'Uploaded' | 'Confirmed' | 'Quarantined' | 'Rejected' | 'Expired' | 'Superseded' | (string & {});
  })[];
  /** The number of the last event of this customer. */
  sequence: number;
}

/** The reason for the outcome of a review, and what can be done about it. */
export interface VerificationReason {
  reasonId: string;
  /** From our catalogue; new codes may be added. */
  code: string;
  /** What was found, worded so that you can show it to the business. */
  message: string;
  /** Whether an update can resolve the reason; always false once Rejected. */
  retryable: boolean;
  /** A JSON pointer to the field, if any. */
  pointer?: string;
  /** The person concerned. */
  uboId?: string;
  /** The document concerned. */
  documentId?: string;
  remediation: {
    /** What you can do about it; None if nothing. */
    action: 'None' | 'AddPeople' | 'CorrectData' | 'UploadDocuments' | (string & {});
    /** Fields of the profile to check. */
    fields?: string[];
    /** Documents that would help; request an upload link for one of these categories. */
    documentCategories?: ('CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other' | (string & {}))[];
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
  actorKind: 'Client' | 'Service' | 'PartnerPerson' | 'StaffPerson' | 'Operator' | (string & {});
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
    'Content-Type': 'application/pdf' | 'image/jpeg' | 'image/png' | (string & {});
  };
  /** The upload must start before this time, 30 minutes from now. */
  expiresAt: string;
  maxSizeBytes: number;
  documentCategory: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other' | (string & {});
  fileName: string;
  uboId: string | null;
  /** What to do if storage refuses the upload with 403, by the <Code> of its answer. Storage answers with XML, not with an error of this API. */
  storageErrors: {
    SignatureDoesNotMatch: string;
    AccessDenied: string;
  };
}

/** An identity document accepted from residents. */
export interface IdentityRequirement {
  identityType: string;
  identityTypeCode: 'PASSPORT' | 'NATIOANL_ID' | 'DRIVING_LICENCE' | 'IDENTITY_CARD' | 'RESIDENCE_CARD' | 'VOTER_CARD' | 'BVN' | 'OTHERS' | (string & {});
  fieldName: string;
  inputType: 'Document' | 'Input' | 'Select' | (string & {});
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
  identityRules: 'Country' | 'General' | 'None' | (string & {});
}

/** A type of business that can be onboarded. */
export interface BusinessType {
  /** As shown in records; case-insensitive in requests. */
  businessTypeCode: string;
  /** The documents that a review usually requires from such a business; it may require fewer or more. IdentityFront, IdentityBack, ProofOfPersonAddress and Selfie apply to each person. */
  documentCategories: ('CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other' | (string & {}))[];
}

export interface ChangesPage {
  items: WebhookEvent[];
  /** Always present, even on an empty page: continue from here. */
  nextCursor: string;
  /** Whether more events are available right now. */
  hasMore: boolean;
}

export interface FinancialsRecord {
  /** Case-sensitive. */
  monthlyTurnOver: 'UpTo15k' | 'UpTo50k' | 'UpTo100k' | 'UpTo500k' | 'Above500k' | (string & {});
  /** Case-sensitive. */
  estimatedTransactionValue: 'UpTo5k' | 'UpTo15k' | 'UpTo50k' | 'UpTo100k' | 'Above100k' | (string & {});
  /** Case-sensitive. */
  sourceOfFunds: 'CustomerRevenue' | 'ShareholderCapital' | 'BusinessLoans' | 'Grants' | 'Investments' | 'AssetSales' | 'CryptoProceeds' | 'IntercompanyTransfers' | 'Donations' | 'MarketplaceFees' | 'SubscriptionRevenue' | 'TradingIncome' | (string & {});
  /** Case-sensitive. */
  purposeOfAccount: 'CustomerCollections' | 'Payroll' | 'SupplierPayments' | 'MarketplaceSettlements' | 'EscrowHolding' | 'SubscriptionBilling' | 'CrossBorderTrade' | 'FxSettlement' | 'CryptoOnRamp' | 'CryptoOffRamp' | 'Donations' | 'InvestmentHolding' | 'AffiliatePayouts' | 'MerchantPayouts' | 'InternalTreasury' | (string & {});
}

export interface Simulation {
  /** What the simulated analysts do. Hold claims the business and keeps it in review, Release returns it to the queue, Reopen reverses a rejection. */
  outcome: 'Approve' | 'Reject' | 'RequestChanges' | 'Hold' | 'Release' | 'Reopen';
  /** For Reject and RequestChanges. Defaults to a typical reason. */
  reasons?: DecisionReason[] | null;
  /** Outcomes for individual people, applied together with the decision. */
  people?: ({
    uboId: string;
    /** Case-sensitive. */
    verdict: 'Approved' | 'Rejected' | 'ChangesRequested';
  })[] | null;
}

export interface DecisionReason {
  /** A code from the catalogue of reasons. */
  code: 'Business.NameMismatch' | 'Business.RegistrationNotFound' | 'Business.AddressUnverified' | 'Business.ActivityUnclear' | 'Ownership.Incomplete' | 'Ownership.SharesInconsistent' | 'Person.DetailsMismatch' | 'Person.IdentityExpired' | 'Person.IdentityUnverified' | 'Person.AddressUnverified' | 'Document.Missing' | 'Document.MemorandumArticlesMissing' | 'Document.ShareholderRegisterMissing' | 'Document.DirectorRegisterMissing' | 'Document.ProofOfBusinessAddressMissing' | 'Document.TaxCertificateMissing' | 'Document.BankStatementMissing' | 'Document.OperatingLicenceMissing' | 'Document.BoardResolutionMissing' | 'Document.SourceOfFundsMissing' | 'Document.OwnershipChartMissing' | 'Document.IdentityFrontMissing' | 'Document.IdentityBackMissing' | 'Document.ProofOfPersonAddressMissing' | 'Document.SelfieMissing' | 'Document.Unreadable' | 'Document.Expired' | 'Document.WrongKind' | 'Business.ActivityNotServed' | 'Business.NotAcceptable';
  /** Your message to the partner; defaults to that of the catalogue. Never name a colleague. */
  message?: string | null;
  /** The field concerned. */
  pointer?: string | null;
  /** The person concerned; required for reasons about a person. */
  uboId?: string | null;
  /** The document concerned; required for reasons about a document. */
  documentId?: string | null;
}

export interface Simulated {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested' | (string & {});
  version: number;
}

/** A code of the catalogue of errors. New ones may be added. */
export type ErrorCode = Problem['code'];

export interface ListBusinessProfilesQuery {
  /** Maximum number of items. Cannot be combined with page and pageSize. */
  limit?: number;
  /** nextCursor of the previous page, with the same filters. */
  cursor?: string;
  /** Starts at 1. Pages cover the first 10000 rows; use the cursor beyond that. */
  page?: number;
  /** Items per page. */
  pageSize?: number;
  /** Repeat the parameter to filter by several. */
  verificationStatus?: ('NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested')[];
  /** Case-insensitive. */
  businessTypeCode?: string;
  /** An ISO 3166-1 alpha-3 code. */
  incorporationCountryIso3Code?: string;
  /** The complete number, exactly as stored. */
  registrationNumber?: string;
  /** Created at or after this time. A date means its start in UTC. */
  createdFrom?: string;
  /** Created before this time. */
  createdTo?: string;
  /** Last changed at or after this time. With updatedFrom or updatedTo the list is sorted by updatedAt, latest first. */
  updatedFrom?: string;
  /** Last changed before this time. */
  updatedTo?: string;
}

export interface ReadAuditTrailQuery {
  /** Maximum number of items. */
  limit?: number;
  /** nextCursor of the previous page. */
  cursor?: string;
}

export interface ListIdentityRequirementsQuery {
  /** The country of residence: ISO 3166-1 alpha-3, case-insensitive. */
  countryCode: string;
}

export interface ReadChangesQuery {
  /** nextCursor of the previous response. If omitted, the feed starts at since, or 30 days ago. */
  cursor?: string;
  /** Where to start without a cursor: at events that occurred at or after this time. Ignored if a cursor is sent. */
  since?: string;
  /** Maximum number of items. */
  limit?: number;
}
