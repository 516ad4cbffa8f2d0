// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import {
  EVENT_CATALOGUE,
  type EventTypeItem,
  type WebhookEndpoint,
  type WebhookRegistered,
  type WebhookRotated,
} from '@onboarding/contract';

export const url = 'https://hooks.partner.example/onboarding';
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
