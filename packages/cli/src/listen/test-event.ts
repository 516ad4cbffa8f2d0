import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@onboarding/sdk';

type TestEvent = Extract<WebhookEvent, { eventType: 'webhook.test' }>;

/** The same as the test event of the portal: without a customer. */
export const makeTestEvent = (message: string): TestEvent => ({
  eventId: randomUUID(),
  eventType: 'webhook.test',
  eventVersion: 1,
  occurredAt: new Date().toISOString(),
  partnerId: randomUUID(),
  sequence: null,
  correlation: { requestId: randomUUID(), customerId: null, partnerCustomerId: null },
  data: { message },
});
