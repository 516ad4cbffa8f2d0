import type { WebhookEvent } from '@onboarding/sdk';

/** Within 80 columns: the time of day, the type and the id. */
export const toEventRow = ({ occurredAt, eventType, eventId }: WebhookEvent): string[] => [
  occurredAt.slice(11, 19),
  eventType,
  eventId,
];
