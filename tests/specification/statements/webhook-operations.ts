import { area, differs, tagged, titled } from '../statement.ts';

const ENDPOINT = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const HISTORY = 'tests/contract/webhooks/webhook-history.test.ts';
const REPLAY = 'tests/journeys/webhook-replay.system.test.ts';
const EVERY = 'tests/contract/webhooks/every-webhook-route.test.ts';
const JOURNEY = 'tests/journeys/webhooks.system.test.ts';

export const webhookEndpoint = area('Webhook endpoint on the dashboard', [
  {
    no: 257,
    says: 'The endpoint is read with its URL, its status, its failures and their times',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT), tagged(EVERY)],
  },
  {
    no: 258,
    also: [259],
    says: 'POST with a URL registers it and returns the URL, a message and, only this time, the generated secret',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'POST')],
  },
  {
    no: 260,
    says: 'A secret in the request is ignored',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT)],
  },
  {
    no: 261,
    says: 'Another POST replaces the URL and returns no secret',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'POST')],
  },
  {
    no: 262,
    also: [263],
    says: 'PUT with a URL replaces it, returns webhookSecret null and a message, and keeps the secret',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'PUT')],
  },
  {
    no: 264,
    says: 'PUT without a webhook registers one and returns its secret',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'PUT')],
  },
  {
    no: 265,
    says: 'Rotating returns the new secret, the expiry of the previous one, and a message',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT), tagged(EVERY)],
  },
  {
    no: 266,
    says: 'For these 24 hours, both secrets sign every delivery',
    surface: 'Webhooks',
    coveredBy: [tagged(JOURNEY)],
  },
  {
    no: 267,
    says: 'Enabling reactivates a disabled endpoint',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'by enabling it')],
  },
  {
    no: 282,
    also: [283],
    says: 'A test sends webhook.test immediately and returns its eventId',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT), tagged(JOURNEY)],
  },
  {
    no: 284,
    says: 'The event catalogue can be read',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT)],
  },
  {
    no: 285,
    says: 'Users of an inactive or not yet approved partner can read it too',
    surface: 'Dashboard',
    coveredBy: [
      tagged(
        'tests/contract/dashboard/dashboard-access.test.ts',
        'GET /customer/v1/partner-profile/webhooks/event-types',
      ),
    ],
  },
  {
    no: 286,
    says: 'Dashboard responses have value, isSuccess and error with code and description',
    surface: 'Dashboard',
    coveredBy: [
      tagged(EVERY),
      ...titled(EVERY, '* > Webhook.*', '* > Partner.*'),
      tagged('tests/contract/dashboard/dashboard-access.test.ts'),
    ],
  },
  {
    no: 287,
    says: 'Their HTTP status is that of the error',
    surface: 'Dashboard',
    coveredBy: [...titled(EVERY, '* > Webhook.*', '* > Partner.*')],
  },
]);

export const deliveryHistory = area('Delivery history on the dashboard', [
  {
    no: 268,
    also: [269, 270],
    says: 'Deliveries are filtered by status, by event type, and by the time at which the event occurred',
    surface: 'Dashboard',
    coveredBy: [tagged(HISTORY)],
  },
  {
    no: 271,
    also: [272],
    says: 'They are paged, with at most 200 per page',
    surface: 'Dashboard',
    coveredBy: [tagged(HISTORY, '?pageSize=201')],
  },
  {
    no: 273,
    says: 'A page has items, page, pageSize and total; deliveries beyond 10,000 are reached by a cursor',
    surface: 'Dashboard',
    decided: differs('The delivery history has page numbers up to its 10,000th row.'),
    coveredBy: [tagged(HISTORY), tagged(EVERY)],
  },
  {
    no: 274,
    says: 'The newest event comes first',
    surface: 'Dashboard',
    coveredBy: [tagged(HISTORY)],
  },
  {
    no: 275,
    says: 'One delivery is read with its attempts and its body',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT)],
  },
  {
    no: 276,
    also: [277],
    says: 'Replaying a delivery returns the deliveryId of a new one of the same event',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT), tagged(JOURNEY)],
  },
  {
    no: 278,
    says: 'A replay is sent with Svc-Replay: true',
    surface: 'Webhooks',
    coveredBy: [tagged(JOURNEY)],
  },
  {
    no: 279,
    says: 'A time window is replayed, for one event type or all, and the response has the number of deliveries created',
    surface: 'Dashboard',
    coveredBy: [tagged(REPLAY), tagged(JOURNEY)],
  },
  {
    no: 280,
    says: 'Such a window spans at most seven days',
    surface: 'Dashboard',
    coveredBy: [tagged(REPLAY, 'of more than seven days')],
  },
  {
    no: 281,
    says: 'includeUnrouted adds events from before there was an endpoint',
    surface: 'Dashboard',
    coveredBy: [tagged(REPLAY), tagged(JOURNEY)],
  },
]);
