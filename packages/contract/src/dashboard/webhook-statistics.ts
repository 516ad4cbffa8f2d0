// Results of a partner's deliveries over time, and the log of changes to its webhook.
import { z } from 'zod';
import { DELIVERY_ATTEMPTS, EVENT_DAYS, WEBHOOK_STATISTICS_HOURS } from '../shared/durations-and-limits.ts';
import { CURSOR, moment, nextCursor, ONCE, saying, sayingOneOf, wholeNumber } from '../shared/query-fields.ts';
import {
  DISABLED_REASONS,
  ERROR_KINDS,
  STATISTICS_BUCKETS,
  WEBHOOK_ACTIONS,
  WEBHOOK_ACTOR_KINDS,
} from '../shared/vocabularies.ts';

const time = z.iso.datetime();

export const webhookStatisticsQuerySchema = z.object({
  bucket: z
    .enum(STATISTICS_BUCKETS, sayingOneOf(STATISTICS_BUCKETS))
    .default('Hour')
    .meta({ description: 'The period that is counted together. Days are in UTC.' }),
  from: moment(
    `Starts with the hour or day of this time. Defaults to the last 24 hours, or the last ${EVENT_DAYS} days.`,
  ),
  to: moment(
    `Up to the hour or day before this time. Defaults to now. At most ${WEBHOOK_STATISTICS_HOURS} hours or ${EVENT_DAYS + 1} days after from.`,
  ),
});
export type WebhookStatisticsQuery = z.output<typeof webhookStatisticsQuerySchema>;

const countsShape = {
  delivered: z.int().min(0).meta({ description: 'Attempts that the receiver accepted, one for each delivery.' }),
  failed: z
    .int()
    .min(0)
    .meta({ description: `Attempts that failed. A delivery has up to ${DELIVERY_ATTEMPTS}.` }),
  exhausted: z.int().min(0).meta({ description: 'Deliveries that became Exhausted.' }),
  p95Ms: z
    .int()
    .nullable()
    .meta({ description: 'The 95th percentile, which may be up to a fifth too high; null if there were no attempts.' }),
  errorKinds: z
    .array(z.object({ errorKind: z.enum(ERROR_KINDS), failed: z.int().min(1) }))
    .meta({ description: 'The failed attempts by kind, most frequent first.' }),
};

export const webhookStatisticsSchema = z
  .object({
    bucket: z.enum(STATISTICS_BUCKETS),
    from: time,
    to: time,
    total: z.object(countsShape),
    items: z.array(z.object({ from: time, ...countsShape })).meta({
      description: 'Every hour or day, oldest first, by the time of the attempt; test events and replays count.',
    }),
  })
  .meta({ id: 'WebhookStatistics' });
export type WebhookStatistics = z.infer<typeof webhookStatisticsSchema>;

export const WEBHOOK_CHANGE_LIMITS = { items: 100, itemsUnasked: 20 } as const;

export const webhookChangeQuerySchema = z.object({
  limit: wholeNumber(WEBHOOK_CHANGE_LIMITS.items, WEBHOOK_CHANGE_LIMITS.itemsUnasked, {
    description: 'Maximum number of items.',
  }),
  cursor: z
    .string(saying(ONCE))
    .regex(/^[A-Za-z0-9_-]{1,300}$/, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the previous page.' }),
});
export type WebhookChangeQuery = z.output<typeof webhookChangeQuerySchema>;

const webhookChangeSchema = z
  .object({
    changeId: z.uuid(),
    occurredAt: time,
    action: z.enum(WEBHOOK_ACTIONS),
    actorKind: z.enum(WEBHOOK_ACTOR_KINDS).meta({
      description: 'PartnerPerson: one of your users. Operator: our support. Service: a rule of the service.',
    }),
    accountId: z.uuid().nullable().meta({ description: 'Only for a PartnerPerson.' }),
    name: z.string().nullable().meta({ description: 'Only for a PartnerPerson.' }),
    host: z
      .string()
      .nullable()
      .meta({ description: 'The host of the URL that was set. The rest of a URL may be a secret.' }),
    previousHost: z.string().nullable(),
    disabledReason: z.enum(DISABLED_REASONS).nullable(),
    replaySeries: z.uuid().nullable(),
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof webhookChangeSchema>;

export const webhookChangePageSchema = z
  .object({
    items: z.array(webhookChangeSchema).meta({ description: 'Newest first.' }),
    nextCursor,
  })
  .meta({ id: 'WebhookChangePage' });
export type WebhookChangePage = z.infer<typeof webhookChangePageSchema>;
