// Webhooks as users of a partner manage them: the endpoint, its secret, and the history of deliveries.
import { z } from 'zod';
import { EVENT_TYPES, type EventType } from '../events/events.ts';
import { WEBHOOK_GIVE_UP_HOURS } from '../shared/durations-and-limits.ts';
import { ruled, text } from '../shared/fields.ts';
import { sentSchema } from '../shared/json-schema.ts';
import { CURSOR, moment, ONCE, saying, wanted, wholeNumber } from '../shared/query-fields.ts';
import { DELIVERY_STATUSES, DISABLED_REASONS, ERROR_KINDS, WEBHOOK_STATUSES } from '../shared/vocabularies.ts';

export const DELIVERY_LIST_LIMITS = {
  /** Per page. */
  items: 200,
  itemsUnasked: 50,
  /** The highest row that page numbers reach, and the highest total counted. */
  depth: 10_000,
  /** Longer than any cursor we issue. */
  cursorLength: 300,
} as const;

/** Pending deliveries are counted up to this number, because an exact larger count helps no one. */
export const PENDING_COUNTED = 10_000;

const time = z.iso.datetime();

export const webhookEndpointSchema = z
  .object({
    url: z.string().nullable(),
    status: z.enum(WEBHOOK_STATUSES),
    consecutiveFailures: z.int().min(0),
    degradedSince: time.nullable(),
    disabledAt: time.nullable(),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .meta({
        description: `NoSuccess: no delivery succeeded for ${WEBHOOK_GIVE_UP_HOURS} hours. Gone: the receiver answered 410 twice.`,
      }),
    registeredAt: time.nullable(),
    previousSecretExpiresAt: time
      .nullable()
      .meta({ description: 'Until this time, deliveries carry both signatures; null when only one secret signs.' }),
    pausedAt: time
      .nullable()
      .meta({ description: 'When our support paused the endpoint; nothing is lost. Null if it is not paused.' }),
    pending: z
      .int()
      .min(0)
      .meta({ description: `Deliveries that are waiting, counted up to ${PENDING_COUNTED}.` }),
    pendingIsCapped: z.boolean().meta({ description: 'Whether more deliveries are waiting than pending shows.' }),
    oldestPendingAt: time.nullable().meta({ description: 'When the oldest event that is waiting occurred.' }),
    lastSuccessAt: time.nullable().meta({ description: 'When the receiver last accepted a delivery.' }),
  })
  .meta({
    id: 'WebhookEndpoint',
    description:
      'If status is NotRegistered, consecutiveFailures and pending are 0, pendingIsCapped is false and everything else is null.',
  });
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

const secretOnce = z.string().nullable().meta({
  description: 'Shown only once, in the response to the registration; null if the current secret stays valid.',
});
const message = z.string().meta({ description: 'What was done, and what to do next.' });

/** The URL guard checks the address, with its own error codes. */
export const webhookUrlSchema = z.object({
  url: text(Number.POSITIVE_INFINITY).meta({ format: 'uri', example: 'https://hooks.partner.example/onboarding' }),
});

export const webhookRegisteredSchema = z
  .object({ url: z.string(), webhookSecret: secretOnce, message })
  .meta({ id: 'WebhookRegistered' });
export type WebhookRegistered = z.infer<typeof webhookRegisteredSchema>;

export const webhookReplacedSchema = z.object({ webhookSecret: secretOnce, message }).meta({ id: 'WebhookReplaced' });

export const webhookRotatedSchema = z
  .object({
    webhookSecret: z.string().meta({ description: 'Shown only once.' }),
    previousSecretExpiresAt: time.meta({ description: 'Until this time, deliveries carry both signatures.' }),
    message,
  })
  .meta({ id: 'WebhookRotated' });
export type WebhookRotated = z.infer<typeof webhookRotatedSchema>;

