import { area, tests } from '../statement.ts';

const WORDS = 'tests/contract/house/specified-words.test.ts';
const ENDPOINT = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const JOURNEY = 'tests/journeys/webhooks.system.test.ts';

export const webhookStates = area('Webhook states, and removed stages', [
  {
    no: 191,
    says: 'The stages from Draft to Submitted were removed: no status and no filter has such a name',
    surface: 'Partner API',
    coveredBy: [
      ...tests(WORDS, 'the states of verification are those of the specification, and no others'),
      ...tests(
        'tests/contract/partner/list-faults.test.ts',
        'what is wrong with a query > verificationStatus=Draft is refused and pointed at',
        'what is wrong with a query > verificationStatus=CompletedBusinessDetail is refused and pointed at',
        'what is wrong with a query > verificationStatus=CompletedUboDetails is refused and pointed at',
        'what is wrong with a query > verificationStatus=CompletedBusinessDocumentUpload is refused and pointed at',
        'what is wrong with a query > verificationStatus=Submitted is refused and pointed at',
      ),
    ],
  },
  {
    no: 192,
    says: 'An endpoint is NotRegistered, Active, Degraded or Disabled',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(WORDS, 'the states of a webhook endpoint are those of the specification, and no others'),
      ...tests(
        JOURNEY,
        'an endpoint is registered and tested; what happened before has no delivery',
        'a receiver that breaks is Degraded, its people are told, and each delivery is tried by the schedule',
        'after three days without a success it is Disabled, not before, and its people are told',
      ),
    ],
  },
  {
    no: 193,
    says: 'Enabling reactivates a disabled endpoint',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        ENDPOINT,
        'an endpoint that is disabled > begins anew by enabling it: due at once, its health forgotten, a job for what waits',
      ),
      ...tests(JOURNEY, 'enabled again, it gets what waited, and only what is younger than three days'),
    ],
  },
  {
    no: 194,
    says: 'Registering a URL, the same or another one, reactivates a disabled endpoint',
    surface: 'Dashboard',
    coveredBy: tests(
      ENDPOINT,
      'an endpoint that is disabled > begins anew by another URL: due at once, its health forgotten, a job for what waits',
      'an endpoint that is disabled > begins anew by registering the same URL: due at once, its health forgotten, a job for what waits',
    ),
  },
  {
    no: 195,
    says: 'A delivery is Pending, Delivered or Exhausted',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(WORDS, 'the states of a delivery are those of the specification, and no others'),
      ...tests(JOURNEY, 'after three days without a success it is Disabled, not before, and its people are told'),
      ...tests(
        'tests/contract/webhooks/webhook-history.test.ts',
        'pages > status *, type *, window *: exactly what matches, in order, and its total',
      ),
    ],
  },
]);
