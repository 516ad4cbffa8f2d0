import { area, type Proof, tests } from '../statement.ts';

const EVERY = 'tests/contract/every-route.test.ts';
const FIELDS = 'tests/contract/create-fields.test.ts';
const CHANGED = 'a create body in which one field is changed';
const RULES = 'tests/contract/create-rules.test.ts';
const DOCUMENTS = 'tests/contract/update-documents.test.ts';
const REQUIREMENTS = 'tests/contract/requirements-route.test.ts';
const UNANSWERED =
  'what cannot be answered is said in the envelope of machines, though the path begins like those for people:';

/** That the code has its status, that the operations declare it, and that each can be brought to answer with it. */
const declared = (code: string): Proof[] => [
  ...tests(
    'tests/contract/specified-words.test.ts',
    `an error of the specification has its status, and the operations that can answer with it declare it: > ${code} is * on the Partner API`,
  ),
  ...tests(EVERY, `* > ${code}`),
];

export const partnerErrors = area('Errors of the Partner API', [
  {
    no: 321,
    says: 'A failure has isSuccess false and an error with code and message',
    surface: 'Partner API',
    provenBy: [
      ...tests(EVERY, '* > Partner.NotAuthenticated', '* > Customer.NotFound', '* > ValidationControl.Error'),
      ...tests(
        'tests/contract/tenancy.test.ts',
        "another partner's token > * gives 403 Partner.NotAuthorized and nothing else",
      ),
    ],
  },
  {
    no: 322,
    says: 'Validation: a create whose form is wrong, a malformed date among it',
    surface: 'Partner API',
    provenBy: [
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
    says: 'ValidationControl.Error: a value that is not in its vocabulary',
    surface: 'Partner API',
    provenBy: [
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
    provenBy: [
      ...tests(
        FIELDS,
        `${CHANGED} > /businessPersonList/0/nationality absent is ValidationControl.Error`,
        `${CHANGED} > /businessPersonList/0/nationality blank is ValidationControl.Error: *`,
      ),
      ...tests('tests/contract/update-people.test.ts', '* > every person needs nationality, whether added or updated'),
    ],
  },
  {
    no: 325,
    says: 'ValidationControl.Error: an identity that is not accepted',
    surface: 'Partner API',
    provenBy: tests(
      'tests/contract/create-identities.test.ts',
      'every document of the reference data > *: a number of another form and missing dates are refused',
      'every document of the reference data > *: every other type is refused and the accepted ones are named',
    ),
  },
  {
    no: 326,
    says: 'ValidationControl.Error: shares that are above 100 together',
    surface: 'Partner API',
    provenBy: tests(RULES, 'the combined share of one request > * is refused, and nothing is written'),
  },
  {
    no: 327,
    says: 'ValidationControl.Error: two people with one e-mail',
    surface: 'Partner API',
    provenBy: tests(
      RULES,
      'people of one request with the same e-mail > * are refused at the second one, and nothing is written',
    ),
  },
  {
    no: 328,
    says: 'ValidationControl.Error: uboId and ownershipDetailId that mean two people',
    surface: 'Partner API',
    provenBy: tests(
      'tests/contract/upload-link.test.ts',
      'the body > may call the person ownershipDetailId, with a warning, but not mean two',
    ),
  },
  {
    no: 329,
    says: 'PhoneNumber.Invalid: a phone number that is not in E.164 form',
    surface: 'Partner API',
    provenBy: [
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
    says: 'Partner.BusinessProfileIdMismatch: the body names another customer than the path',
    surface: 'Partner API',
    provenBy: [
      ...declared('Partner.BusinessProfileIdMismatch'),
      ...tests(
        'tests/contract/update-names-and-warnings.test.ts',
        'customerId in the body of a PUT > that is another, as *, is Partner.BusinessProfileIdMismatch',
      ),
    ],
  },
  {
    no: 331,
    says: 'Partner.NotAuthenticated: the token leads to no partner',
    surface: 'Partner API',
    provenBy: [
      ...declared('Partner.NotAuthenticated'),
      ...tests(
        'tests/contract/authentication.test.ts',
        'a token is refused with 401 and one text, whatever is wrong with it: > no partner id',
        'a token is refused with 401 and one text, whatever is wrong with it: > a partner that does not exist',
      ),
    ],
  },
  {
    no: 332,
    says: "Partner.NotAuthorized: the customer is another partner's",
    surface: 'Partner API',
    provenBy: [
      ...declared('Partner.NotAuthorized'),
      ...tests(
        'tests/contract/tenancy.test.ts',
        "another partner's token > * gives 403 Partner.NotAuthorized and nothing else",
      ),
    ],
  },
  {
    no: 333,
    says: 'Customer.NotFound: nobody has that id',
    surface: 'Partner API',
    provenBy: [
      ...declared('Customer.NotFound'),
      ...tests(
        'tests/contract/tenancy.test.ts',
        "another partner's token > an id that nobody has, and one that is no id, are not found",
      ),
    ],
  },
  {
    no: 334,
    says: 'Customer.PartnerCustomerIdRequired: the reference is missing',
    surface: 'Partner API',
    provenBy: [
      ...declared('Customer.PartnerCustomerIdRequired'),
      ...tests(FIELDS, `${CHANGED} > /partnerCustomerId absent is Customer.PartnerCustomerIdRequired`),
    ],
  },
  {
    no: 335,
    says: 'Customer.PartnerCustomerIdInvalid: the reference is not acceptable',
    surface: 'Partner API',
    provenBy: [
      ...declared('Customer.PartnerCustomerIdInvalid'),
      ...tests(FIELDS, `${CHANGED} > /partnerCustomerId outside its form is Customer.PartnerCustomerIdInvalid: *`),
    ],
  },
  {
    no: 336,
    says: 'Document.NotFound: a document that nobody knows is handed in',
    surface: 'Partner API',
    provenBy: [
      ...declared('Document.NotFound'),
      ...tests(DOCUMENTS, 'businessDocumentIdList > an unknown one is Document.NotFound'),
    ],
  },
  {
    no: 337,
    says: "Document.AccessDenied: the document is another customer's",
    surface: 'Partner API',
    provenBy: [
      ...declared('Document.AccessDenied'),
      ...tests(
        DOCUMENTS,
        "businessDocumentIdList > another customer's is Document.AccessDenied, whoever its partner is",
      ),
    ],
  },
  {
    no: 338,
    says: 'Country.NotFound: the three letters are no country',
    surface: 'Partner API',
    provenBy: [
      ...declared('Country.NotFound'),
      ...tests(FIELDS, `${CHANGED} > /incorporationCountryIso3Code that nobody has is Country.NotFound: *`),
      ...tests(REQUIREMENTS, `${UNANSWERED} > letters that are no country`),
    ],
  },
  {
    no: 339,
    says: 'BusinessType.NotFound: there is no such business type',
    surface: 'Partner API',
    provenBy: [
      ...declared('BusinessType.NotFound'),
      ...tests(FIELDS, `${CHANGED} > /businessTypeCode that nobody knows is BusinessType.NotFound: *`),
    ],
  },
  {
    no: 340,
    says: 'OnboardingConfig.NotFound: nothing is configured for people living in that country',
    surface: 'Reference data',
    provenBy: [
      ...declared('OnboardingConfig.NotFound'),
      ...tests(REQUIREMENTS, `${UNANSWERED} > a country without requirements`),
    ],
  },
]);
