// The catalogue of reasons for decisions, each with the message to the partner and the remediation.
import type { DecisionOutcome, DocumentCategory, NextAction } from './vocabularies.ts';

/** The subject of a reason; the analyst must name the person or document. */
export type ReasonTarget = 'Business' | 'Person' | 'Document';

interface ReasonEntry {
  target: ReasonTarget;
  /** The decisions that can have this reason. */
  outcomes: readonly DecisionOutcome[];
  /** The partner reads it, and may show it to the business. */
  message: string;
  remediation: { action: NextAction; fields?: readonly string[]; documentCategories?: readonly DocumentCategory[] };
}

const CORRECTABLE = ['RequestChanges', 'Reject'] as const;
const FINAL = ['Reject'] as const;

const missing = (
  message: string,
  category: DocumentCategory,
  target: 'Business' | 'Person' = 'Business',
): ReasonEntry => ({
  target,
  outcomes: CORRECTABLE,
  message,
  remediation: { action: 'UploadDocuments', documentCategories: [category] },
});

export const REVIEW_REASONS = {
  'Business.NameMismatch': {
    target: 'Business',
    outcomes: CORRECTABLE,
    message: 'The name of the business does not match the register.',
    remediation: { action: 'CorrectData', fields: ['companyName'] },
  },
  'Business.RegistrationNotFound': {
    target: 'Business',
    outcomes: CORRECTABLE,
    message: 'No business with this registration number was found in the country of incorporation.',
    remediation: {
      action: 'CorrectData',
      fields: ['registrationNumber', 'incorporationCountryIso3Code'],
      documentCategories: ['CertificateOfIncorporation'],
    },
  },
  'Business.AddressUnverified': {
    target: 'Business',
    outcomes: CORRECTABLE,
    message: 'The address of the business could not be verified.',
    remediation: { action: 'UploadDocuments', fields: ['addresses'], documentCategories: ['ProofOfBusinessAddress'] },
  },
  'Business.ActivityUnclear': {
    target: 'Business',
    outcomes: CORRECTABLE,
    message: 'It is unclear what the business does or where its funds come from.',
    remediation: {
      action: 'CorrectData',
      fields: ['description', 'website', 'financials'],
      documentCategories: ['SourceOfFunds', 'BankStatement'],
    },
  },
  'Ownership.Incomplete': {
    target: 'Business',
    outcomes: CORRECTABLE,
    message: 'Owners or directors of the business are missing.',
    remediation: {
      action: 'AddPeople',
      fields: ['businessPersonList'],
      documentCategories: ['ShareholderRegister', 'DirectorRegister', 'OwnershipChart'],
    },
  },
  'Ownership.SharesInconsistent': {
    target: 'Business',
    outcomes: CORRECTABLE,
    message: 'The shares of the owners do not match the documents of the business.',
    remediation: { action: 'CorrectData', fields: ['businessPersonList'], documentCategories: ['ShareholderRegister'] },
  },
  'Person.DetailsMismatch': {
    target: 'Person',
    outcomes: CORRECTABLE,
    message: "The person's details do not match the identity document.",
    remediation: { action: 'CorrectData', fields: ['businessPersonList'] },
  },
  'Person.IdentityExpired': {
    target: 'Person',
    outcomes: CORRECTABLE,
    message: 'The identity document of the person has expired.',
    remediation: {
      action: 'UploadDocuments',
      fields: ['identities'],
      documentCategories: ['IdentityFront', 'IdentityBack'],
    },
  },
  'Person.IdentityUnverified': {
    target: 'Person',
    outcomes: CORRECTABLE,
    message: 'The identity of the person could not be verified.',
    remediation: {
      action: 'UploadDocuments',
      fields: ['identities'],
      documentCategories: ['IdentityFront', 'IdentityBack', 'Selfie'],
    },
  },
  'Person.AddressUnverified': {
    target: 'Person',
    outcomes: CORRECTABLE,
    message: 'The address of the person could not be verified.',
    remediation: { action: 'UploadDocuments', documentCategories: ['ProofOfPersonAddress'] },
  },
  // One for each category, so that the partner knows which document to send. Other has none: an analyst describes such a document.
  'Document.Missing': missing('The certificate of incorporation is missing.', 'CertificateOfIncorporation'),
  'Document.MemorandumArticlesMissing': missing(
    'The memorandum and articles of association are missing.',
    'MemorandumArticles',
  ),
  'Document.ShareholderRegisterMissing': missing('The register of shareholders is missing.', 'ShareholderRegister'),
  'Document.DirectorRegisterMissing': missing('The register of directors is missing.', 'DirectorRegister'),
  'Document.ProofOfBusinessAddressMissing': missing(
    'Proof of the address of the business is missing.',
    'ProofOfBusinessAddress',
  ),
  'Document.TaxCertificateMissing': missing('The tax certificate is missing.', 'TaxCertificate'),
  'Document.BankStatementMissing': missing('A bank statement is missing.', 'BankStatement'),
  'Document.OperatingLicenceMissing': missing('The operating licence is missing.', 'OperatingLicence'),
  'Document.BoardResolutionMissing': missing('The board resolution is missing.', 'BoardResolution'),
  'Document.SourceOfFundsMissing': missing('Proof of the source of funds is missing.', 'SourceOfFunds'),
  'Document.OwnershipChartMissing': missing('The ownership chart is missing.', 'OwnershipChart'),
  'Document.IdentityFrontMissing': missing(
    "The front of the person's identity document is missing.",
    'IdentityFront',
    'Person',
  ),
  'Document.IdentityBackMissing': missing(
    "The back of the person's identity document is missing.",
    'IdentityBack',
    'Person',
  ),
  'Document.ProofOfPersonAddressMissing': missing(
    "Proof of the person's address is missing.",
    'ProofOfPersonAddress',
    'Person',
  ),
  'Document.SelfieMissing': missing('A selfie of the person is missing.', 'Selfie', 'Person'),
  'Document.Unreadable': {
    target: 'Document',
    outcomes: CORRECTABLE,
    message: 'The document cannot be read: it is blurred, cut off or protected.',
    remediation: { action: 'UploadDocuments' },
  },
  'Document.Expired': {
    target: 'Document',
    outcomes: CORRECTABLE,
    message: 'The document has expired or is older than three months.',
    remediation: { action: 'UploadDocuments' },
  },
  'Document.WrongKind': {
    target: 'Document',
    outcomes: CORRECTABLE,
    message: 'The document does not match the category under which it was uploaded.',
    remediation: { action: 'UploadDocuments' },
  },
  'Business.ActivityNotServed': {
    target: 'Business',
    outcomes: FINAL,
    message: 'We do not serve businesses with this activity.',
    remediation: { action: 'None' },
  },
  // Also used where we must not disclose more: partners are never informed about a screening.
  'Business.NotAcceptable': {
    target: 'Business',
    outcomes: FINAL,
    message: 'The business cannot be accepted under our policies.',
    remediation: { action: 'None' },
  },
} as const satisfies Record<string, ReasonEntry>;

export type ReasonCode = keyof typeof REVIEW_REASONS;
export const REASON_CODES = Object.keys(REVIEW_REASONS) as [ReasonCode, ...ReasonCode[]];

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(REVIEW_REASONS, code);
}
