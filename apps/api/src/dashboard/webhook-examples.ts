// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryPage,
  EVENT_CATALOGUE,
  EVENT_TYPES,
  type EventTypeItem,
  type ListedDelivery,
  type Replay,
  type ReplayPage,
  type ReplayProgress,
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
  registeredAt: '2026-10-02T14:05:00.000Z',
  previousSecretExpiresAt: null,
  pausedAt: null,
  pending: 31,
  pendingIsCapped: false,
  oldestPendingAt: '2026-11-15T08:04:10.000Z',
  lastSuccessAt: '2026-11-15T08:03:58.000Z',
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
  message: 'The webhook is registered. Save the secret now: it is not shown again.',
};

export const replacedExample = {
  webhookSecret: null,
  message: 'The URL was replaced; pending deliveries are sent to the new one. The current secret stays valid.',
};

export const rotatedExample: WebhookRotated = {
  webhookSecret,
  previousSecretExpiresAt: '2026-11-16T09:30:00.000Z',
  message: 'Save the new secret now: it is not shown again.',
};

export const testExample = { eventId: '0193a2b4-7c15-7d3e-9f53-2a6b8c0d1e2f' };

export const eventTypesExample: EventTypeItem[] = EVENT_CATALOGUE.slice(0, 1);

export const deliveryExample: Delivery = {
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
  customerId: EVENT_TYPES['business.profile.created'].example.customerId,
};

const listedExample: ListedDelivery = { ...deliveryExample, companyName: 'Lagos Trading Ltd' };

export const deliveriesExample: DeliveryPage = {
  items: [listedExample],
  page: 1,
  pageSize: 50,
  total: 1,
  totalIsCapped: false,
  nextCursor: null,
};

export const deliveryDetailExample: DeliveryDetail = {
  ...listedExample,
  attempts: [
    {
      attemptNo: 1,
      sentAt: '2026-11-15T09:30:00.080Z',
      url,
      statusCode: 502,
      responseExcerpt: 'Bad Gateway',
      durationMs: 112,
      errorKind: 'HttpStatus',
      svcTimestamp: 1_794_735_000,
      signatures: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    },
    {
      attemptNo: 2,
      sentAt: '2026-11-15T09:30:34.041Z',
      url,
      statusCode: 204,
      responseExcerpt: null,
      durationMs: 79,
      errorKind: null,
      svcTimestamp: 1_794_735_034,
      signatures: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
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

const replayExample: Replay = {
  replaySeries: '0193a2b4-7c13-7d3e-9f53-2a6b8c0d1e2f',
  requestedAt: '2026-11-15T10:02:00.000Z',
  requestedBy: { accountId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f', name: 'Amara Okafor' },
  filter: {
    from: '2026-11-14T00:00:00.000Z',
    to: '2026-11-15T00:00:00.000Z',
    status: 'Exhausted',
    eventType: null,
    customerId: null,
    replaySeries: null,
    includeUnrouted: false,
  },
  created: 42,
  cancelledAt: null,
};

export const replaysExample: ReplayPage = { items: [replayExample], nextCursor: null };

export const replayProgressExample: ReplayProgress = {
  ...replayExample,
  status: 'Running',
  delivered: 30,
  failed: 1,
  waiting: 11,
  notSent: 0,
  expectedEndAt: '2026-11-15T10:02:05.100Z',
  finishedAt: null,
};

export const cancelledReplayExample: ReplayProgress = {
  ...replayProgressExample,
  cancelledAt: '2026-11-15T10:02:04.000Z',
  status: 'Cancelled',
  expectedEndAt: null,
};
