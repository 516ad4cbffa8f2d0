import { area, decidedUnder, tagged } from '../statement.ts';

const WORDS = 'tests/contract/house/specified-words.test.ts';
const EVERY = 'tests/contract/partner/every-route.test.ts';
const STATUS = 'tests/contract/partner/verification-status.test.ts';

export const partnerOperations = area('Partner API operations', [
  {
    no: 196,
    says: 'Every operation requires a bearer token',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/partner/authentication.test.ts')],
  },
  {
    no: 197,
    says: 'A success is 200 with isSuccess true and, where there is one, a value',
    surface: 'Partner API',
    coveredBy: [tagged(EVERY)],
  },
  {
    no: 198,
    says: 'A create returns the customerId, a UUID',
    surface: 'Partner API',
    coveredBy: [tagged('tests/journeys/create-and-read.test.ts')],
  },
  {
    no: 199,
    says: 'A create returns the people that it created, each with a uboId',
    surface: 'Partner API',
    coveredBy: [tagged('tests/journeys/create-and-read.test.ts')],
  },
  {
    no: 200,
    also: [202],
    says: 'PUT on a business profile replaces it and returns isSuccess true',
    surface: 'Partner API',
    coveredBy: [tagged(WORDS), tagged('tests/contract/update/update-states.test.ts')],
  },
  {
    no: 201,
    says: 'The id in the path is a UUID; anything else is an unknown customer',
    surface: 'Partner API',
    decided: decidedUnder('Reads'),
    coveredBy: [
      tagged(EVERY, 'PUT /partner/v1/business-profiles/{businessProfileId}'),
      tagged('tests/contract/update/update-names-and-warnings.test.ts'),
    ],
  },
  {
    no: 203,
    says: 'PATCH on a business profile changes part of it',
    surface: 'Partner API',
    coveredBy: [tagged(WORDS), tagged('tests/contract/update/update-names-and-warnings.test.ts')],
  },
  {
    no: 204,
    says: 'The list has only the profiles of the partner itself',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/partner/list.test.ts')],
  },
  {
    no: 205,
    says: 'One profile is read by its customerId',
    surface: 'Partner API',
    coveredBy: [tagged('tests/journeys/create-and-read.test.ts')],
  },
  {
    no: 206,
    says: "One profile is read by the partner's own reference",
    surface: 'Partner API',
    coveredBy: [tagged('tests/journeys/create-and-read.test.ts')],
  },
  {
    no: 207,
    says: 'The verification status has the same envelope as every response',
    surface: 'Partner API',
    coveredBy: [tagged(STATUS), tagged(EVERY)],
  },
  {
    no: 208,
    says: 'If the verification status cannot be read, the HTTP status shows it',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [tagged(STATUS)],
  },
  {
    no: 209,
    says: 'An upload link expires',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/documents/upload-link.test.ts')],
  },
  {
    no: 210,
    says: 'The identity requirements of a country are read by its three-letter code',
    surface: 'Reference data',
    coveredBy: [tagged(WORDS), tagged('tests/contract/partner/requirements-route.test.ts')],
  },
  {
    no: 211,
    says: 'They list the accepted documents of residents: each one is accepted, every other is refused',
    surface: 'Reference data',
    coveredBy: [tagged('tests/contract/create/create-identities.test.ts')],
  },
]);
