// Webhooks as a partner's people look after them: the endpoint, its secret, what was delivered and what was not.
import { z } from 'zod';
import { EVENT_TYPES, type EventType } from './events.ts';
import { faultCodes, ruled, text } from './fields.ts';
import { sentSchema } from './json-schema.ts';
import { DATE_OR_TIME, MOMENT, moment, ONCE, saying, toMoment, wanted, wholeNumber } from './query-fields.ts';
import { DELIVERY_STATUSES, DISABLED_REASONS, ERROR_KINDS, WEBHOOK_STATUSES } from './vocabularies.ts';

export const DELIVERY_LIST_LIMITS = {
  /** Of one page. */
  items: 200,
  itemsUnasked: 50,
  /** How deep page numbers go, and how far a total counts. */
  depth: 10_000,
  /** Longer than any cursor of ours. */
  cursorLength: 300,
} as const;

export const REPLAY_LIMITS = {
  /** How wide a window may be. */
  windowDays: 7,
  /** How old an event may be. */
  eventDays: 30,
} as const;

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
      .meta({ description: 'NoSuccess: nothing arrived for three days. Gone: the receiver answered 410 twice.' }),
  })
  .meta({
    id: 'WebhookEndpoint',
    description: 'With status NotRegistered consecutiveFailures is 0 and everything else is null.',
  });
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

const secretOnce = z
  .string()
  .nullable()
  .meta({ description: 'Shown this once, to whoever registered; null when the secret in force stays.' });
const message = z.string().meta({ description: 'What was done, and what to do next.' });

/** What the address may be is the guard's to judge, which has codes of its own. */
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
    webhookSecret: z.string().meta({ description: 'Shown this once.' }),
    previousSecretExpiresAt: time.meta({ description: 'Until then deliveries carry both signatures.' }),
    message,
  })
  .meta({ id: 'WebhookRotated' });
export type WebhookRotated = z.infer<typeof webhookRotatedSchema>;

