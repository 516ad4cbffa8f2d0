import { created } from '../field-tests.ts';
import { area, type Evidence, tagged, titled } from '../statement.ts';

const EVERY = 'tests/contract/partner/every-route.test.ts';
const RULES = 'tests/contract/create/create-rules.test.ts';
const DOCUMENTS = 'tests/contract/update/update-documents.test.ts';
const REQUIREMENTS = 'tests/contract/partner/requirements-route.test.ts';

/** That the code has its status, that the operations declare it, and that each can be brought to answer with it. */
const declared = (code: string): Evidence[] => [
  ...titled('tests/contract/house/specified-words.test.ts', `* > ${code} *`),
  ...titled(EVERY, `* > ${code}`),
];

export const partnerErrors = area('Partner API errors', [
  {
    no: 321,
    says: 'A failure has isSuccess false and an error with code and message',
    surface: 'Partner API',
    coveredBy: [
      ...titled(EVERY, '* > Partner.NotAuthenticated', '* > Customer.NotFound', '* > ValidationControl.Error'),
      tagged('tests/contract/partner/tenancy.test.ts'),
    ],
  },
  {
    no: 322,
    says: 'Validation: a malformed create, including a malformed date',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Validation'),
      ...created(
        '/companyName of another type is Validation: *',
        '/email absent is Validation',
        '/tradingName over the limit is Validation: *',
        '/registrationDate that is no date is Validation: *',
        '/businessPersonList/0/birthDate that is no date is Validation: *',
      ),
    ],
  },
  {
    no: 323,
    says: 'ValidationControl.Error: a value outside its vocabulary',
    surface: 'Partner API',
    coveredBy: [
      ...declared('ValidationControl.Error'),
      ...created(
        '/industry outside the vocabulary is ValidationControl.Error: *',
        '/financials/* outside the vocabulary is ValidationControl.Error: *',
      ),
    ],
  },
  {
    no: 324,
    says: 'ValidationControl.Error: a person without a nationality',
    surface: 'Partner API',
    coveredBy: [
      ...created(
        '/businessPersonList/0/nationality absent is ValidationControl.Error',
        '/businessPersonList/0/nationality blank is ValidationControl.Error: *',
      ),
      tagged('tests/contract/update/update-people.test.ts'),
    ],
  },
  {
    no: 325,
    says: 'ValidationControl.Error: an identity that is not accepted',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/create/create-identities.test.ts')],
  },
  {
    no: 326,
    says: 'ValidationControl.Error: shares that add up to more than 100',
    surface: 'Partner API',
    coveredBy: [tagged(RULES)],
  },
  {
    no: 327,
    says: 'ValidationControl.Error: two people with the same e-mail',
    surface: 'Partner API',
    coveredBy: [tagged(RULES)],
  },
  {
    no: 328,
    says: 'ValidationControl.Error: uboId and ownershipDetailId of different people',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/documents/upload-link.test.ts')],
  },
  {
    no: 329,
    says: 'PhoneNumber.Invalid: a phone number that is not in E.164 form',
    surface: 'Partner API',
    coveredBy: [
      ...declared('PhoneNumber.Invalid'),
      ...created(
        '/phoneNumber not in E.164 form is PhoneNumber.Invalid: *',
        '/businessPersonList/0/phone not in E.164 form is PhoneNumber.Invalid: *',
        '/phoneNumber of another type is PhoneNumber.Invalid: 7',
      ),
    ],
  },
  {
    no: 330,
    says: 'Partner.BusinessProfileIdMismatch: the body has another customer’s id than the path',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Partner.BusinessProfileIdMismatch'),
      tagged('tests/contract/update/update-names-and-warnings.test.ts'),
    ],
  },
  {
    no: 331,
    says: 'Partner.NotAuthenticated: the token belongs to no partner',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Partner.NotAuthenticated'),
      tagged('tests/contract/partner/authentication.test.ts', 'no partner id', 'a partner that does not exist'),
    ],
  },
  {
    no: 332,
    says: 'Partner.NotAuthorized: the customer belongs to another partner',
    surface: 'Partner API',
    coveredBy: [...declared('Partner.NotAuthorized'), tagged('tests/contract/partner/tenancy.test.ts')],
  },
  {
    no: 333,
    says: 'Customer.NotFound: the id is unknown',
    surface: 'Partner API',
    coveredBy: [...declared('Customer.NotFound'), tagged('tests/contract/partner/tenancy.test.ts')],
  },
  {
    no: 334,
    says: 'Customer.PartnerCustomerIdRequired: the reference is missing',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Customer.PartnerCustomerIdRequired'),
      ...created('/partnerCustomerId absent is Customer.PartnerCustomerIdRequired'),
    ],
  },
  {
    no: 335,
    says: 'Customer.PartnerCustomerIdInvalid: the reference is invalid',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Customer.PartnerCustomerIdInvalid'),
      ...created('/partnerCustomerId outside its form is Customer.PartnerCustomerIdInvalid: *'),
    ],
  },
  {
    no: 336,
    says: 'Document.NotFound: an unknown document is submitted',
    surface: 'Partner API',
    coveredBy: [...declared('Document.NotFound'), tagged(DOCUMENTS)],
  },
  {
    no: 337,
    says: 'Document.AccessDenied: the document belongs to another customer',
    surface: 'Partner API',
    coveredBy: [...declared('Document.AccessDenied'), tagged(DOCUMENTS)],
  },
  {
    no: 338,
    says: 'Country.NotFound: the three letters are not a country code',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Country.NotFound'),
      ...created('/incorporationCountryIso3Code that nobody has is Country.NotFound: *'),
      tagged(REQUIREMENTS, 'an unknown country code'),
    ],
  },
  {
    no: 339,
    says: 'BusinessType.NotFound: the business type is unknown',
    surface: 'Partner API',
    coveredBy: [
      ...declared('BusinessType.NotFound'),
      ...created('/businessTypeCode that nobody knows is BusinessType.NotFound: *'),
    ],
  },
  {
    no: 340,
    says: 'OnboardingConfig.NotFound: nothing is configured for residents of that country',
    surface: 'Reference data',
    coveredBy: [...declared('OnboardingConfig.NotFound'), tagged(REQUIREMENTS, 'a country without requirements')],
  },
]);
