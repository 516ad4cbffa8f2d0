import { area, differs, tests } from '../statement.ts';

const ENDPOINT = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const HISTORY = 'tests/contract/webhooks/webhook-history.test.ts';
const REPLAY = 'tests/contract/webhooks/webhook-replay.system.test.ts';
const EVERY = 'tests/contract/webhooks/every-webhook-route.test.ts';
const JOURNEY = 'tests/journeys/webhooks.system.test.ts';
const WEBHOOKS = '/customer/v1/partner-profile/webhooks';
const SUCCEEDS = 'a success is 200 with value, isSuccess true and no error, as the specification says';
const FILTERED = 'pages > status *, type *, window *: exactly what matches, in order, and its total';

export const webhookEndpoint = area('Webhook endpoint on the dashboard', [
  {
    no: 257,
    says: 'The endpoint is read with its URL, its status, its failures and their times',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        ENDPOINT,
        'registering > without a webhook the record says so*',
        'an endpoint that is disabled > says since when and why',
      ),
      ...tests(EVERY, `GET ${WEBHOOKS} > ${SUCCEEDS}`),
    ],
  },
  {
    no: 258,
    also: [259],
    says: 'POST with a URL registers it and returns the URL, a message and, only this time, the generated secret',
    surface: 'Dashboard',
    coveredBy: tests(ENDPOINT, 'registering > POST shows the secret once, keeps it sealed, and notes who it was'),
  },
  {
    no: 260,
    says: 'A secret in the request is ignored',
    surface: 'Dashboard',
    coveredBy: tests(ENDPOINT, 'registering > a supplied secret is ignored and named in a warning'),
  },
  {
    no: 261,
    says: 'Another POST replaces the URL and returns no secret',
    surface: 'Dashboard',
    coveredBy: tests(ENDPOINT, 'registering > POST again replaces the URL, and the secret stays and is not shown'),
  },
  {
    no: 262,
    also: [263],
    says: 'PUT with a URL replaces it, returns webhookSecret null and a message, and keeps the secret',
    surface: 'Dashboard',
    coveredBy: tests(ENDPOINT, 'registering > PUT again replaces the URL, and the secret stays and is not shown'),
  },
  {
    no: 264,
    says: 'PUT without a webhook registers one and returns its secret',
    surface: 'Dashboard',
    coveredBy: tests(ENDPOINT, 'registering > PUT shows the secret once, keeps it sealed, and notes who it was'),
  },
  {
    no: 265,
    says: 'Rotating returns the new secret, the expiry of the previous one, and a message',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(ENDPOINT, 'rotating the secret > shows a new one, and keeps the one before for 24 hours'),
      ...tests(EVERY, `POST ${WEBHOOKS}/rotate-secret > ${SUCCEEDS}`),
    ],
  },
  {
    no: 266,
    says: 'For these 24 hours, both secrets sign every delivery',
    surface: 'Webhooks',
    coveredBy: tests(
      JOURNEY,
      'after a rotation both secrets sign for 24 hours less a second, and only the new one a second after them',
    ),
  },
  {
    no: 267,
    says: 'Enabling reactivates a disabled endpoint',
    surface: 'Dashboard',
    coveredBy: tests(
      ENDPOINT,
      'an endpoint that is disabled > begins anew by enabling it: due at once, its health forgotten, a job for what waits',
    ),
  },
  {
    no: 282,
    also: [283],
    says: 'A test sends webhook.test immediately and returns its eventId',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(ENDPOINT, 'a test event > is recorded as every event is, of no customer, and handed over'),
      ...tests(JOURNEY, 'an endpoint is registered and tested; what happened before has no delivery'),
    ],
  },
  {
    no: 284,
    says: 'The event catalogue can be read',
    surface: 'Dashboard',
    coveredBy: tests(
      ENDPOINT,
      'the event types > are all of the catalogue, each with an example that its own schema takes',
    ),
  },
  {
    no: 285,
    says: 'Users of an inactive or not yet approved partner can read it too',
    surface: 'Dashboard',
    coveredBy: tests(
      'tests/contract/dashboard/dashboard-access.test.ts',
      `with a session > GET ${WEBHOOKS}/event-types looks at the partner's standing, unless it is about the session itself or the same for everybody`,
    ),
  },
  {
    no: 286,
    says: 'Dashboard responses have value, isSuccess and error with code and description',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(EVERY, `* > ${SUCCEEDS}`, '* > Webhook.*', '* > Partner.*'),
      ...tests('tests/contract/dashboard/dashboard-access.test.ts', 'without a session of the right kind > * is 401'),
    ],
  },
  {
    no: 287,
    says: 'Their HTTP status is that of the error',
    surface: 'Dashboard',
    coveredBy: tests(EVERY, '* > Webhook.*', '* > Partner.*'),
  },
]);