export const deliverySchema = z
  .object({
    id: z.uuid(),
    eventId: z.uuid().meta({ description: 'The same each time the event is sent.' }),
    eventType: z.string(),
    eventVersion: z.int(),
    occurredAt: time,
    status: z.enum(DELIVERY_STATUSES),
    attemptCount: z.int(),
    nextAttemptAt: time
      .nullable()
      .meta({ description: 'Null if no attempt is planned, and while the endpoint is disabled.' }),
    lastStatusCode: z.int().nullable(),
    isReplay: z.boolean(),
    replaySeries: z.uuid().nullable().meta({ description: 'The windowed replay that this delivery belongs to.' }),
    completedAt: time.nullable(),
    customerId: z.uuid().nullable().meta({
      description: 'The business that the event is about; null if there is none, and after the event was purged.',
    }),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof deliverySchema>;

const deliveryAttemptSchema = z
  .object({
    attemptNo: z.int(),
    sentAt: time,
    url: z.string().meta({ description: 'Where it was sent; the endpoint may have a different URL by now.' }),
    statusCode: z.int().nullable(),
    responseExcerpt: z.string().nullable().meta({ description: "The first 4 KiB of the receiver's response." }),
    durationMs: z.int(),
    errorKind: z.enum(ERROR_KINDS).nullable().meta({ description: 'Null after a success.' }),
    svcTimestamp: z.int().meta({
      description: 'The header Svc-Timestamp of this attempt, in Unix seconds, which is part of what is signed.',
    }),
    signatures: z.array(z.string()).nullable().meta({
      description:
        'The header Svc-Signature as it was sent: one, or two during a rotation. Null if the attempt was made before we stored them.',
    }),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

const listedDeliverySchema = deliverySchema
  .extend({
    companyName: z.string().nullable().meta({ description: 'The name of that business, as it is now.' }),
  })
  .meta({ id: 'ListedDelivery' });
export type ListedDelivery = z.infer<typeof listedDeliverySchema>;

export const deliveryDetailSchema = listedDeliverySchema
  .extend({
    attempts: z.array(deliveryAttemptSchema),
    envelopeJson: z
      .string()
      .nullable()
      .meta({ description: 'The exact body that is signed and sent; null after it was purged.' }),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

export const deliveryPageSchema = z
  .object({
    items: z.array(listedDeliverySchema).meta({ description: 'Newest event first.' }),
    page: z.int().meta({ description: 'Starts at 1, and keeps counting when you follow a cursor.' }),
    pageSize: z.int(),
    total: z.int().meta({ description: `Total number of matches, counted up to ${DELIVERY_LIST_LIMITS.depth}.` }),
    totalIsCapped: z.boolean().meta({ description: 'Whether there are more matches than total.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor to get the next page, at any depth; null on the last page.' }),
  })
  .meta({ id: 'DeliveryPage' });
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

/** An unknown id returns an empty page; only a malformed id is an error. */
const wantedId = z.uuid(saying('must be an id such as 0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00')).optional();

/** The cursor parameter of a list. */
export const cursorOf = (description: string) =>
  z
    .string(saying(ONCE))
    .regex(/^[A-Za-z0-9_-]+$/, { error: CURSOR })
    .max(DELIVERY_LIST_LIMITS.cursorLength, { error: CURSOR })
    .optional()
    .meta({ description });

const deliveryFilters = {
  // An unknown status has its own error code.
  status: z
    .string(saying(ONCE))
    .optional()
    .meta({ description: 'The status of the delivery.', enum: [...DELIVERY_STATUSES] }),
  eventType: wanted(100).meta({ description: 'An unknown type returns an empty page.' }),
  customerId: wantedId.meta({ description: 'Deliveries of events about this business.' }),
  eventId: wantedId.meta({ description: 'Every delivery of this event, including its replays.' }),
  replaySeries: wantedId.meta({ description: 'Deliveries of this windowed replay.' }),
  from: moment('Events that occurred at or after this time. A date means its start in UTC.'),
  to: moment('Events that occurred before this time.'),
};

function refuseReversed({ from, to }: { from?: Date | undefined; to?: Date | undefined }, context: z.RefinementCtx) {
  if (from === undefined || to === undefined || to > from) return;
  context.addIssue({ code: 'custom', path: ['to'], ...ruled('Webhook.RangeInvalid', 'must be later than from') });
}

export const deliveryQuerySchema = z
  .object({
    ...deliveryFilters,
    page: wholeNumber(Number.MAX_SAFE_INTEGER, 1, {
      description: `Starts at 1. Pages cover the first ${DELIVERY_LIST_LIMITS.depth} rows; use the cursor beyond that.`,
      maximum: DELIVERY_LIST_LIMITS.depth,
    }),
    pageSize: wholeNumber(DELIVERY_LIST_LIMITS.items, DELIVERY_LIST_LIMITS.itemsUnasked, {
      description: 'Items per page.',
    }),
    cursor: cursorOf('nextCursor of the previous page, with the same filters and without page.'),
  })
  .superRefine(refuseReversed)
  .superRefine(({ page, pageSize = DELIVERY_LIST_LIMITS.itemsUnasked, cursor }, context) => {
    const tell = (name: string, text: string) => context.addIssue({ code: 'custom', path: [name], message: text });
    if (page !== undefined && cursor !== undefined) {
      tell('page', 'cannot be combined with cursor; follow nextCursor without page, or omit the cursor');
    } else if ((page ?? 1) * pageSize > DELIVERY_LIST_LIMITS.depth) {
      tell(
        'page',
        `goes beyond the first ${DELIVERY_LIST_LIMITS.depth} rows, the most that pages can cover; follow the nextCursor of an earlier page instead, or narrow the list with a filter`,
      );
    }
  });
export type DeliveryQuery = z.output<typeof deliveryQuerySchema>;

export const deliveryExportQuerySchema = z.object(deliveryFilters).superRefine(refuseReversed);

export const testEventSchema = z.object({ eventId: z.uuid() }).meta({ id: 'TestEvent' });

const eventTypeSchema = z
  .object({
    name: z.string(),
    version: z.int(),
    owner: z.string(),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the data in the body.' }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'An example of the data in the body.' }),
  })
  .meta({ id: 'EventType' });
export type EventTypeItem = z.infer<typeof eventTypeSchema>;

export const eventTypesSchema = z.array(eventTypeSchema);

export const EVENT_CATALOGUE: readonly EventTypeItem[] = (Object.keys(EVENT_TYPES) as EventType[]).map((name) => {
  const { version, owner, description, data, example } = EVENT_TYPES[name];
  return { name, version, owner, description, schema: sentSchema(data), example };
});
