// Example bodies and responses for the API reference. Tests send them and validate them against their schemas.
import {
  type AuditPage,
  type BusinessPersonRecord,
  type BusinessProfileList,
  type BusinessProfileRecord,
  type BusinessProfileSummary,
  type BusinessType,
  businessProfileSummarySchema,
  type ChangesPage,
  type Country,
  type CreateAnswer,
  type IdentityRequirement,
  type PatchAnswer,
  STORAGE_ERRORS,
  type UploadLinkAnswer,
  type VerificationStatusRecord,
} from '@onboarding/contract';

const CUSTOMER_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const UBO_ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const DOCUMENT_ID = '0193a2b4-8d22-7a51-9c77-8e9f0a1b2c34';

const BUSINESS = {
  email: 'office@lagos-trading.example',
  phoneNumber: '+2348031234567',
  companyName: 'Lagos Trading Ltd',
  tradingName: 'Lagos Trading',
  businessTypeCode: 'LLC',
  incorporationCountryIso3Code: 'NGA',
  industry: 'TradingIncome',
  description: 'Import and wholesale of office equipment.',
  website: 'https://lagos-trading.example',
  registrationNumber: 'RC1234567',
  registrationDate: '2019-03-28',
  financials: {
    monthlyTurnOver: 'UpTo100k',
    estimatedTransactionValue: 'UpTo15k',
    sourceOfFunds: 'CustomerRevenue',
    purposeOfAccount: 'SupplierPayments',
  },
  partnerCustomerId: 'acme-000042',
  metadata: { crmId: '4711' },
} as const;

const PERSON = {
  firstName: 'Amara',
  lastName: 'Okafor',
  birthDate: '1984-05-17',
  nationality: 'NGA',
  email: 'amara.okafor@lagos-trading.example',
  phone: '+2348031234568',
  ownershipType: ['UBO', 'DIRECTOR'] as BusinessPersonRecord['ownershipType'],
  percentageShare: 60,
};

const OFFICE = {
  streetLine1: '12 Marina Road',
  city: 'Lagos',
  state: 'Lagos',
  postalCode: '101241',
  countryCode: 'NGA',
};
const HOME = {
  streetLine1: '4 Bourdillon Road',
  city: 'Lagos',
  state: 'Lagos',
  postalCode: '101233',
  countryCode: 'NGA',
};
const IDENTITY = { identityTypeCode: 'NATIOANL_ID', issuingCountry: 'NGA' } as const;

export const createExample = {
  ...BUSINESS,
  addresses: [OFFICE],
  businessPersonList: [{ ...PERSON, address: HOME, identities: [{ ...IDENTITY, identityValue: '12345678901' }] }],
};

export const createAnswerExample: CreateAnswer = {
  customerId: CUSTOMER_ID,
  partnerCustomerId: BUSINESS.partnerCustomerId,
  verificationStatus: 'PendingVerification',
  version: 1,
  ubos: [{ uboId: UBO_ID, email: PERSON.email, firstName: PERSON.firstName, lastName: PERSON.lastName }],
};

export const recordExample: BusinessProfileRecord = {
  customerId: CUSTOMER_ID,
  ...BUSINESS,
  addresses: [{ ...OFFICE, streetLine2: null }],
  businessPersonList: [
    {
      uboId: UBO_ID,
      ...PERSON,
      taxResidenceCountry: null,
      address: { ...HOME, streetLine2: null },
      identities: [
        {
          identityId: '0193a2b4-7c11-7d40-9b55-6c7d8e9f0a12',
          ...IDENTITY,
          identityValueMasked: '****8901',
          issueDate: null,
          expiryDate: null,
          documentUploadId: null,
        },
      ],
      verificationStatus: 'NotStarted',
      metadata: {},
    },
  ],
  documents: [
    {
      documentId: DOCUMENT_ID,
      documentCategory: 'CertificateOfIncorporation',
      contentType: 'application/pdf',
      sizeBytes: 182_044,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      status: 'Confirmed',
      refusal: null,
      uboId: null,
      uploadedAt: '2026-11-15T09:41:07.000Z',
      confirmedAt: '2026-11-15T09:41:08.000Z',
    },
  ],
  verificationStatus: 'PendingVerification',
  canUpdate: true,
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:41:08.000Z',
  erasedAt: null,
  version: 2,
};

export const summaryExample: BusinessProfileSummary = businessProfileSummarySchema.parse(recordExample);

export const listExample: BusinessProfileList = {
  items: [summaryExample],
  nextCursor: null,
};

const { email: businessEmail, companyName: name, tradingName: _tradingName, ...UNCHANGED } = BUSINESS;

export const putExample = {
  customerId: CUSTOMER_ID,
  ...UNCHANGED,
  businessEmail,
  name,
  registrationNumber: 'RC1234567-LAGOS-2026',
};

export const putAnswerExample = {
  customerId: CUSTOMER_ID,
  partnerCustomerId: BUSINESS.partnerCustomerId,
  verificationStatus: 'PendingVerification',
  version: 2,
} as const;

const SECOND_PERSON = {
  firstName: 'Tunde',
  lastName: 'Bello',
  nationality: 'NGA',
  email: 'tunde.bello@lagos-trading.example',
  ownershipType: ['DIRECTOR'],
};

export const patchExample = {
  incorporationCountryCode: 'NGA',
  description: null,
  businessPersonList: [
    { ...SECOND_PERSON, address: HOME, identities: [{ ...IDENTITY, identityValue: '23456789012' }] },
  ],
};

