// Every field of the create body according to the specification and the contract decisions. Written by hand, and
// independent of packages/contract, so that the code is not tested against itself.

/** The codes of a field's faults, unless the field names others. */
interface FieldCodes {
  missing?: string;
  wrongType?: string;
  blank?: string;
}

interface FieldBase {
  /** A JSON pointer into the body. */
  pointer: string;
  required: boolean;
  codes?: FieldCodes;
}

export interface TextField extends FieldBase {
  kind: 'text';
  min?: number;
  max: number;
  /** Reads do not show the value as it was sent. */
  hidden?: boolean;
}

interface VocabularyField extends FieldBase {
  kind: 'vocabulary';
  values: readonly string[];
}

export interface BusinessTypeField extends FieldBase {
  kind: 'businessType';
  values: readonly string[];
}

interface CountryField extends FieldBase {
  kind: 'country';
  /** Real codes that fit the rest of the body. */
  fitting: readonly string[];
}

export interface DateField extends FieldBase {
  kind: 'date';
  /** Real dates that fit the rest of the body. */
  fitting: readonly string[];
}

export interface IdentityTypeField extends FieldBase {
  kind: 'identityType';
  /** Each type with a country in which people may use it, and a number that is valid there. */
  samples: readonly IdentitySample[];
}

interface IdentitySample {
  identityTypeCode: string;
  residence: string;
  identityValue: string;
  expires: boolean;
}

export interface ListField extends FieldBase {
  kind: 'list';
  mayBeEmpty: boolean;
  /** What an empty object as the only element lacks; undefined if elements are not objects. */
  elementLacks?: readonly Fault[];
}

export interface ObjectField extends FieldBase {
  kind: 'object';
  /** What an empty object lacks. */
  lacks: readonly Fault[];
}

export interface OwnershipField extends FieldBase {
  kind: 'ownership';
  values: readonly string[];
}

interface PlainField extends FieldBase {
  kind: 'email' | 'phone' | 'website' | 'share' | 'reference' | 'documentId' | 'ignoredDocumentId';
}

export type Field =
  | TextField
  | VocabularyField
  | BusinessTypeField
  | CountryField
  | DateField
  | IdentityTypeField
  | ListField
  | ObjectField
  | OwnershipField
  | PlainField;

export interface Fault {
  pointer: string;
  code: string;
}

const INDUSTRIES = [
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
];

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
];

const IDENTITY_SAMPLES: IdentitySample[] = [
  { identityTypeCode: 'PASSPORT', residence: 'NGA', identityValue: 'A70707123', expires: true },
  { identityTypeCode: 'NATIOANL_ID', residence: 'NGA', identityValue: '70707123456', expires: false },
  { identityTypeCode: 'DRIVING_LICENCE', residence: 'NGA', identityValue: 'ABC70707DE67', expires: true },
  { identityTypeCode: 'IDENTITY_CARD', residence: 'USA', identityValue: '70707123', expires: true },
  { identityTypeCode: 'RESIDENCE_CARD', residence: 'NGA', identityValue: '70707123', expires: true },
  { identityTypeCode: 'VOTER_CARD', residence: 'NGA', identityValue: '70707B1103A29550063', expires: false },
  { identityTypeCode: 'BVN', residence: 'NGA', identityValue: '70707123456', expires: false },
  { identityTypeCode: 'OTHERS', residence: 'JPN', identityValue: '70707123', expires: false },
];

const lackingIn = (parent: string, names: readonly string[]): Fault[] =>
  names.map((name) => ({ pointer: `${parent}/${name}`, code: 'Validation' }));

const ADDRESS_LACKS = ['streetLine1', 'city', 'state', 'postalCode', 'countryCode'];

const addressFields = (parent: string): Field[] => [
  { pointer: `${parent}/streetLine1`, kind: 'text', required: true, max: 255 },
  { pointer: `${parent}/streetLine2`, kind: 'text', required: false, max: 255 },
  { pointer: `${parent}/city`, kind: 'text', required: true, max: 100 },
  { pointer: `${parent}/state`, kind: 'text', required: true, max: 100 },
  { pointer: `${parent}/postalCode`, kind: 'text', required: true, max: 20 },
];

const PERSON = '/businessPersonList/0';
const IDENTITY = `${PERSON}/identities/0`;
const PERSON_LACKS: Fault[] = [
  ...lackingIn(PERSON, ['firstName', 'lastName']),
  { pointer: `${PERSON}/nationality`, code: 'ValidationControl.Error' },
  ...lackingIn(PERSON, ['email', 'ownershipType', 'address', 'identities']),
];

/** For anything that is not an E.164 number, JSON numbers included. */
const PHONE_CODES: FieldCodes = { wrongType: 'PhoneNumber.Invalid' };

