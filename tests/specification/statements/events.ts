import { area, decidedUnder, tagged } from '../statement.ts';

const JOURNEY = 'tests/journeys/webhooks.system.test.ts';
const DISPATCHER = 'apps/worker/src/dispatcher/dispatcher.system.test.ts';
const CREATE = 'tests/contract/create/create-events.test.ts';
const SIGNATURE = 'packages/domain/src/webhooks/endpoints/signature.test.ts';

export const deliveries = area('Event delivery', [
  {
    no: 303,
    says: 'Events are sent by HTTPS, signed, to the registered URL, and to no other kind of URL',
    surface: 'Webhooks',
    coveredBy: [tagged(DISPATCHER), tagged('tests/contract/webhooks/dashboard-webhooks.test.ts', 'http')],
  },
  {
    no: 304,
    says: 'Svc-Id, Svc-Timestamp, Svc-Signature, Svc-Event-Type, Svc-Delivery-Id, Svc-Attempt and, with a replay, Svc-Replay are the headers of ours that arrive',
    surface: 'Webhooks',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: [tagged(SIGNATURE), tagged(JOURNEY)],
  },
  {
    no: 305,
    says: 'Svc-Signature lets a receiver verify that a delivery is ours and unchanged',
    surface: 'Webhooks',
    coveredBy: [tagged(SIGNATURE), tagged('packages/sdk/src/verify-webhook.test.ts')],
  },
  {
    no: 306,
    says: 'For 24 hours after a rotation it contains the signatures of both secrets',
    surface: 'Webhooks',
    coveredBy: [tagged(JOURNEY), tagged(SIGNATURE)],
  },
  {
    no: 307,
    says: 'Only a replay has Svc-Replay',
    surface: 'Webhooks',
    coveredBy: [tagged(JOURNEY)],
  },
  {
    no: 308,
    also: [309],
    says: 'The body has eventVersion and correlation, whose requestId is that of the request',
    surface: 'Webhooks',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: [tagged(CREATE), tagged(JOURNEY), tagged('tests/contract/webhooks/dashboard-webhooks.test.ts')],
  },
  {
    no: 310,
    says: 'All attempts and replays of an event have the same event id',
    surface: 'Webhooks',
    coveredBy: [tagged(DISPATCHER), tagged(JOURNEY)],
  },
  {
    no: 311,
    also: [313],
    says: 'A delivery has eight attempts, and is Exhausted after the last',
    surface: 'Webhooks',
    coveredBy: [tagged(DISPATCHER), tagged('packages/domain/src/webhooks/deliveries/delivery.test.ts')],
  },
  {
    no: 312,
    says: 'The attempts span about three days',
    surface: 'Webhooks',
    coveredBy: [tagged('packages/domain/src/webhooks/deliveries/delivery-schedule.test.ts'), tagged(JOURNEY)],
  },
  {
    no: 314,
    says: 'A failing endpoint changes from Active to Degraded and then to Disabled',
    surface: 'Webhooks',
    coveredBy: [tagged(JOURNEY), tagged('packages/domain/src/webhooks/endpoints/health-model.system.test.ts')],
  },
  {
    no: 315,
    says: 'A receiver can verify and ignore an event of an unknown type',
    surface: 'Webhooks',
    coveredBy: [tagged('packages/sdk/src/verify-webhook.test.ts')],
  },
]);

export const eventTypes = area('Event types', [
  {
    no: 316,
    says: 'business.profile.created: a business was created',
    surface: 'Webhooks',
    coveredBy: [tagged(CREATE), tagged(JOURNEY)],
  },
  {
    no: 317,
    says: 'business.profile.updated: a business was updated, even if only its people or documents changed',
    surface: 'Webhooks',
    decided: decidedUnder('Updates'),
    coveredBy: [
      tagged('tests/contract/update/update-states.test.ts'),
      tagged('tests/contract/update/update-people.test.ts'),
      tagged('tests/contract/update/update-documents.test.ts'),
    ],
  },
  {
    no: 318,
    says: 'business.person.added: a person was added, by a create or by an update; one event for each',
    surface: 'Webhooks',
    coveredBy: [tagged(CREATE), tagged(JOURNEY), tagged('tests/contract/update/update-people.test.ts')],
  },
  {
    no: 319,
    says: 'business.document.confirmed: an uploaded document was confirmed',
    surface: 'Webhooks',
    coveredBy: [tagged('tests/faults/documents.system.test.ts')],
  },
  {
    no: 320,
    says: 'webhook.test: someone requested a test',
    surface: 'Webhooks',
    coveredBy: [tagged(JOURNEY)],
  },
]);
