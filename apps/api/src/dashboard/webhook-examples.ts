// Bodies and answers as the description shows them. Tests compare them with their schemas.
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryPage,
  EVENT_CATALOGUE,
  EVENT_TYPES,
  type EventTypeItem,
  type ReplayQueued,
  type WebhookEndpoint,
  type WebhookRegistered,
  type WebhookRotated,
} from '@onboarding/contract';

const url = 'https://hooks.partner.example/onboarding';
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const urlExample = { url };

export const endpointExample: WebhookEndpoint = {
  url,
  status: 'Degraded',
  consecutiveFailures: 7,
  degradedSince: '2026-11-15T08:12:00.000Z',
  disabledAt: null,
  disabledReason: null,
};

export const enabledExample: WebhookEndpoint = {
  ...endpointExample,
  status: 'Active',
  consecutiveFailures: 0,
  degradedSince: null,
};

export const registeredExample: WebhookRegistered = {
  url,
  webhookSecret,
  message: 'The webhook is registered. Keep the secret now: it is not shown again.',
};

export const replacedExample = {
  webhookSecret: null,
  message: 'The URL is replaced; what waits is sent there. The secret in force stays.',
};

export const rotatedExample: WebhookRotated = {
  webhookSecret,
  previousSecretExpiresAt: '2026-11-16T09:30:00.000Z',
  message: 'Keep the new secret now: it is not shown again.',
};

const deliveryExample: Delivery = {
  id: '0193a2b4-7c12-7d3e-9f53-2a6b8c0d1e2f',
  eventId: '0193a2b4-7c11-7d43-8e88-9f0a1b2c3d45',
  eventType: 'business.profile.created',
  eventVersion: 1,
  occurredAt: '2026-11-15T09:30:00.000Z',
  status: 'Delivered',
  attemptCount: 2,
  nextAttemptAt: null,
  lastStatusCode: 204,
  isReplay: false,
  replaySeries: null,
  completedAt: '2026-11-15T09:30:34.120Z',
};

export const deliveriesExample: DeliveryPage = {
  items: [deliveryExample],
  page: 1,
  pageSize: 50,
  total: 1,
  totalIsCapped: false,
  nextCursor: null,
};

export const deliveryDetailExample: DeliveryDetail = {
  ...deliveryExample,
  attempts: [
    {
      attemptNo: 1,
      sentAt: '2026-11-15T09:30:00.080Z',
      url,
      statusCode: 502,
      responseExcerpt: 'Bad Gateway',
      durationMs: 112,
      errorKind: 'HttpStatus',
    },
    {
      attemptNo: 2,
      sentAt: '2026-11-15T09:30:34.041Z',
      url,
      statusCode: 204,
      responseExcerpt: null,
      durationMs: 79,
      errorKind: null,
    },
  ],
  envelopeJson: JSON.stringify({
    eventId: deliveryExample.eventId,
    eventType: deliveryExample.eventType,
    eventVersion: 1,
    occurredAt: deliveryExample.occurredAt,
    partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
    sequence: 1,
    correlation: {
      requestId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
      customerId: EVENT_TYPES['business.profile.created'].example.customerId,
      partnerCustomerId: 'shop-4711',
    },
    data: EVENT_TYPES['business.profile.created'].example,
  }),
};

export const windowExample = {
  from: '2026-11-14T00:00:00Z',
  to: '2026-11-15T00:00:00Z',
  eventType: 'business.profile.created',
  includeUnrouted: true,
};

export const replayQueuedExample: ReplayQueued = {
  created: 42,
  replaySeries: '0193a2b4-7c13-7d3e-9f53-2a6b8c0d1e2f',
};

export const replayedExample = { deliveryId: '0193a2b4-7c14-7d3e-9f53-2a6b8c0d1e2f' };

export const testExample = { eventId: '0193a2b4-7c15-7d3e-9f53-2a6b8c0d1e2f' };

export const eventTypesExample: EventTypeItem[] = EVENT_CATALOGUE.slice(0, 1);
