import { area, tests } from '../statement.ts';

const VERIFICATION = 'tests/journeys/verification.system.test.ts';

export const purpose = area('What the service does', [
  {
    no: 1,
    says: 'The routes of the Partner API are under /api, and nowhere else',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/partner/every-route.test.ts',
      '* > succeeds, and answers exactly what it declares',
      '* > is served under /api and not without it',
    ),
  },
  {
    no: 2,
    says: 'Bodies are JSON, with that content type',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/create/create-bounds.test.ts',
      'the content type > application/json is served',
      'the content type > application/xml is 415',
      'the content type > of a body that has none is 415',
      'a body that is not the JSON of an object > * is refused as malformed',
    ),
  },
  {
    no: 3,
    says: 'One call creates a business with its people, in one transaction',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        'tests/journeys/create-and-read.test.ts',
        'a partner creates a business and reads it back > by id and by reference, everything that was sent is there and nothing else',
      ),
      ...tests(
        'tests/faults/one-transaction.test.ts',
        'the number of statements does not depend on the number of people',
        'a create that the table * refuses leaves no row in any table',
      ),
    ],
  },
  {
    no: 4,
    says: 'A business can be updated',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/update/update-states.test.ts',
      'the version > is one more with every change, in the answer, in the ETag and in reads',
      'the version > a change is *, which name fields and no values',
    ),
  },
  {
    no: 5,
    also: [13],
    says: 'A document is confirmed automatically once it is in the storage',
    surface: 'Storage',
    coveredBy: [
      ...tests(VERIFICATION, 'the partner uploads the document, adds the person and so hands it in again'),
      ...tests(
        'tests/faults/documents-processes.system.test.ts',
        'of * uploads, one after the other, most are confirmed within a second of their PUT',
        'without being told, it is confirmed by the round of the minute',
      ),
    ],
  },
  {
    no: 6,
    says: 'A partner reads the outcome of the verification, and the reasons',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        VERIFICATION,
        'the partner reads what to do, and nothing of what is between analysts',
        'who proposed cannot confirm; the other analyst does, and the partner sees Approved',
      ),
      ...tests('tests/contract/partner/verification-status.test.ts', 'reasons > of a rejection cannot be helped'),
    ],
  },
  {
    no: 7,
    also: [8],
    says: 'A partner can access its own customers only; access to those of another partner is refused with Partner.NotAuthorized',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/partner/tenancy.test.ts',
      "another partner's token > * gives 403 Partner.NotAuthorized and nothing else",
      "another partner's token > every route that names no customer id is one that we know to be scoped by its partner",
      "another partner's token > a reference is its partner's own: another's is not found, and may be used again",
    ),
  },
  {
    no: 9,
    says: 'Callers send a short-lived bearer token with the scope partner.read, partner.write or both',
    surface: 'Partner API',
    coveredBy: [
      ...tests('tests/contract/partner/every-route.test.ts', '* > an expired token is refused'),
      ...tests(
        'tests/contract/partner/authentication.test.ts',
        'every route > GET /partner/v1/business-profiles/{customerId}',
        'every route > POST /partner/v1/business-profiles',
      ),
      ...tests(
        'tests/identity/token-requests.system.test.ts',
        'an assertion is accepted at the edge of what is allowed > scope partner.read gives partner.read',
        'an assertion is accepted at the edge of what is allowed > scope partner.write gives partner.write',
      ),
    ],
  },
  {
    no: 10,
    says: 'Events arrive, signed, at the https URL that the partner registered',
    surface: 'Webhooks',
    coveredBy: tests(
      'tests/journeys/webhooks.system.test.ts',
      'an endpoint is registered and tested; what happened before has no delivery',
      'a new business arrives as two signed events, and the history shows exactly what was sent',
    ),
  },
  {
    no: 11,
    says: 'Webhooks are managed by a signed-in person; an API credential has no access to them',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        'tests/contract/dashboard/dashboard-access.test.ts',
        'without a session of the right kind > * /customer/v1/partner-profile/webhooks* is 401',
      ),
      ...tests(
        'tests/contract/partner/withdrawn.test.ts',
        '* /partner/v1/webhooks* > is 410 for anybody, in the envelope, and names what to call instead',
      ),
    ],
  },
  {
    no: 12,
    says: 'A new business waits for a review',
    surface: 'Compliance',
    coveredBy: [
      ...tests(
        'tests/contract/compliance/compliance-package.test.ts',
        'a package > of a new business is the business as its partner reads it, waiting, with nothing found or decided',
      ),
      ...tests(VERIFICATION, 'the first analyst takes it up, and from then on the partner cannot change it'),
    ],
  },
  {
    no: 14,
    says: 'A create is already submitted for review; the separate step was removed',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        'tests/contract/partner/withdrawn.test.ts',
        'POST /partner/v1/business-profiles/*/submit > is 410 for anybody, in the envelope, and names what to call instead',
      ),
      ...tests(
        'tests/contract/partner/verification-status.test.ts',
        'a new business is pending, with its people not started, since it was created',
      ),
    ],
  },
]);
