import { created } from '../field-tests.ts';
import { area, decidedUnder, tagged } from '../statement.ts';

const WORDS = 'tests/contract/house/specified-words.test.ts';

export const versioning = area('Versions and changes', [
  {
    no: 366,
    says: 'The version of the Partner API is in its paths: v1',
    surface: 'Partner API',
    coveredBy: [tagged(WORDS)],
  },
  {
    no: 367,
    says: 'Operations of the dashboard are under /customer/v1',
    surface: 'Dashboard',
    coveredBy: [tagged(WORDS)],
  },
  {
    no: 368,
    says: 'Additions remove nothing: FinancialInstitution complements the older types, and new events can be ignored',
    surface: 'Partner API',
    coveredBy: [
      ...created(
        '/businessTypeCode as it is written is accepted: "FinancialInstitution"',
        '/businessTypeCode as it is written is accepted: *',
      ),
      tagged('packages/sdk/src/verify-webhook.test.ts'),
    ],
  },
  {
    no: 369,
    says: 'Tokens are issued by client_credentials with an RS256 assertion, with the parameters of OAuth',
    surface: 'Identity service',
    coveredBy: [
      tagged('tests/identity/token-requests.system.test.ts', 'grant_type *'),
      tagged('packages/sdk/src/token-source.test.ts'),
    ],
  },
  {
    no: 370,
    says: 'Business types are written in Pascal case and matched in any case; none has an underscore',
    surface: 'Partner API',
    coveredBy: [
      ...created(
        '/businessTypeCode in lower case is accepted: *',
        '/businessTypeCode with an underscore is BusinessType.NotFound: *',
      ),
    ],
  },
  {
    no: 371,
    says: 'Industry and business type must be in their lists',
    surface: 'Partner API',
    coveredBy: [
      ...created(
        '/industry outside the vocabulary is ValidationControl.Error: *',
        '/businessTypeCode that nobody knows is BusinessType.NotFound: *',
      ),
    ],
  },
  {
    no: 372,
    says: 'Phone numbers are E.164, and people have a nationality',
    surface: 'Partner API',
    coveredBy: [
      ...created(
        '/phoneNumber not in E.164 form is PhoneNumber.Invalid: *',
        '/businessPersonList/0/nationality absent is ValidationControl.Error',
      ),
    ],
  },
  {
    no: 373,
    says: 'Identities are validated by country of residence, and webhooks are managed on the dashboard',
    surface: 'Every API',
    coveredBy: [
      tagged('tests/contract/create/create-identities.test.ts'),
      tagged('tests/contract/partner/withdrawn.test.ts'),
    ],
  },
  {
    no: 374,
    says: 'Removed operations say so, and name their successor',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [tagged('tests/contract/partner/withdrawn.test.ts')],
  },
  {
    no: 375,
    says: 'partnerReference is now partnerCustomerId, and has no other name',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/create/create-aliases-and-warnings.test.ts')],
  },
  {
    no: 376,
    says: 'Its error codes use that name too',
    surface: 'Partner API',
    coveredBy: [...created('/partnerCustomerId absent is Customer.PartnerCustomerIdRequired'), tagged(WORDS)],
  },
  {
    no: 377,
    says: 'ownershipDetailId still works, with a warning',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [tagged('tests/contract/documents/upload-link.test.ts')],
  },
  {
    no: 378,
    says: 'fileName may still be sent, and is ignored with a warning',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [tagged('tests/contract/documents/upload-link.test.ts')],
  },
]);
