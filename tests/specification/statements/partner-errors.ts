import { area, type NamedTest, tests } from '../statement.ts';

const EVERY = 'tests/contract/partner/every-route.test.ts';
const FIELDS = 'tests/contract/create/create-fields.test.ts';
const CHANGED = 'a create body in which one field is changed';
const RULES = 'tests/contract/create/create-rules.test.ts';
const DOCUMENTS = 'tests/contract/update/update-documents.test.ts';
const REQUIREMENTS = 'tests/contract/partner/requirements-route.test.ts';
const UNANSWERED =
  'what cannot be answered is said in the envelope of machines, though the path begins like those for people:';

/** That the code has its status, that the operations declare it, and that each can be brought to answer with it. */
const declared = (code: string): NamedTest[] => [
  ...tests(
    'tests/contract/house/specified-words.test.ts',
    `an error of the specification has its status, and the operations that can answer with it declare it: > ${code} is * on the Partner API`,
  ),
  ...tests(EVERY, `* > ${code}`),
];

export const partnerErrors = area('Partner API errors', [
  {
    no: 321,
    says: 'A failure has isSuccess false and an error with code and message',
    surface: 'Partner API',
    coveredBy: [
      ...tests(EVERY, '* > Partner.NotAuthenticated', '* > Customer.NotFound', '* > ValidationControl.Error'),
      ...tests(
        'tests/contract/partner/tenancy.test.ts',
        "another partner's token > * gives 403 Partner.NotAuthorized and nothing else",
      ),
    ],
  },
  {
    no: 322,
    says: 'Validation: a malformed create, including a malformed date',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Validation'),
      ...tests(
        FIELDS,
        `${CHANGED} > /companyName of another type is Validation: *`,
        `${CHANGED} > /email absent is Validation`,
        `${CHANGED} > /tradingName over the limit is Validation: *`,
        `${CHANGED} > /registrationDate that is no date is Validation: *`,
        `${CHANGED} > /businessPersonList/0/birthDate that is no date is Validation: *`,
      ),
    ],
  },
  {
    no: 323,
    says: 'ValidationControl.Error: a value outside its vocabulary',
    surface: 'Partner API',
    coveredBy: [
      ...declared('ValidationControl.Error'),
      ...tests(
        FIELDS,
        `${CHANGED} > /industry outside the vocabulary is ValidationControl.Error: *`,
        `${CHANGED} > /financials/* outside the vocabulary is ValidationControl.Error: *`,
      ),
    ],
  },
  {
    no: 324,
    says: 'ValidationControl.Error: a person without a nationality',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        FIELDS,
        `${CHANGED} > /businessPersonList/0/nationality absent is ValidationControl.Error`,
        `${CHANGED} > /businessPersonList/0/nationality blank is ValidationControl.Error: *`,
      ),
      ...tests(
        'tests/contract/update/update-people.test.ts',
        '* > every person needs nationality, whether added or updated',
      ),
    ],
  },
  {
    no: 325,
    says: 'ValidationControl.Error: an identity that is not accepted',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/create/create-identities.test.ts',
      'every document of the reference data > *: a number of another form and missing dates are refused',
      'every document of the reference data > *: every other type is refused and the accepted ones are named',
    ),
  },
  {
    no: 326,
    says: 'ValidationControl.Error: shares that add up to more than 100',
    surface: 'Partner API',
    coveredBy: tests(RULES, 'the combined share of one request > * is refused, and nothing is written'),
  },
  {
    no: 327,
    says: 'ValidationControl.Error: two people with the same e-mail',
    surface: 'Partner API',
    coveredBy: tests(
      RULES,
      'people of one request with the same e-mail > * are refused at the second one, and nothing is written',
    ),
  },
  {
    no: 328,
    says: 'ValidationControl.Error: uboId and ownershipDetailId of different people',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/documents/upload-link.test.ts',
      'the body > may call the person ownershipDetailId, with a warning, but not mean two',
    ),
  },
  {
    no: 329,
    says: 'PhoneNumber.Invalid: a phone number that is not in E.164 form',
    surface: 'Partner API',
    coveredBy: [
      ...declared('PhoneNumber.Invalid'),
      ...tests(
        FIELDS,
        `${CHANGED} > /phoneNumber not in E.164 form is PhoneNumber.Invalid: *`,
        `${CHANGED} > /businessPersonList/0/phone not in E.164 form is PhoneNumber.Invalid: *`,
        `${CHANGED} > /phoneNumber of another type is PhoneNumber.Invalid: 7`,
      ),
    ],
  },
  {
    no: 330,
    says: 'Partner.BusinessProfileIdMismatch: the body has another customer’s id than the path',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Partner.BusinessProfileIdMismatch'),
      ...tests(
        'tests/contract/update/update-names-and-warnings.test.ts',
        'customerId in the body of a PUT > that is another, as *, is Partner.BusinessProfileIdMismatch',
      ),
    ],
  },
  {
    no: 331,
    says: 'Partner.NotAuthenticated: the token belongs to no partner',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Partner.NotAuthenticated'),
      ...tests(
        'tests/contract/partner/authentication.test.ts',
        'a token is refused with 401 and one text, whatever is wrong with it: > no partner id',
        'a token is refused with 401 and one text, whatever is wrong with it: > a partner that does not exist',
      ),
    ],
  },
  {
    no: 332,
    says: 'Partner.NotAuthorized: the customer belongs to another partner',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Partner.NotAuthorized'),
      ...tests(
        'tests/contract/partner/tenancy.test.ts',
        "another partner's token > * gives 403 Partner.NotAuthorized and nothing else",
      ),
    ],
  },
  {
    no: 333,
    says: 'Customer.NotFound: the id is unknown',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Customer.NotFound'),
      ...tests(
        'tests/contract/partner/tenancy.test.ts',
        "another partner's token > an id that nobody has, and one that is no id, are not found",
      ),
    ],
  },
  {
    no: 334,
    says: 'Customer.PartnerCustomerIdRequired: the reference is missing',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Customer.PartnerCustomerIdRequired'),
      ...tests(FIELDS, `${CHANGED} > /partnerCustomerId absent is Customer.PartnerCustomerIdRequired`),
    ],
  },
  {
    no: 335,
    says: 'Customer.PartnerCustomerIdInvalid: the reference is invalid',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Customer.PartnerCustomerIdInvalid'),
      ...tests(FIELDS, `${CHANGED} > /partnerCustomerId outside its form is Customer.PartnerCustomerIdInvalid: *`),
    ],
  },
  {
    no: 336,
    says: 'Document.NotFound: an unknown document is submitted',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Document.NotFound'),
      ...tests(DOCUMENTS, 'businessDocumentIdList > an unknown one is Document.NotFound'),
    ],
  },
  {
    no: 337,
    says: 'Document.AccessDenied: the document belongs to another customer',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Document.AccessDenied'),
      ...tests(
        DOCUMENTS,
        "businessDocumentIdList > another customer's is Document.AccessDenied, whoever its partner is",
      ),
    ],
  },
  {
    no: 338,
    says: 'Country.NotFound: the three letters are not a country code',
    surface: 'Partner API',
    coveredBy: [
      ...declared('Country.NotFound'),
      ...tests(FIELDS, `${CHANGED} > /incorporationCountryIso3Code that nobody has is Country.NotFound: *`),
      ...tests(REQUIREMENTS, `${UNANSWERED} > letters that are no country`),
    ],
  },
  {
    no: 339,
    says: 'BusinessType.NotFound: the business type is unknown',
    surface: 'Partner API',
    coveredBy: [
      ...declared('BusinessType.NotFound'),
      ...tests(FIELDS, `${CHANGED} > /businessTypeCode that nobody knows is BusinessType.NotFound: *`),
    ],
  },
  {
    no: 340,
    says: 'OnboardingConfig.NotFound: nothing is configured for residents of that country',
    surface: 'Reference data',
    coveredBy: [
      ...declared('OnboardingConfig.NotFound'),
      ...tests(REQUIREMENTS, `${UNANSWERED} > a country without requirements`),
    ],
  },
]);
