import { area, decidedUnder, differs, tests } from '../statement.ts';

const RULES = 'tests/contract/create/create-rules.test.ts';
const FIELDS = 'tests/contract/create/create-fields.test.ts';
const NAMES = 'tests/contract/update/update-names-and-warnings.test.ts';
const PATCHED = 'tests/contract/update/update-fields.test.ts';
const PEOPLE = 'tests/contract/update/update-people.test.ts';
const DOCUMENTS = 'tests/contract/update/update-documents.test.ts';
const ALONE = tests(
  NAMES,
  'what is left out > PATCH takes every field alone, also none, and leaves all others as they are',
);

export const createRules = area('Rules of create', [
  {
    no: 212,
    says: 'A create is one transaction: if any part fails, nothing is saved',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/faults/one-transaction.test.ts',
      '* > that fails before any one of its statements leaves no row, tells nothing, and succeeds when repeated',
      'a create that the table * refuses leaves no row in any table',
    ),
  },
  {
    no: 213,
    says: 'Shares that add up to more than 100, or one e-mail for two people, are ValidationControl.Error, and nothing is saved',
    surface: 'Partner API',
    coveredBy: tests(
      RULES,
      'the combined share of one request > * is refused, and nothing is written',
      'people of one request with the same e-mail > * are refused at the second one, and nothing is written',
    ),
  },
  {
    no: 214,
    says: 'Every person needs a nationality, and every identity is validated',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        FIELDS,
        'a create body in which one field is changed > /businessPersonList/0/nationality absent is ValidationControl.Error',
        'after all of them > there is a customer for every accepted body and nothing of any refused one',
      ),
      ...tests(
        'tests/contract/create/create-identities.test.ts',
        'every document of the reference data > *: a number of another form and missing dates are refused',
      ),
    ],
  },
  {
    no: 215,
    says: 'A new business is PendingVerification',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        'tests/journeys/create-and-read.test.ts',
        'a partner creates a business and reads it back > by id and by reference, everything that was sent is there and nothing else',
      ),
      ...tests(
        'tests/contract/partner/verification-status.test.ts',
        'a new business is pending, with its people not started, since it was created',
      ),
    ],
  },
]);

export const updateRules = area('Rules of updates', [
  {
    no: 216,
    says: 'A PUT whose body has the id of another customer is 400 Partner.BusinessProfileIdMismatch',
    surface: 'Partner API',
    coveredBy: tests(
      NAMES,
      'customerId in the body of a PUT > that is another, as *, is Partner.BusinessProfileIdMismatch',
    ),
  },
  {
    no: 217,
    also: [218],
    says: 'All fields of a PATCH are optional; omitted fields keep their values',
    surface: 'Partner API',
    coveredBy: [
      ...ALONE,
      ...tests(PATCHED, 'PATCH in which one field is changed > * absent stays as it is'),
      ...tests(PEOPLE, 'what is left out of a person stays with PATCH and is cleared with PUT; null clears with both'),
    ],
  },
  {
    no: 219,
    says: 'A PATCH accepts incorporationCountryCode',
    surface: 'Partner API',
    coveredBy: [
      ...ALONE,
      ...tests(
        NAMES,
        'incorporationCountryIso3Code, also called incorporationCountryCode > is accepted as incorporationCountryCode by both routes and answered under its name on create',
      ),
    ],
  },
  {
    no: 220,
    says: 'A PATCH accepts businessTypeCode with the types of create',
    surface: 'Partner API',
    coveredBy: [
      ...ALONE,
      ...tests(
        PATCHED,
        'PATCH in which one field is changed > /businessTypeCode as it is written is accepted: *',
        'PATCH in which one field is changed > /businessTypeCode that nobody knows is BusinessType.NotFound: *',
      ),
    ],
  },
  {
    no: 221,
    says: 'A PATCH accepts industry with the values of create',
    surface: 'Partner API',
    coveredBy: [
      ...ALONE,
      ...tests(
        PATCHED,
        'PATCH in which one field is changed > /industry of the vocabulary is accepted: *',
        'PATCH in which one field is changed > /industry outside the vocabulary is ValidationControl.Error: *',
      ),
    ],
  },
  {
    no: 222,
    also: [224, 225],
    says: 'A PATCH adds its people and removes none; a person on the profile is updated',
    surface: 'Partner API',
    decided: differs('A person whose e-mail is known is updated, not appended.'),
    coveredBy: tests(
      PEOPLE,
      'PATCH > adds people that are not on the profile, and removes nobody',
      'PATCH > recognises a person by * and updates it',
      'a PATCH tells the people of the request in its order, and who of them was added',
    ),
  },
  {
    no: 223,
    also: [226],
    says: 'businessDocumentIdList submits uploaded documents, even one uploaded a moment ago, which is then confirmed',
    surface: 'Partner API',
    decided: decidedUnder('Documents'),
    coveredBy: [
      ...tests(
        'tests/faults/documents-processes.system.test.ts',
        'a PATCH right after the upload > finds the file, with a worker at it as well: of * none is refused, and each is confirmed once',
        'a PATCH right after the upload > finds the file, with no worker at all: of * none is refused, and each is confirmed once',
      ),
      ...tests(
        'tests/faults/documents.system.test.ts',
        'a PATCH that hands in a document looks for its file by itself > and confirms it: no worker was there, one event tells of it, another of what was handed in',
        'a PATCH that hands in a document looks for its file by itself > a file that has not arrived is refused, and nothing is written',
        'a PATCH that hands in a document looks for its file by itself > a file that * is refused, and the message says why',
      ),
      ...tests(
        DOCUMENTS,
        'businessDocumentIdList > a document that is Confirmed is fine, and the answer says how far it is',
      ),
    ],
  },
  {
    no: 227,
    says: 'An unknown document is Document.NotFound',
    surface: 'Partner API',
    coveredBy: tests(DOCUMENTS, 'businessDocumentIdList > an unknown one is Document.NotFound'),
  },
  {
    no: 228,
    says: 'A document of another customer is Document.AccessDenied, whichever partner the customer belongs to',
    surface: 'Partner API',
    coveredBy: tests(
      DOCUMENTS,
      "businessDocumentIdList > another customer's is Document.AccessDenied, whoever its partner is",
    ),
  },
  {
    no: 229,
    says: 'With such a document the PATCH changes nothing',
    surface: 'Partner API',
    coveredBy: tests(
      DOCUMENTS,
      'businessDocumentIdList > a document that cannot be taken keeps the rest of the PATCH from happening',
      'businessDocumentIdList > all are judged at once, with everything else that is wrong, and nothing of the request happens',
    ),
  },
  {
    no: 230,
    says: 'While an analyst has the package a PATCH is refused',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        'tests/contract/update/update-states.test.ts',
        'a customer that an analyst owns, or that is closed, is not changed > StartedNotCompleted is 409 Customer.UnderReview for PUT and PATCH, even if nothing would change',
      ),
      ...tests(
        'tests/journeys/verification.system.test.ts',
        'the first analyst takes it up, and from then on the partner cannot change it',
      ),
    ],
  },
]);
