import { area, decidedUnder, tests } from '../statement.ts';

const READ_BACK =
  'a partner creates a business and reads it back > by id and by reference, everything that was sent is there and nothing else';
const REQUIREMENTS = 'tests/contract/partner/requirements-route.test.ts';
const ENTRY = 'packages/domain/src/requirements/requirement-entry.test.ts';
const WEBHOOKS = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const HISTORY = 'tests/contract/webhooks/webhook-history.test.ts';
const JOURNEY = 'tests/journeys/webhooks.system.test.ts';
const WORDS = 'tests/contract/house/specified-words.test.ts';
const FIELDS = 'a delivery > has the fields that it is promised, in the list and by itself, and in the list no others';

export const reads = area('Records', [
  {
    no: 155,
    also: [156],
    says: 'Records of businesses have customerId and partnerCustomerId, whether read by id, by reference or in a list',
    surface: 'Partner API',
    coveredBy: [
      ...tests('tests/journeys/create-and-read.test.ts', READ_BACK),
      ...tests('tests/contract/partner/list.test.ts', 'items > are summaries of what a read shows'),
    ],
  },
  {
    no: 157,
    says: 'An identity requirement has the twelve fields that the specification names',
    surface: 'Reference data',
    decided: decidedUnder('Identity documents'),
    coveredBy: tests(
      REQUIREMENTS,
      'the fields of an entry are called as integrators know them',
      '*: the twelve fields of every entry, in display order, and nothing else',
    ),
  },
  {
    no: 158,
    says: 'inputType is Document, Input or Select',
    surface: 'Reference data',
    coveredBy: tests(
      ENTRY,
      'the input type Document is taken',
      'the input type Input is taken',
      'the input type Select is taken',
      'an input type of nobody is refused, by its place',
    ),
  },
  {
    no: 159,
    says: 'validationRules has regex, minLength, maxLength and errorMessage',
    surface: 'Reference data',
    coveredBy: tests(REQUIREMENTS, 'the fields of an entry are called as integrators know them'),
  },
]);

export const webhookRecords = area('Webhooks: endpoint, delivery, event types', [
  {
    no: 160,
    says: 'The endpoint has an https url',
    surface: 'Dashboard',
    coveredBy: tests(
      WEBHOOKS,
      'registering > POST shows the secret once, keeps it sealed, and notes who it was',
      'registering > http is refused, and nothing is saved',
    ),
  },
  {
    no: 161,
    says: 'The endpoint is NotRegistered, Active, Degraded or Disabled',
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
    no: 162,
    says: 'consecutiveFailures is a whole number, 0 without an endpoint',
    surface: 'Dashboard',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: tests(
      WEBHOOKS,
      'registering > without a webhook the record says so, with no failures, and everything else is null',
      'enabling an endpoint that is not disabled is a success that changes nothing',
      'an endpoint that is disabled > says since when and why',
    ),
  },
  {
    no: 163,
    also: [164, 165],
    says: 'degradedSince and disabledAt are times, disabledReason is the reason',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(WEBHOOKS, 'an endpoint that is disabled > says since when and why'),
      ...tests(
        JOURNEY,
        'a receiver that breaks is Degraded, its people are told, and each delivery is tried by the schedule',
        'after three days without a success it is Disabled, not before, and its people are told',
      ),
    ],
  },
  {
    no: 166,
    also: [168, 169, 170],
    says: 'A delivery has id, eventType, eventVersion and occurredAt',
    surface: 'Dashboard',
    coveredBy: tests(WEBHOOKS, FIELDS),
  },
  {
    no: 167,
    says: 'A delivery has the eventId, which a replay of the event keeps',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        WEBHOOKS,
        FIELDS,
        'a delivery > is replayed as a new one of the same event, behind what is live, and its lane is woken',
      ),
      ...tests(JOURNEY, 'one delivery is replayed: the same event and bytes, marked, in a delivery of its own'),
    ],
  },
  {
    no: 171,
    says: 'A delivery is Pending, Delivered or Exhausted',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(WORDS, 'the states of a delivery are those of the specification, and no others'),
      ...tests(
        HISTORY,
        ...['Pending', 'Delivered', 'Exhausted'].map(
          (status) =>
            `pages > status ${status}, type undefined, window false: exactly what matches, in order, and its total`,
        ),
      ),
    ],
  },
  {
    no: 172,
    also: [174, 177],
    says: 'A delivery has attemptCount, lastStatusCode and completedAt',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(WEBHOOKS, FIELDS),
      ...tests(JOURNEY, 'a new business arrives as two signed events, and the history shows exactly what was sent'),
    ],
  },
  {
    no: 173,
    says: 'nextAttemptAt is the time of the next attempt',
    surface: 'Dashboard',
    coveredBy: tests(
      WEBHOOKS,
      'a delivery > that waits has no next attempt while the endpoint is disabled, in the list and by itself',
    ),
  },
  {
    no: 175,
    also: [176],
    says: 'isReplay marks a replay, and replaySeries identifies the window replay that it belongs to',
    surface: 'Dashboard',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: tests(
      JOURNEY,
      'one delivery is replayed: the same event and bytes, marked, in a delivery of its own',
      'a window is replayed with what had no endpoint, each event once, and `created` is exact',
    ),
  },
  {
    no: 178,
    says: 'A single delivery also shows each attempt: attemptNo, sentAt, statusCode, responseExcerpt, durationMs, errorKind',
    surface: 'Dashboard',
    coveredBy: tests(WEBHOOKS, 'a delivery > shows its attempts in their order, and its body byte for byte'),
  },
  {
    no: 179,
    says: 'responseExcerpt is the start of the receiver’s response, up to 4 KiB',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        'packages/platform/src/safe-http/sender-failures.system.test.ts',
        'much of an answer > an endless body is cut after 4 KiB, its connection is closed, and it counts as its status says',
      ),
      ...tests(
        JOURNEY,
        'a receiver that breaks is Degraded, its people are told, and each delivery is tried by the schedule',
      ),
    ],
  },
  {
    no: 180,
    says: 'envelopeJson is the signed body, byte for byte as sent',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(WEBHOOKS, 'a delivery > shows its attempts in their order, and its body byte for byte'),
      ...tests(JOURNEY, 'a new business arrives as two signed events, and the history shows exactly what was sent'),
    ],
  },
  {
    no: 181,
    says: 'envelopeJson is null once the event is purged',
    surface: 'Dashboard',
    coveredBy: tests(WEBHOOKS, 'a delivery > has no body once its event is purged, and cannot be replayed then'),
  },
  {
    no: 182,
    says: 'An item of the event catalogue has name, version, owner and description',
    surface: 'Dashboard',
    coveredBy: tests(
      WEBHOOKS,
      'the event types > are all of the catalogue, each with an example that its own schema takes',
    ),
  },
]);
