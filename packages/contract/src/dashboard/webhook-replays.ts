// Replays: users of a partner request, follow and cancel them.
import { z } from 'zod';
import { EVENT_DAYS, REPLAY_WINDOW_DAYS, REPLAYS_PER_SECOND } from '../shared/durations-and-limits.ts';
import { faultCodes, mustBeOneOf, type RuleParams, ruled, text, uuid } from '../shared/fields.ts';
import { DATE_OR_TIME, MOMENT, nextCursor, toMoment, wholeNumber } from '../shared/query-fields.ts';
import { DELIVERY_STATUSES, REPLAY_STATUSES } from '../shared/vocabularies.ts';
import { cursorOf } from './webhooks.ts';

export const REPLAY_LIST_LIMITS = { items: 100, itemsUnasked: 20 } as const;

/** As in the query of the history, except that a plus sign in a body never becomes a space, so a space is a mistake. */
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

export const replayWindowSchema = z
  .object({
    from: windowBound(
      `Events that occurred at or after this time, which must be within the last ${EVENT_DAYS} days. A date means its start in UTC.`,
    ),
    to: windowBound(
      `Events that occurred before this time, which must be at most ${REPLAY_WINDOW_DAYS} days after from. A date means its start in UTC.`,
    ),
    eventType: text(100).nullish().meta({ description: 'Only events of this type.' }),
    includeUnrouted: z
      .boolean()
      .nullish()
      .meta({ description: 'Include events that were recorded while there was no endpoint. Defaults to false.' }),
    status: z
      .string()
      .refine((value) => DELIVERY_STATUSES.some((status) => status === value), {
        error: ({ input }) => `${mustBeOneOf(DELIVERY_STATUSES, input)}, or be omitted`,
        params: { code: 'Webhook.StatusUnknown' } satisfies RuleParams,
      })
      .transform((value) => DELIVERY_STATUSES.find((status) => status === value))
      .nullish()
      .meta({
        description:
          'Only events with a delivery in this status. With Exhausted, events that another delivery has delivered are skipped. Pending deliveries are never replayed, so Pending matches nothing.',
        enum: [...DELIVERY_STATUSES],
      }),
    customerId: uuid.nullish().meta({ description: 'Only events about this business.' }),
    replaySeries: uuid.nullish().meta({ description: 'Only events with a delivery of this earlier replay.' }),
    dryRun: z
      .boolean()
      .nullish()
      .meta({ description: 'Only count what would be sent. Nothing is recorded or sent. Defaults to false.' }),
  })
  .superRefine(({ includeUnrouted, status, customerId, replaySeries }, context) => {
    if (includeUnrouted === true && [status, customerId, replaySeries].some((filter) => filter != null)) {
      const message = 'cannot be combined with status, customerId or replaySeries; omit it or those filters';
      context.addIssue({ code: 'custom', path: ['includeUnrouted'], message });
    }
  });
export type ReplayWindow = z.output<typeof replayWindowSchema>;

export const replayQueuedSchema = z
  .object({
    created: z.int().meta({ description: 'The exact number of deliveries created, or, in a dry run, to be created.' }),
    replaySeries: z
      .uuid()
      .nullable()
      .meta({ description: 'Identifies these deliveries in the delivery history; null after a dry run.' }),
  })
  .meta({ id: 'ReplayQueued' });
export type ReplayQueued = z.infer<typeof replayQueuedSchema>;

export const replayedDeliverySchema = z
  .object({ deliveryId: z.uuid().meta({ description: 'The id of the new delivery.' }) })
  .meta({ id: 'ReplayedDelivery' });

const time = z.iso.datetime();

const replaySchema = z
  .object({
    replaySeries: z.uuid(),
    requestedAt: time,
    requestedBy: z.object({
      accountId: z.uuid(),
      name: z.string().nullable().meta({ description: 'Null if the account no longer exists.' }),
    }),
    filter: z
      .object({
        from: time,
        to: time,
        status: z.enum(DELIVERY_STATUSES).nullable(),
        eventType: z.string().nullable(),
        customerId: z.uuid().nullable(),
        replaySeries: z.uuid().nullable().meta({ description: 'The earlier replay whose events were sent again.' }),
        includeUnrouted: z.boolean(),
      })
      .meta({ description: 'The window and filters that were requested.' }),
    created: z.int().meta({ description: 'The number of events that it sends, fixed when it was requested.' }),
    cancelledAt: time.nullable(),
  })
  .meta({ id: 'Replay' });
export type Replay = z.infer<typeof replaySchema>;

export const replayProgressSchema = replaySchema
  .extend({
    status: z.enum(REPLAY_STATUSES).meta({ description: 'Running while a delivery is waiting.' }),
    delivered: z.int(),
    failed: z.int().meta({ description: 'Exhausted: not delivered in the last attempt.' }),
    waiting: z.int().meta({ description: 'Waiting for their first attempt or for a retry.' }),
    notSent: z.int().meta({ description: 'Cancelled while they were waiting, or purged before their turn.' }),
    expectedEndAt: time.nullable().meta({
      description: `When the last one will be sent, at ${REPLAYS_PER_SECOND} per second, if the receiver accepts all of them. Null unless status is Running, and while the endpoint is disabled or paused.`,
    }),
    finishedAt: time
      .nullable()
      .meta({ description: 'When the last delivery was completed; null while one is waiting.' }),
  })
  .meta({ id: 'ReplayProgress', description: 'created is the sum of delivered, failed, waiting and notSent.' });
export type ReplayProgress = z.infer<typeof replayProgressSchema>;

export const replayQuerySchema = z.object({
  limit: wholeNumber(REPLAY_LIST_LIMITS.items, REPLAY_LIST_LIMITS.itemsUnasked, {
    description: 'Maximum number of items.',
  }),
  cursor: cursorOf('nextCursor of the previous page.'),
});
export type ReplayQuery = z.output<typeof replayQuerySchema>;

export const replayPageSchema = z
  .object({
    items: z.array(replaySchema).meta({ description: 'Newest first.' }),
    nextCursor,
  })
  .meta({ id: 'ReplayPage' });
export type ReplayPage = z.infer<typeof replayPageSchema>;