const businessFields: Field[] = [
  { pointer: '/email', kind: 'email', required: true },
  { pointer: '/phoneNumber', kind: 'phone', required: false, codes: PHONE_CODES },
  { pointer: '/companyName', kind: 'text', required: true, min: 2, max: 255 },
  { pointer: '/tradingName', kind: 'text', required: false, max: 255 },
  { pointer: '/businessTypeCode', kind: 'businessType', required: true, values: BUSINESS_TYPES },
  {
    pointer: '/incorporationCountryIso3Code',
    kind: 'country',
    required: true,
    fitting: ['NGA', 'GBR', 'AFG', 'ZWE', 'ALA'],
  },
  { pointer: '/industry', kind: 'vocabulary', required: true, values: INDUSTRIES },
  { pointer: '/description', kind: 'text', required: false, max: 1000 },
  { pointer: '/website', kind: 'website', required: true },
  { pointer: '/registrationNumber', kind: 'text', required: true, max: 10 },
  { pointer: '/registrationDate', kind: 'date', required: false, fitting: ['2020-02-29', '1899-12-31'] },
  {
    pointer: '/addresses',
    kind: 'list',
    required: false,
    mayBeEmpty: true,
    elementLacks: lackingIn('/addresses/0', ADDRESS_LACKS),
  },
  ...addressFields('/addresses/0'),
  { pointer: '/addresses/0/countryCode', kind: 'country', required: true, fitting: ['NGA', 'USA', 'CHE'] },
  {
    pointer: '/financials',
    kind: 'object',
    required: false,
    lacks: lackingIn('/financials', [
      'monthlyTurnOver',
      'estimatedTransactionValue',
      'sourceOfFunds',
      'purposeOfAccount',
    ]),
  },
  {
    pointer: '/financials/monthlyTurnOver',
    kind: 'vocabulary',
    required: true,
    values: ['UpTo15k', 'UpTo50k', 'UpTo100k', 'UpTo500k', 'Above500k'],
  },
  {
    pointer: '/financials/estimatedTransactionValue',
    kind: 'vocabulary',
    required: true,
    values: ['UpTo5k', 'UpTo15k', 'UpTo50k', 'UpTo100k', 'Above100k'],
  },
  { pointer: '/financials/sourceOfFunds', kind: 'vocabulary', required: true, values: INDUSTRIES },
  {
    pointer: '/financials/purposeOfAccount',
    kind: 'vocabulary',
    required: true,
    values: [
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
    ],
  },
  { pointer: '/businessPersonList', kind: 'list', required: false, mayBeEmpty: true, elementLacks: PERSON_LACKS },
  {
    pointer: '/partnerCustomerId',
    kind: 'reference',
    required: true,
    codes: { missing: 'Customer.PartnerCustomerIdRequired', wrongType: 'Customer.PartnerCustomerIdInvalid' },
  },
];

const personFields: Field[] = [
  { pointer: `${PERSON}/firstName`, kind: 'text', required: true, max: 100 },
  { pointer: `${PERSON}/lastName`, kind: 'text', required: true, max: 100 },
  { pointer: `${PERSON}/birthDate`, kind: 'date', required: false, fitting: ['1968-02-29', '1899-12-31'] },
  { pointer: `${PERSON}/taxResidenceCountry`, kind: 'country', required: false, fitting: ['NGA', 'CHE'] },
  {
    pointer: `${PERSON}/nationality`,
    kind: 'country',
    required: true,
    fitting: ['NGA', 'CHE', 'JPN'],
    codes: { missing: 'ValidationControl.Error', blank: 'ValidationControl.Error' },
  },
  { pointer: `${PERSON}/email`, kind: 'email', required: true },
  { pointer: `${PERSON}/phone`, kind: 'phone', required: false, codes: PHONE_CODES },
  { pointer: `${PERSON}/ownershipType`, kind: 'list', required: true, mayBeEmpty: false },
  { pointer: `${PERSON}/ownershipType`, kind: 'ownership', required: true, values: ['SHAREHOLDER', 'DIRECTOR', 'UBO'] },
  { pointer: `${PERSON}/percentageShare`, kind: 'share', required: false },
  {
    pointer: `${PERSON}/address`,
    kind: 'object',
    required: true,
    lacks: lackingIn(`${PERSON}/address`, ADDRESS_LACKS),
  },
  ...addressFields(`${PERSON}/address`),
  // The country of residence decides which identities are accepted, so only the body's own country fits.
  { pointer: `${PERSON}/address/countryCode`, kind: 'country', required: true, fitting: ['NGA'] },
  {
    pointer: `${PERSON}/identities`,
    kind: 'list',
    required: true,
    mayBeEmpty: false,
    elementLacks: lackingIn(IDENTITY, ['identityTypeCode', 'issuingCountry', 'identityValue']),
  },
  { pointer: `${IDENTITY}/identityTypeCode`, kind: 'identityType', required: true, samples: IDENTITY_SAMPLES },
  { pointer: `${IDENTITY}/issuingCountry`, kind: 'country', required: true, fitting: ['NGA'] },
  { pointer: `${IDENTITY}/identityValue`, kind: 'text', required: true, max: 255, hidden: true },
  { pointer: `${IDENTITY}/documentUploadId`, kind: 'documentId', required: false },
  { pointer: `${IDENTITY}/issueDate`, kind: 'date', required: false, fitting: ['2020-02-29', '1999-12-31'] },
  { pointer: `${IDENTITY}/expiryDate`, kind: 'date', required: false, fitting: ['2096-02-29', '9999-12-31'] },
  { pointer: `${IDENTITY}/idBackDocumentUploadId`, kind: 'ignoredDocumentId', required: false },
];

export const CREATE_FIELDS: readonly Field[] = [...businessFields, ...personFields];
