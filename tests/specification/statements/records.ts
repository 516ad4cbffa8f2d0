import { area, decidedUnder, tagged } from '../statement.ts';

const REQUIREMENTS = 'tests/contract/partner/requirements-route.test.ts';
const ENTRY = 'packages/domain/src/requirements/requirement-entry.test.ts';
const WEBHOOKS = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const HISTORY = 'tests/contract/webhooks/webhook-history.test.ts';
const JOURNEY = 'tests/journeys/webhooks.system.test.ts';
const WORDS = 'tests/contract/house/specified-words.test.ts';

export const reads = area('Records', [
  {
    no: 155,
    also: [156],
    says: 'Records of businesses have customerId and partnerCustomerId, whether read by id, by reference or in a list',
    surface: 'Partner API',
    coveredBy: [tagged('tests/journeys/create-and-read.test.ts'), tagged('tests/contract/partner/list.test.ts')],
  },
  {
    no: 157,
    says: 'An identity requirement has the twelve fields that the specification names',
    surface: 'Reference data',
    decided: decidedUnder('Identity documents'),
    coveredBy: [tagged(REQUIREMENTS)],
  },
  {
    no: 158,
    says: 'inputType is Document, Input or Select',
    surface: 'Reference data',
    coveredBy: [tagged(ENTRY, 'Document', 'Input', 'Select', 'an unknown input type')],
  },
  {
    no: 159,
    says: 'validationRules has regex, minLength, maxLength and errorMessage',
    surface: 'Reference data',
    coveredBy: [tagged(REQUIREMENTS)],
  },
]);

export const webhookRecords = area('Webhooks: endpoint, delivery, event types', [
  {
    no: 160,
    says: 'The endpoint has an https url',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS, 'POST', 'http')],
  },
  {
    no: 161,
    says: 'The endpoint is NotRegistered, Active, Degraded or Disabled',
    surface: 'Dashboard',
    coveredBy: [tagged(WORDS, 'a webhook endpoint'), tagged(JOURNEY)],
  },
  {
    no: 162,
    says: 'consecutiveFailures is a whole number, 0 without an endpoint',
    surface: 'Dashboard',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: [tagged(WEBHOOKS)],
  },
  {
    no: 163,
    also: [164, 165],
    says: 'degradedSince and disabledAt are times, disabledReason is the reason',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS), tagged(JOURNEY)],
  },
  {
    no: 166,
    also: [168, 169, 170],
    says: 'A delivery has id, eventType, eventVersion and occurredAt',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS)],
  },
  {
    no: 167,
    says: 'A delivery has the eventId, which a replay of the event keeps',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS), tagged(JOURNEY)],
  },
  {
    no: 171,
    says: 'A delivery is Pending, Delivered or Exhausted',
    surface: 'Dashboard',
    coveredBy: [tagged(WORDS, 'a delivery'), tagged(HISTORY, 'Pending', 'Delivered', 'Exhausted')],
  },
  {
    no: 172,
    also: [174, 177],
    says: 'A delivery has attemptCount, lastStatusCode and completedAt',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS), tagged(JOURNEY)],
  },
  {
    no: 173,
    says: 'nextAttemptAt is the time of the next attempt',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS)],
  },
  {
    no: 175,
    also: [176],
    says: 'isReplay marks a replay, and replaySeries identifies the window replay that it belongs to',
    surface: 'Dashboard',
    decided: decidedUnder('Webhooks on the dashboard'),
    coveredBy: [tagged(JOURNEY)],
  },
  {
    no: 178,
    says: 'A single delivery also shows each attempt: attemptNo, sentAt, statusCode, responseExcerpt, durationMs, errorKind',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS)],
  },
  {
    no: 179,
    says: 'responseExcerpt is the start of the receiver’s response, up to 4 KiB',
    surface: 'Dashboard',
    coveredBy: [tagged('packages/platform/src/safe-http/sender-failures.system.test.ts'), tagged(JOURNEY)],
  },
  {
    no: 180,
    says: 'envelopeJson is the signed body, byte for byte as sent',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS), tagged(JOURNEY)],
  },
  {
    no: 181,
    says: 'envelopeJson is null once the event is purged',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS)],
  },
  {
    no: 182,
    says: 'An item of the event catalogue has name, version, owner and description',
    surface: 'Dashboard',
    coveredBy: [tagged(WEBHOOKS)],
  },
]);