export const deliveryHistory = area('Delivery history on the dashboard', [
  {
    no: 268,
    also: [269, 270],
    says: 'Deliveries are filtered by status, by event type, and by the time at which the event occurred',
    surface: 'Dashboard',
    coveredBy: tests(HISTORY, FILTERED, 'pages > from is inclusive and to exclusive'),
  },
  {
    no: 271,
    also: [272],
    says: 'They are paged, with at most 200 per page',
    surface: 'Dashboard',
    coveredBy: tests(
      HISTORY,
      'pages > go through everything once, newest event first, its latest delivery first',
      'pages > are the first of fifty unless said, and empty behind the end',
      '?pageSize=201 is 400 and names the parameter',
    ),
  },
  {
    no: 273,
    says: 'A page has items, page, pageSize and total; deliveries beyond 10,000 are reached by a cursor',
    surface: 'Dashboard',
    decided: differs('The delivery history has page numbers up to its 10,000th row.'),
    coveredBy: [
      ...tests(
        HISTORY,
        FILTERED,
        'beyond 10,000 rows > a total stops and says so',
        'beyond 10,000 rows > the cursor of the last page goes on to the end, whatever arrives meanwhile',
      ),
      ...tests(EVERY, `GET ${WEBHOOKS}/deliveries > ${SUCCEEDS}`),
    ],
  },
  {
    no: 274,
    says: 'The newest event comes first',
    surface: 'Dashboard',
    coveredBy: tests(HISTORY, 'pages > go through everything once, newest event first, its latest delivery first'),
  },
  {
    no: 275,
    says: 'One delivery is read with its attempts and its body',
    surface: 'Dashboard',
    coveredBy: tests(ENDPOINT, 'a delivery > shows its attempts in their order, and its body byte for byte'),
  },
  {
    no: 276,
    also: [277],
    says: 'Replaying a delivery returns the deliveryId of a new one of the same event',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        ENDPOINT,
        'a delivery > is replayed as a new one of the same event, behind what is live, and its lane is woken',
      ),
      ...tests(JOURNEY, 'one delivery is replayed: the same event and bytes, marked, in a delivery of its own'),
    ],
  },
  {
    no: 278,
    says: 'A replay is sent with Svc-Replay: true',
    surface: 'Webhooks',
    coveredBy: tests(JOURNEY, 'one delivery is replayed: the same event and bytes, marked, in a delivery of its own'),
  },
  {
    no: 279,
    says: 'A time window is replayed, for one event type or all, and the response has the number of deliveries created',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        REPLAY,
        'which events > those that were delivered or given up; none that waits, however it came to wait',
        'which events > of a type',
      ),
      ...tests(JOURNEY, 'a window is replayed with what had no endpoint, each event once, and `created` is exact'),
    ],
  },
  {
    no: 280,
    says: 'Such a window spans at most seven days',
    surface: 'Dashboard',
    coveredBy: tests(
      REPLAY,
      'exactly seven days, and from exactly 30 days ago, are taken; other zones are understood',
      'a window is refused, and leaves no row, > of seven days and a moment',
    ),
  },
  {
    no: 281,
    says: 'includeUnrouted adds events from before there was an endpoint',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        REPLAY,
        'which events > with includeUnrouted also those without a delivery, but none that is about to get one',
      ),
      ...tests(JOURNEY, 'a window is replayed with what had no endpoint, each event once, and `created` is exact'),
    ],
  },
]);
