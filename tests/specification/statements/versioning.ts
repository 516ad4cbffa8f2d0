import { area, decidedUnder, tests } from '../statement.ts';

const WORDS = 'tests/contract/house/specified-words.test.ts';
const FIELDS = 'tests/contract/create/create-fields.test.ts';
const CHANGED = 'a create body in which one field is changed';
const GONE = 'is 410 for anybody, in the envelope, and names what to call instead';

export const versioning = area('Versions and changes', [
  {
    no: 366,
    says: 'The version of the Partner API is in its paths: v1',
    surface: 'Partner API',
    coveredBy: tests(
      WORDS,
      'the operations of the specification are served > under /api/partner/v1 for machines, the requirements beside them',
    ),
  },
  {
    no: 367,
    says: 'Operations of the dashboard are under /customer/v1',
    surface: 'Dashboard',
    coveredBy: tests(WORDS, 'the operations of the specification are served > under /api/customer/v1 for people'),
  },
  {
    no: 368,
    says: 'Additions remove nothing: FinancialInstitution complements the older types, and new events can be ignored',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        FIELDS,
        `${CHANGED} > /businessTypeCode as it is written is accepted: "FinancialInstitution"`,
        `${CHANGED} > /businessTypeCode as it is written is accepted: *`,
      ),
      ...tests(
        'packages/sdk/src/verify-webhook.test.ts',
        'accepts > an event of a type that it does not know, so that the receiver can ignore it',
      ),
    ],
  },
  {
    no: 369,
    says: 'Tokens are issued by client_credentials with an RS256 assertion, with the parameters of OAuth',
    surface: 'Identity service',
    coveredBy: [
      ...tests(
        'tests/identity/token-requests.system.test.ts',
        'an assertion is accepted at the edge of what is allowed > scope * gives *',
        'a request whose form is wrong is told what is wrong, in the words of RFC 6749 > grant_type *',
      ),
      ...tests(
        'packages/sdk/src/token-source.test.ts',
        'each assertion is signed with RS256, for a minute, and is never used again',
      ),
    ],
  },
  {
    no: 370,
    says: 'Business types are written in Pascal case and matched in any case; none has an underscore',
    surface: 'Partner API',
    coveredBy: tests(
      FIELDS,
      `${CHANGED} > /businessTypeCode in lower case is accepted: *`,
      `${CHANGED} > /businessTypeCode with an underscore is BusinessType.NotFound: *`,
    ),
  },
  {
    no: 371,
    says: 'Industry and business type must be in their lists',
    surface: 'Partner API',
    coveredBy: tests(
      FIELDS,
      `${CHANGED} > /industry outside the vocabulary is ValidationControl.Error: *`,
      `${CHANGED} > /businessTypeCode that nobody knows is BusinessType.NotFound: *`,
    ),
  },
  {
    no: 372,
    says: 'Phone numbers are E.164, and people have a nationality',
    surface: 'Partner API',
    coveredBy: tests(
      FIELDS,
      `${CHANGED} > /phoneNumber not in E.164 form is PhoneNumber.Invalid: *`,
      `${CHANGED} > /businessPersonList/0/nationality absent is ValidationControl.Error`,
    ),
  },
  {
    no: 373,
    says: 'Identities are validated by country of residence, and webhooks are managed on the dashboard',
    surface: 'Every API',
    coveredBy: [
      ...tests(
        'tests/contract/create/create-identities.test.ts',
        'the country of residence > is that of the address, whatever nationality and tax residence are',
      ),
      ...tests(
        'tests/contract/partner/withdrawn.test.ts',
        'each successor of a webhook operation is served on the dashboard',
      ),
    ],
  },
  {
    no: 374,
    says: 'Removed operations say so, and name their successor',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: tests(
      'tests/contract/partner/withdrawn.test.ts',
      `* > ${GONE}`,
      'the table is the one that is tested here',
      'no operation is both served and withdrawn, and each successor of the Partner API that exists is served',
    ),
  },
  {
    no: 375,
    says: 'partnerReference is now partnerCustomerId, and has no other name',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/create/create-aliases-and-warnings.test.ts',
      'warnings do not stop a create > partnerReference, as partnerCustomerId was once called, is a field that nobody knows',
    ),
  },
  {
    no: 376,
    says: 'Its error codes use that name too',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        WORDS,
        'an error of the specification has its status, and the operations that can answer with it declare it: > and no code has the name that the reference had before',
      ),
      ...tests(FIELDS, `${CHANGED} > /partnerCustomerId absent is Customer.PartnerCustomerIdRequired`),
    ],
  },
  {
    no: 377,
    says: 'ownershipDetailId still works, with a warning',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: tests(
      'tests/contract/documents/upload-link.test.ts',
      'the body > may call the person ownershipDetailId, with a warning, but not mean two',
    ),
  },
  {
    no: 378,
    says: 'fileName may still be sent, and is ignored with a warning',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: tests('tests/contract/documents/upload-link.test.ts', 'the body > fileName * is ignored with a warning'),
  },
]);
