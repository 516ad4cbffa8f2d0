// The queue of packages as analysts look at it, take from it and hand on what they took.
import { z } from 'zod';
import { claimAnswerSchema } from './compliance-claims.ts';
import { countryCode, text } from './fields.ts';
import { ONCE, saying, wanted, wholeNumber } from './query-fields.ts';
import { DECISION_OUTCOMES, QUEUE_REASONS, REVIEW_FLAGS } from './vocabularies.ts';

export const QUEUE_LIMITS = {
  /** Of one answer. */
  items: 200,
  itemsUnasked: 50,
  /** Longer than any cursor of ours. */
  cursorLength: 300,
  /** Countries that the statistics name, those with the most packages first. */
  countries: 20,
} as const;

const FLAG = `must be one of ${REVIEW_FLAGS.join(', ')}`;
const REASON = `must be one of ${QUEUE_REASONS.join(', ')}`;
const ID = 'must be a UUID';
const CURSOR = 'must be the nextCursor of a page before, or be left out';

export const queueQuerySchema = z.object({
  country: z
    .string(saying(ONCE))
    .pipe(countryCode)
    .optional()
    .meta({ pattern: '^[A-Z]{3}$', description: 'Country of incorporation.', example: 'NGA' }),
  businessTypeCode: wanted(100).meta({ description: 'Case does not matter.', example: 'LLC' }),
  reason: z.enum(QUEUE_REASONS, saying(REASON)).optional().meta({ description: 'Why it is in the queue.' }),
  flag: z.enum(REVIEW_FLAGS, saying(FLAG)).optional().meta({ description: 'A flag that it carries.' }),
  partnerId: z.uuid(saying(ID)).optional().meta({ description: 'Whose customer it is.' }),
  claimedBy: z
    .union([z.literal('me'), z.uuid()], saying('must be me or the accountId of an analyst'))
    .optional()
    .meta({ description: 'What this analyst has, instead of what waits.' }),
  limit: wholeNumber(QUEUE_LIMITS.items, QUEUE_LIMITS.itemsUnasked, { description: 'How many at most.' }),
  cursor: z
    .string(saying(ONCE))
    .regex(/^[A-Za-z0-9_-]+$/, { error: CURSOR })
    .max(QUEUE_LIMITS.cursorLength, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the page before, with the same filters.' }),
});
export type QueueQuery = z.output<typeof queueQuerySchema>;

export const claimNextSchema = z
  .object({
    country: countryCode.optional(),
    businessTypeCode: text(100).optional(),
    reason: z.enum(QUEUE_REASONS, { error: REASON }).optional(),
    flag: z.enum(REVIEW_FLAGS, { error: FLAG }).optional(),
    partnerId: z.uuid({ error: ID }).optional(),
  })
  .meta({ id: 'ClaimNext', description: 'What the package shall be like; without any of them it is the next of all.' });
export type ClaimNext = z.output<typeof claimNextSchema>;

export const claimNextAnswerSchema = claimAnswerSchema.nullable();

export const reassignSchema = z
  .object({
    accountId: z.uuid({ error: ID }).meta({ description: 'Of an analyst or supervisor who can sign in.' }),
  })
  .meta({ id: 'Reassign' });

export const queueReasonSchema = z.enum(QUEUE_REASONS).meta({
  description:
    'Why it is in the queue. Submitted: new. Answered: changes were requested and have come. Changed: the partner changed an approved business. Reopened: a supervisor took a rejection back. Monitoring: something was found about an approved business, which stays Approved meanwhile.',
});

const queueItemSchema = z
  .object({
    customerId: z.uuid(),
    partnerId: z.uuid(),
    partnerName: z.string(),
    companyName: z.string(),
    country: z.string(),
    businessTypeCode: z.string(),
    priority: z.int().meta({ description: 'The higher, the sooner; among equals the oldest comes first.' }),
    reason: queueReasonSchema,
    queuedAt: z.iso.datetime(),
    attempt: z.int(),
    flags: z.array(z.enum(REVIEW_FLAGS)),
    claimedBy: z.uuid().nullable(),
    claimedAt: z.iso.datetime().nullable(),
    claimEndsAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'QueueItem' });
export type QueueItem = z.infer<typeof queueItemSchema>;

export const queuePageSchema = z
  .object({
    items: z.array(queueItemSchema).meta({ description: 'In the order in which they are to be taken.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor for the next page; null when there is none.' }),
  })
  .meta({ id: 'QueuePage' });
export type QueuePage = z.infer<typeof queuePageSchema>;

const decisionCountsSchema = z
  .object(Object.fromEntries(DECISION_OUTCOMES.map((outcome) => [outcome, z.int()])) as OutcomeCounts)
  .meta({ id: 'DecisionCounts' });
// An object made from a list has lost which names it has.
type OutcomeCounts = Record<(typeof DECISION_OUTCOMES)[number], z.ZodInt>;
export type DecisionCounts = z.infer<typeof decisionCountsSchema>;

export const reviewFiguresSchema = z
  .object({
    waiting: z.int(),
    claimed: z.int(),
    oldestQueuedAt: z.iso.datetime().nullable().meta({ description: 'Of the package that has waited for longest.' }),
    waitingByAge: z.array(
      z.object({
        fromHours: z.int(),
        toHours: z.int().nullable().meta({ description: 'Null: however old.' }),
        packages: z.int(),
      }),
    ),
    waitingByPriority: z.array(z.object({ priority: z.int(), packages: z.int() })),
    waitingByCountry: z
      .array(z.object({ country: z.string(), packages: z.int() }))
      .meta({ description: `The ${QUEUE_LIMITS.countries} countries with the most.` }),
    decisions: z
      .object({ last24Hours: decisionCountsSchema, last7Days: decisionCountsSchema, last30Days: decisionCountsSchema })
      .meta({
        description: 'Decisions that took effect. Days are those of UTC, with the present one as the last of them.',
      }),
    decisionsByReason: z
      .array(z.object({ code: z.string(), decisions: z.int() }))
      .meta({ description: 'In the last 30 days; a decision with several reasons counts for each.' }),
    hoursToDecision: z.object({ decisions: z.int(), median: z.number(), p95: z.number() }).nullable().meta({
      description: 'From what was handed in to the decision, over the latest decisions of 7 days, 1,000 at most.',
    }),
  })
  .meta({ id: 'ReviewFigures' });
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>;

export const reviewStatisticsSchema = z
  .object({
    takenAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'They are taken every minute; null before the first time.' }),
    figures: reviewFiguresSchema.nullable(),
  })
  .meta({ id: 'ReviewStatistics' });
export type ReviewStatistics = z.infer<typeof reviewStatisticsSchema>;