export const deliverySchema = z
  .object({
    id: z.uuid(),
    eventId: z.uuid().meta({ description: 'Stays the same however often the event is sent.' }),
    eventType: z.string(),
    eventVersion: z.int(),
    occurredAt: time,
    status: z.enum(DELIVERY_STATUSES),
    attemptCount: z.int(),
    nextAttemptAt: time
      .nullable()
      .meta({ description: 'Null when there is none, and while the endpoint is disabled.' }),
    lastStatusCode: z.int().nullable(),
    isReplay: z.boolean(),
    replaySeries: z.uuid().nullable().meta({ description: 'The replay of a window that it belongs to.' }),
    completedAt: time.nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryAttemptSchema = z
  .object({
    attemptNo: z.int(),
    sentAt: time,
    url: z.string().meta({ description: 'Where it was sent; the endpoint may have another by now.' }),
    statusCode: z.int().nullable(),
    responseExcerpt: z.string().nullable().meta({ description: 'The first 4 KiB of the answer of the receiver.' }),
    durationMs: z.int(),
    errorKind: z.enum(ERROR_KINDS).nullable().meta({ description: 'Null after a success.' }),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

export const deliveryDetailSchema = deliverySchema
  .extend({
    attempts: z.array(deliveryAttemptSchema),
    envelopeJson: z
      .string()
      .nullable()
      .meta({ description: 'The body that is signed and sent, byte for byte; null once it is purged.' }),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

export const deliveryPageSchema = z
  .object({
    items: z.array(deliverySchema).meta({ description: 'Newest event first.' }),
    page: z.int().meta({ description: 'Counted from 1, and counted on when a cursor is followed.' }),
    pageSize: z.int(),
    total: z.int().meta({ description: `How many there are, counted up to ${DELIVERY_LIST_LIMITS.depth}.` }),
    totalIsCapped: z.boolean().meta({ description: 'Whether there are more than total says.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor for the next page, however deep; null when there is none.' }),
  })
  .meta({ id: 'DeliveryPage' });
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

const CURSOR = 'must be the nextCursor of a page before, or be left out';

export const deliveryQuerySchema = z
  .object({
    // A word that is no status has a code of its own.
    status: z
      .string(saying(ONCE))
      .optional()
      .meta({ description: 'How far the delivery has got.', enum: [...DELIVERY_STATUSES] }),
    eventType: wanted(100).meta({ description: 'One that is not known gives an empty page.' }),
    from: moment('Of events that occurred then or later. A date means its beginning in UTC.'),
    to: moment('Of events that occurred before then.'),
    page: wholeNumber(Number.MAX_SAFE_INTEGER, 1, {
      description: `Counted from 1. Pages reach ${DELIVERY_LIST_LIMITS.depth} rows deep; beyond that use the cursor.`,
      maximum: DELIVERY_LIST_LIMITS.depth,
    }),
    pageSize: wholeNumber(DELIVERY_LIST_LIMITS.items, DELIVERY_LIST_LIMITS.itemsUnasked, {
      description: 'How many on a page.',
    }),
    cursor: z
      .string(saying(ONCE))
      .regex(/^[A-Za-z0-9_-]+$/, { error: CURSOR })
      .max(DELIVERY_LIST_LIMITS.cursorLength, { error: CURSOR })
      .optional()
      .meta({ description: 'nextCursor of the page before, with the same filters and without page.' }),
  })
  .superRefine(({ from, to, page, pageSize = DELIVERY_LIST_LIMITS.itemsUnasked, cursor }, context) => {
    const tell = (name: string, text: string) => context.addIssue({ code: 'custom', path: [name], message: text });
    if (from !== undefined && to !== undefined && to <= from) {
      context.addIssue({ code: 'custom', path: ['to'], ...ruled('Webhook.RangeInvalid', 'must be later than from') });
    }
    if (page !== undefined && cursor !== undefined) {
      tell('page', 'cannot be combined with cursor; follow nextCursor without page, or leave the cursor out');
    } else if ((page ?? 1) * pageSize > DELIVERY_LIST_LIMITS.depth) {
      tell(
        'page',
        `leads deeper than ${DELIVERY_LIST_LIMITS.depth} rows, where pages end; follow the nextCursor of a page before instead, or narrow the list by a filter`,
      );
    }
  });
export type DeliveryQuery = z.output<typeof deliveryQuerySchema>;

/** As in the history's query, except that nothing decodes a plus sign here: a blank in its place is a mistake. */
function windowBound(description: string) {
  const bound = z
    .string()
    .transform((written, context) => {
      const found = written.includes(' ') ? undefined : toMoment(written);
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', ...ruled('Webhook.RangeInvalid', MOMENT) });
      return z.NEVER;
    })
    .meta({ description, anyOf: DATE_OR_TIME, example: '2026-11-15T09:00:00Z' });
  faultCodes.add(bound, { missing: 'Webhook.RangeInvalid', wrongType: 'Webhook.RangeInvalid' });
  return bound;
}

export const replayWindowSchema = z.object({
  from: windowBound('Events that occurred then or later; within the last 30 days. A date means its beginning in UTC.'),
  to: windowBound(
    'Events that occurred before then; at most seven days after from. A date means its beginning in UTC.',
  ),
  eventType: text(100).nullish().meta({ description: 'Only events of this type.' }),
  includeUnrouted: z
    .boolean()
    .nullish()
    .meta({ description: 'Also events that were recorded while there was no endpoint. Unless said: no.' }),
});
export type ReplayWindow = z.output<typeof replayWindowSchema>;

export const replayQueuedSchema = z
  .object({
    created: z.int().meta({ description: 'How many deliveries this makes, exactly.' }),
    replaySeries: z.uuid().meta({ description: 'Names them in the delivery history.' }),
  })
  .meta({ id: 'ReplayQueued' });
export type ReplayQueued = z.infer<typeof replayQueuedSchema>;

export const replayedDeliverySchema = z
  .object({ deliveryId: z.uuid().meta({ description: 'Of the new delivery.' }) })
  .meta({ id: 'ReplayedDelivery' });

export const testEventSchema = z.object({ eventId: z.uuid() }).meta({ id: 'TestEvent' });

export const eventTypeSchema = z
  .object({
    name: z.string(),
    version: z.int(),
    owner: z.string(),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the data in the body.' }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'Of the data in the body.' }),
  })
  .meta({ id: 'EventType' });
export type EventTypeItem = z.infer<typeof eventTypeSchema>;

export const eventTypesSchema = z.array(eventTypeSchema);

export const EVENT_CATALOGUE: readonly EventTypeItem[] = (Object.keys(EVENT_TYPES) as EventType[]).map((name) => {
  const { version, owner, description, data, example } = EVENT_TYPES[name];
  return { name, version, owner, description, schema: sentSchema(data), example };
});