export const patchAnswerExample: PatchAnswer = {
  ...putAnswerExample,
  version: 3,
  ubos: [
    {
      uboId: '0193a2b4-7c11-7d41-8c66-7d8e9f0a1b23',
      email: SECOND_PERSON.email,
      firstName: SECOND_PERSON.firstName,
      lastName: SECOND_PERSON.lastName,
      added: true,
    },
  ],
  documents: [],
};

export const verificationStatusExample: VerificationStatusRecord = {
  customerId: CUSTOMER_ID,
  partnerCustomerId: BUSINESS.partnerCustomerId,
  verificationStatus: 'ChangesRequested',
  statusChangedAt: '2026-11-15T14:05:00.000Z',
  submittedAt: '2026-11-15T09:30:00.000Z',
  decidedAt: '2026-11-15T14:05:00.000Z',
  attempt: 1,
  canUpdate: true,
  nextAction: 'UploadDocuments',
  reasons: [
    {
      reasonId: '0193a3af-41a0-7b12-8d3e-4f5a6b7c8d9e',
      code: 'Person.AddressUnverified',
      message: 'The address of the person could not be verified.',
      retryable: true,
      uboId: UBO_ID,
      remediation: { action: 'UploadDocuments', documentCategories: ['ProofOfPersonAddress'] },
    },
  ],
  people: [{ uboId: UBO_ID, verificationStatus: 'ChangesRequested' }],
  documents: [
    {
      documentId: DOCUMENT_ID,
      documentCategory: 'CertificateOfIncorporation',
      status: 'Confirmed',
      refusal: null,
      uboId: null,
    },
  ],
  version: 3,
  sequence: 5,
};

export const auditExample: AuditPage = {
  items: [
    {
      auditId: '0193a3af-41a0-7000-9b21-3c4d5e6f7a8b',
      action: 'business.verification.updated',
      actorKind: 'StaffPerson',
      actorId: null,
      occurredAt: '2026-11-15T14:05:00.000Z',
      details: {
        version: 3,
        previousStatus: 'StartedNotCompleted',
        verificationStatus: 'ChangesRequested',
        trigger: 'RequestChanges',
        reasons: ['Person.AddressUnverified'],
      },
    },
    {
      auditId: '0193a2b4-7c12-7001-8c66-7d8e9f0a1b23',
      action: 'business.profile.created',
      actorKind: 'Client',
      actorId: 'acme-0193a2b47c117d3e9f532a6b8c0d1e2f',
      occurredAt: '2026-11-15T09:30:00.000Z',
      details: { version: 1, verificationStatus: 'PendingVerification', people: 1 },
    },
  ],
  nextCursor: null,
};

export const identityRequirementsExample: IdentityRequirement[] = [
  {
    identityType: 'National ID',
    identityTypeCode: 'NATIOANL_ID',
    fieldName: 'nationalIdNumber',
    inputType: 'Input',
    isRequired: false,
    label: 'National Identification Number (NIN)',
    placeholder: '12345678901',
    requiresIssueDate: false,
    requiresExpiryDate: false,
    requiresIdNumber: true,
    validationRules: {
      regex: '^\\d{11}$',
      minLength: 11,
      maxLength: 11,
      errorMessage: 'National Identification Number (NIN) is not in the format accepted for NGA (example 12345678901)',
    },
    displayOrder: 1,
  },
];

export const countriesExample: Country[] = [
  { countryCode: 'ATA', name: 'Antarctica', isOpen: true, identityRules: 'None' },
  { countryCode: 'CHE', name: 'Switzerland', isOpen: true, identityRules: 'General' },
  { countryCode: 'NGA', name: 'Nigeria', isOpen: true, identityRules: 'Country' },
];

export const businessTypesExample: BusinessType[] = [
  {
    businessTypeCode: 'SoleProprietor',
    documentCategories: [
      'CertificateOfIncorporation',
      'ProofOfBusinessAddress',
      'TaxCertificate',
      'BankStatement',
      'IdentityFront',
      'ProofOfPersonAddress',
    ],
  },
];

export const changesExample: ChangesPage = {
  items: [
    {
      eventId: '0193a2b4-7c12-7000-8c66-7d8e9f0a1b23',
      eventType: 'business.profile.created',
      eventVersion: 1,
      occurredAt: '2026-11-15T09:30:00.000Z',
      partnerId: '01930a00-0000-7000-8000-000000000001',
      sequence: 1,
      correlation: {
        requestId: '0193a2b4-7c10-7d3e-9f53-2a6b8c0d1e2f',
        customerId: CUSTOMER_ID,
        partnerCustomerId: BUSINESS.partnerCustomerId,
      },
      data: {
        customerId: CUSTOMER_ID,
        partnerCustomerId: BUSINESS.partnerCustomerId,
        verificationStatus: 'PendingVerification',
        version: 1,
      },
    },
  ],
  nextCursor: 'AQAAAAAAAALkAAAAAAAAAAAAAAAAAAAAAAGTorR8Eps3o8c',
  hasMore: false,
};

export const uploadLinkExample = { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' };

export const uploadLinkAnswerExample: UploadLinkAnswer = {
  documentId: DOCUMENT_ID,
  documentUploadId: DOCUMENT_ID,
  uploadUrl: 'https://uploads.onboarding.example/documents/some/key?X-Amz-Expires=1800&X-Amz-Signature=5d41402a',
  method: 'PUT',
  headers: { 'Content-Type': 'application/pdf' },
  expiresAt: '2026-11-15T10:10:00.000Z',
  maxSizeBytes: 10_485_760,
  documentCategory: 'CertificateOfIncorporation',
  fileName: 'CertificateOfIncorporation.pdf',
  uboId: null,
  storageErrors: STORAGE_ERRORS,
};
