import { area, decidedUnder, type Evidence, titled } from '../statement.ts';

const FILE = 'tests/contract/partner/withdrawn.test.ts';

const gone = (...operations: string[]): Evidence[] =>
  titled(FILE, ...operations.map((operation) => `${operation} > *`));

export const withdrawnOperations = area('Withdrawn operations', [
  {
    no: 241,
    says: 'Requesting a token from the API itself',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /auth/partner/v1/token')],
  },
  {
    no: 242,
    says: 'Reading a customer as an eco-partner',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('GET /partner/v1/eco-partner/*')],
  },
  {
    no: 243,
    says: 'Adding a person by a separate call',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/business-profiles/*/ubos')],
  },
  {
    no: 244,
    says: 'Reading people by a separate call',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('GET /partner/v1/business-profiles/*/ubos', 'GET /partner/v1/business-profiles/*/ubos/*')],
  },
  {
    no: 245,
    says: 'Removing a person',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [
      ...gone('DELETE /partner/v1/business-profiles/*/ubos', 'DELETE /partner/v1/business-profiles/*/ubos/*'),
    ],
  },
  {
    no: 246,
    says: 'Associating a person with a business',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/business-profiles/*/associate-ubo')],
  },
  {
    no: 247,
    says: 'Submitting a business',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/business-profiles/*/submit')],
  },
  {
    no: 248,
    says: 'Reading the onboarding progress',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('GET /partner/v1/business-profiles/*/onboarding-progress')],
  },
  {
    no: 249,
    says: 'Reading onboarding requirements',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('GET /partner/v1/onboarding-requirements')],
  },
  {
    no: 250,
    says: 'Requesting an upload link without a customer',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/documents/onboarding-upload-link')],
  },
  {
    no: 251,
    says: 'Registering a webhook with a token',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/webhooks')],
  },
  {
    no: 252,
    says: 'Reading the webhook with a token',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('GET /partner/v1/webhooks')],
  },
  {
    no: 253,
    says: 'Replacing the webhook with a token',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('PUT /partner/v1/webhooks')],
  },
  {
    no: 254,
    says: 'Rotating the secret of the webhook with a token',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/webhooks/rotate-secret')],
  },
  {
    no: 255,
    says: 'Reading deliveries with a token',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('GET /partner/v1/webhooks/deliveries', 'GET /partner/v1/webhooks/deliveries/*')],
  },
  {
    no: 256,
    says: 'Replaying deliveries with a token',
    surface: 'Partner API',
    decided: decidedUnder('Answers'),
    coveredBy: [...gone('POST /partner/v1/webhooks/replay', 'POST /partner/v1/webhooks/deliveries/*/replay')],
  },
]);
