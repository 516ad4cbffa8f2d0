import { area, decidedUnder, tests } from '../statement.ts';

const WORDS = 'tests/contract/house/specified-words.test.ts';
const EVERY = 'tests/contract/partner/every-route.test.ts';
const SERVED =
  'the operations of the specification are served > under /api/partner/v1 for machines, the requirements beside them';
const READ_BACK = tests(
  'tests/journeys/create-and-read.test.ts',
  'a partner creates a business and reads it back > by id and by reference, everything that was sent is there and nothing else',
);
const SUCCESS = 'a success is 200 with isSuccess true and the value of the specification';
const STATUS = 'tests/contract/partner/verification-status.test.ts';

export const partnerOperations = area('Partner API operations', [
  {
    no: 196,
    says: 'Every operation requires a bearer token',
    surface: 'Partner API',
    coveredBy: tests('tests/contract/partner/authentication.test.ts', 'every route > *'),
  },
  {
    no: 197,
    says: 'A success is 200 with isSuccess true and, where there is one, a value',
    surface: 'Partner API',
    coveredBy: tests(EVERY, `* > ${SUCCESS}`),
  },
  {
    no: 198,
    says: 'A create returns the customerId, a UUID',
    surface: 'Partner API',
    coveredBy: READ_BACK,
  },
  {
    no: 199,
    says: 'A create returns the people that it created, each with a uboId',
    surface: 'Partner API',
    coveredBy: READ_BACK,
  },
  {
    no: 200,
    also: [202],
    says: 'PUT on a business profile replaces it and returns isSuccess true',
    surface: 'Partner API',
    coveredBy: [
      ...tests(WORDS, SERVED),
      ...tests(
        'tests/contract/update/update-states.test.ts',
        'the version > is one more with every change, in the answer, in the ETag and in reads',
      ),
    ],
  },
  {
    no: 201,
    says: 'The id in the path is a UUID; anything else is an unknown customer',
    surface: 'Partner API',
    decided: decidedUnder('Reads'),
    coveredBy: [
      ...tests(
        EVERY,
        'PUT /partner/v1/business-profiles/{businessProfileId}: an id that is none, or that nobody has, is not found',
      ),
      ...tests(
        'tests/contract/update/update-names-and-warnings.test.ts',
        'customerId in the body of a PUT > may be written in any case, in the path too',
      ),
    ],
  },
  {
    no: 203,
    says: 'PATCH on a business profile changes part of it',
    surface: 'Partner API',
    coveredBy: [
      ...tests(WORDS, SERVED),
      ...tests(
        'tests/contract/update/update-names-and-warnings.test.ts',
        'what is left out > PATCH takes every field alone, also none, and leaves all others as they are',
      ),
    ],
  },
  {
    no: 204,
    says: 'The list has only the profiles of the partner itself',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/partner/list.test.ts',
      'items > are summaries of what a read shows',
      "items > are never another partner's, whatever is asked",
    ),
  },
  { no: 205, says: 'One profile is read by its customerId', surface: 'Partner API', coveredBy: READ_BACK },
  { no: 206, says: "One profile is read by the partner's own reference", surface: 'Partner API', coveredBy: READ_BACK },
  {
    no: 207,
    says: 'The verification status has the same envelope as every response',
    surface: 'Partner API',
    coveredBy: [
      ...tests(STATUS, 'a new business is pending, with its people not started, since it was created'),
      ...tests(EVERY, `GET /partner/v1/business-profiles/{customerId}/verification-status > ${SUCCESS}`),
    ],
  },
  {
    no: 208,
    says: 'If the verification status cannot be read, the HTTP status shows it',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: tests(STATUS, 'what cannot be read has an HTTP status of its own, in the envelope of an error: > *'),
  },
  {
    no: 209,
    says: 'An upload link expires',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/documents/upload-link.test.ts',
      'the answer > is the whole of what an uploader needs, and nothing else',
      'the answer > leads to an object of its own, for 30 minutes, with this type, host and no checksum',
    ),
  },
  {
    no: 210,
    says: 'The identity requirements of a country are read by its three-letter code',
    surface: 'Reference data',
    coveredBy: [
      ...tests(WORDS, SERVED),
      ...tests(
        'tests/contract/partner/requirements-route.test.ts',
        '*: the twelve fields of every entry, in display order, and nothing else',
      ),
    ],
  },
  {
    no: 211,
    says: 'They list the accepted documents of residents: each one is accepted, every other is refused',
    surface: 'Reference data',
    coveredBy: tests(
      'tests/contract/create/create-identities.test.ts',
      'every document of the reference data > *: its own example is accepted',
      'every document of the reference data > *: every other type is refused and the accepted ones are named',
    ),
  },
]);
