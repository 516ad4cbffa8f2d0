import { created, patched } from '../field-tests.ts';
import { area, decidedUnder, differs, tagged } from '../statement.ts';

const RULES = 'tests/contract/create/create-rules.test.ts';
const NAMES = 'tests/contract/update/update-names-and-warnings.test.ts';
const PEOPLE = 'tests/contract/update/update-people.test.ts';
const DOCUMENTS = 'tests/contract/update/update-documents.test.ts';

export const createRules = area('Rules of create', [
  {
    no: 212,
    says: 'A create is one transaction: if any part fails, nothing is saved',
    surface: 'Partner API',
    coveredBy: [tagged('tests/faults/one-transaction.test.ts')],
  },
  {
    no: 213,
    says: 'Shares that add up to more than 100, or one e-mail for two people, are ValidationControl.Error, and nothing is saved',
    surface: 'Partner API',
    coveredBy: [tagged(RULES)],
  },
  {
    no: 214,
    says: 'Every person needs a nationality, and every identity is validated',
    surface: 'Partner API',
    coveredBy: [
      ...created('/businessPersonList/0/nationality absent is ValidationControl.Error'),
      tagged('tests/contract/create/create-fields.test.ts'),
      tagged('tests/contract/create/create-identities.test.ts'),
    ],
  },
  {
    no: 215,
    says: 'A new business is PendingVerification',
    surface: 'Partner API',
    coveredBy: [
      tagged('tests/journeys/create-and-read.test.ts'),
      tagged('tests/contract/partner/verification-status.test.ts'),
    ],
  },
]);

export const updateRules = area('Rules of updates', [
  {
    no: 216,
    says: 'A PUT whose body has the id of another customer is 400 Partner.BusinessProfileIdMismatch',
    surface: 'Partner API',
    coveredBy: [tagged(NAMES)],
  },
  {
    no: 217,
    also: [218],
    says: 'All fields of a PATCH are optional; omitted fields keep their values',
    surface: 'Partner API',
    coveredBy: [...patched('* absent stays as it is'), tagged(NAMES), tagged(PEOPLE)],
  },
  {
    no: 219,
    says: 'A PATCH accepts incorporationCountryCode',
    surface: 'Partner API',
    coveredBy: [tagged(NAMES, 'incorporationCountryCode')],
  },
  {
    no: 220,
    says: 'A PATCH accepts businessTypeCode with the types of create',
    surface: 'Partner API',
    coveredBy: [
      ...patched(
        '/businessTypeCode as it is written is accepted: *',
        '/businessTypeCode that nobody knows is BusinessType.NotFound: *',
      ),
      tagged(NAMES),
    ],
  },
  {
    no: 221,
    says: 'A PATCH accepts industry with the values of create',
    surface: 'Partner API',
    coveredBy: [
      ...patched(
        '/industry of the vocabulary is accepted: *',
        '/industry outside the vocabulary is ValidationControl.Error: *',
      ),
      tagged(NAMES),
    ],
  },
  {
    no: 222,
    also: [224, 225],
    says: 'A PATCH adds its people and removes none; a person on the profile is updated',
    surface: 'Partner API',
    decided: differs('A person whose e-mail is known is updated, not appended.'),
    coveredBy: [tagged(PEOPLE)],
  },
  {
    no: 223,
    also: [226],
    says: 'businessDocumentIdList submits uploaded documents, even one uploaded a moment ago, which is then confirmed',
    surface: 'Partner API',
    decided: decidedUnder('Documents'),
    coveredBy: [
      tagged('tests/faults/documents-processes.system.test.ts', 'while a worker runs', 'without a worker'),
      tagged('tests/faults/documents.system.test.ts'),
      tagged(DOCUMENTS, 'Confirmed'),
    ],
  },
  {
    no: 227,
    says: 'An unknown document is Document.NotFound',
    surface: 'Partner API',
    coveredBy: [tagged(DOCUMENTS)],
  },
  {
    no: 228,
    says: 'A document of another customer is Document.AccessDenied, whichever partner the customer belongs to',
    surface: 'Partner API',
    coveredBy: [tagged(DOCUMENTS)],
  },
  {
    no: 229,
    says: 'With such a document the PATCH changes nothing',
    surface: 'Partner API',
    coveredBy: [tagged(DOCUMENTS)],
  },
  {
    no: 230,
    says: 'While an analyst has the package a PATCH is refused',
    surface: 'Partner API',
    coveredBy: [
      tagged('tests/contract/update/update-states.test.ts', 'StartedNotCompleted * Customer.UnderReview'),
      tagged('tests/journeys/verification.system.test.ts'),
    ],
  },
]);
