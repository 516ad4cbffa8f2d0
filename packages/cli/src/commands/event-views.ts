import type { WebhookEvent } from '@onboarding/sdk';

/** The time of day, the type and the id, which fit into 80 columns. */
export const toEventRow = ({ occurredAt, eventType, eventId }: WebhookEvent): string[] => [
  occurredAt.slice(11, 19),
  eventType,
  eventId,
];
