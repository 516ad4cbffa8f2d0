import { area, decidedUnder, tests } from '../statement.ts';

const JOURNEY = 'tests/journeys/webhooks.system.test.ts';
const DISPATCHER = 'apps/worker/src/dispatcher/dispatcher.system.test.ts';
const CREATE = 'tests/contract/create/create-events.test.ts';
const TOLD =
  'business.profile.created, then business.person.added for each of * people, all with the id of the request';
const SIGNATURE = 'packages/domain/src/webhooks/deliveries/signature.test.ts';
const ARRIVES = 'a new business arrives as two signed events, and the history shows exactly what was sent';
const EIGHT =
  'a failure > is recorded and tried again when it is due, eight times in all, each with the same event id and body';
const OVERLAP =
  'after a rotation both secrets sign for 24 hours less a second, and only the new one a second after them';
const REPLAYED = 'one delivery is replayed: the same event and bytes, marked, in a delivery of its own';
const THREE_DAYS = 'after three days without a success it is Disabled, not before, and its people are told';

export const deliveries = area('Event delivery', [
  {
    no: 303,
    says: 'Events are sent by HTTPS, signed, to the registered URL, and to no other kind of URL',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(
        DISPATCHER,
        'events > reach the receiver of their partner byte for byte and signed, each once; others are recorded and go nowhere',
      ),
      ...tests(
        'tests/contract/webhooks/dashboard-webhooks.test.ts',
        'registering > http is refused, and nothing is saved',
      ),
    ],
  },
  {
    no: 304,
    says: 'Svc-Id, Svc-Timestamp, Svc-Signature, Svc-Event-Type, Svc-Delivery-Id, Svc-Attempt and, with a replay, Svc-Replay are the headers of ours that arrive',
    surface: 'Webhooks',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: [
      ...tests(
        SIGNATURE,
        'headers are complete, the same under both names, and mark a replay only where it is one',
        'every header that neither HTTP nor Standard Webhooks knows starts with Svc-',
      ),
      ...tests(JOURNEY, ARRIVES, REPLAYED),
    ],
  },
  {
    no: 305,
    says: 'Svc-Signature lets a receiver verify that a delivery is ours and unchanged',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(
        SIGNATURE,
        'signs the published vector of Standard Webhooks',
        'the library * > verifies a delivery as it is',
      ),
      ...tests(
        'packages/sdk/src/verify-webhook.test.ts',
        'refuses > a changed body, id, timestamp or signature, and another secret',
      ),
    ],
  },
  {
    no: 306,
    says: 'For 24 hours after a rotation it contains the signatures of both secrets',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(JOURNEY, OVERLAP),
      ...tests(SIGNATURE, 'the library * > verifies with either secret during the overlap, and with no other'),
    ],
  },
  {
    no: 307,
    says: 'Only a replay has Svc-Replay',
    surface: 'Webhooks',
    coveredBy: tests(JOURNEY, REPLAYED, ARRIVES),
  },
  {
    no: 308,
    also: [309],
    says: 'The body has eventVersion and correlation, whose requestId is that of the request',
    surface: 'Webhooks',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: [
      ...tests(CREATE, TOLD, 'without an X-Request-Id, the events have the one of the answer'),
      ...tests(JOURNEY, ARRIVES),
      ...tests(
        'tests/contract/webhooks/dashboard-webhooks.test.ts',
        'a test event > is recorded as every event is, of no customer, and handed over',
      ),
    ],
  },
  {
    no: 310,
    says: 'All attempts and replays of an event have the same event id',
    surface: 'Webhooks',
    coveredBy: [...tests(DISPATCHER, EIGHT), ...tests(JOURNEY, REPLAYED)],
  },
  {
    no: 311,
    also: [313],
    says: 'A delivery has eight attempts, and is Exhausted after the last',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(DISPATCHER, EIGHT),
      ...tests(
        'packages/domain/src/webhooks/deliveries/delivery.test.ts',
        'the eighth failure exhausts, and there is no ninth attempt',
      ),
    ],
  },
  {
    no: 312,
    says: 'The attempts span about three days',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(
        'packages/domain/src/webhooks/deliveries/delivery-schedule.test.ts',
        'eight attempts wait 30 s, 5 min, 1 h, 5 h, 16 h, 22 h and 28 h: 72 hours and 5.5 minutes in all',
      ),
      ...tests(JOURNEY, THREE_DAYS),
    ],
  },
  {
    no: 314,
    says: 'A failing endpoint changes from Active to Degraded and then to Disabled',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(
        JOURNEY,
        'a receiver that breaks is Degraded, its people are told, and each delivery is tried by the schedule',
        THREE_DAYS,
      ),
      ...tests(
        'packages/domain/src/webhooks/endpoints/health-model.system.test.ts',
        '5,000 histories: every transition comes exactly when the rules say so, and nobody is Disabled before the proof',
      ),
    ],
  },
  {
    no: 315,
    says: 'A receiver can verify and ignore an event of an unknown type',
    surface: 'Webhooks',
    coveredBy: tests(
      'packages/sdk/src/verify-webhook.test.ts',
      'accepts > an event of a type that it does not know, so that the receiver can ignore it',
    ),
  },
]);

export const eventTypes = area('Event types', [
  {
    no: 316,
    says: 'business.profile.created: a business was created',
    surface: 'Webhooks',
    coveredBy: [...tests(CREATE, TOLD), ...tests(JOURNEY, ARRIVES)],
  },
  {
    no: 317,
    says: 'business.profile.updated: a business was updated, even if only its people or documents changed',
    surface: 'Webhooks',
    decided: decidedUnder('Updates'),
    coveredBy: [
      ...tests(
        'tests/contract/update/update-states.test.ts',
        'the version > a change is one event and one audit entry, which name fields and no values',
        'the version > stays when nothing changes, and nothing is recorded',
      ),
      ...tests(
        'tests/contract/update/update-people.test.ts',
        '* > adds people that are not on the profile, and removes nobody',
        '* > recognises a person by * and updates it',
      ),
      ...tests(
        'tests/contract/update/update-documents.test.ts',
        'businessDocumentIdList > handing in documents is a change, told by one event; handing them in again is none',
      ),
    ],
  },
  {
    no: 318,
    says: 'business.person.added: a person was added, by a create or by an update; one event for each',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(CREATE, TOLD),
      ...tests(JOURNEY, ARRIVES),
      ...tests(
        'tests/contract/update/update-people.test.ts',
        '* > adds people that are not on the profile, and removes nobody',
      ),
    ],
  },
  {
    no: 319,
    says: 'business.document.confirmed: an uploaded document was confirmed',
    surface: 'Webhooks',
    coveredBy: tests(
      'tests/faults/documents.system.test.ts',
      'a file that is what it should be > is confirmed, with one event, one audit entry and one new version: *',
      'a file that is what it should be > is confirmed once, however many look at it at the same moment and however often later',
    ),
  },
  {
    no: 320,
    says: 'webhook.test: someone requested a test',
    surface: 'Webhooks',
    coveredBy: tests(JOURNEY, 'an endpoint is registered and tested; what happened before has no delivery'),
  },
]);
