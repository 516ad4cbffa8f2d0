// The queue of packages: reading it, claiming from it, and reassigning.
import { z } from 'zod';
import { REVIEW_TARGET_HOURS, STATISTICS_DAYS, STATISTICS_DAYS_LISTED } from '../shared/durations-and-limits.ts';
import { ERROR_CODES } from '../shared/errors.ts';
import { countryCode, MUST_BE_UUID, oneOf, text, uuid } from '../shared/fields.ts';
import { cursorField, nextCursor, ONCE, saying, sayingOneOf, wanted, wholeNumber } from '../shared/query-fields.ts';
import { DECISION_OUTCOMES, QUEUE_REASONS, REVIEW_FLAGS } from '../shared/vocabularies.ts';
import { claimAnswerSchema } from './claims.ts';

export const QUEUE_LIMITS = {
  /** Per page. */
  items: 200,
  itemsUnasked: 50,
  /** Longer than any cursor we issue. */
  cursorLength: 300,
  /** The highest count shown for the queue. */
  counted: 10_000,
  /** The longest wait that can be filtered by: a year. */
  olderThanHours: 8_760,
  /** The maximum number of partners to choose from. */
  partners: 1_000,
  /** Countries listed in the statistics, those with the most packages first. */
  countries: 20,
} as const;

const AGE = `must be a whole number from 1 to ${QUEUE_LIMITS.olderThanHours}`;
const AGE_MEANS = 'Packages that have waited for at least this many hours.';
const CLAIMANT = 'must be me, others or the accountId of an analyst';
const AWAITING = ['Confirmation'] as const;

export const queueQuerySchema = z.object({
  country: z
    .string(saying(ONCE))
    .pipe(countryCode)
    .optional()
    .meta({ pattern: '^[A-Z]{3}$', description: 'Country of incorporation.', example: 'NGA' }),
  businessTypeCode: wanted(100).meta({ description: 'Case-insensitive.', example: 'LLC' }),
  reason: z
    .enum(QUEUE_REASONS, sayingOneOf(QUEUE_REASONS))
    .optional()
    .meta({ description: 'Why the package is in the queue.' }),
  flag: z.enum(REVIEW_FLAGS, sayingOneOf(REVIEW_FLAGS)).optional().meta({ description: 'A flag on the package.' }),
  partnerId: z.uuid(saying(MUST_BE_UUID)).optional().meta({ description: 'The partner whose customer it is.' }),
  claimedBy: z
    .union([z.enum(['me', 'others']), z.uuid(saying(CLAIMANT))], saying(CLAIMANT))
    .optional()
    .meta({ description: 'Packages claimed by this analyst, or by anyone but you, instead of those waiting.' }),
  awaiting: z
    .enum(AWAITING, saying(`must be ${AWAITING.join(', ')}`))
    .optional()
    .meta({
      description:
        'Packages whose proposed decision you can confirm, instead of those waiting. You cannot confirm your own proposals.',
    }),
  olderThanHours: wholeNumber(QUEUE_LIMITS.olderThanHours, undefined, { description: AGE_MEANS }),
  limit: wholeNumber(QUEUE_LIMITS.items, QUEUE_LIMITS.itemsUnasked, { description: 'Maximum number of items.' }),
  cursor: cursorField(QUEUE_LIMITS.cursorLength, 'nextCursor of the previous page, with the same filters.'),
});
export type QueueQuery = z.output<typeof queueQuerySchema>;

export const claimNextSchema = z
  .object({
    country: countryCode.optional(),
    businessTypeCode: text(100).optional(),
    reason: oneOf(QUEUE_REASONS).optional(),
    flag: oneOf(REVIEW_FLAGS).optional(),
    partnerId: uuid.optional(),
    olderThanHours: z
      .int({ error: AGE })
      .min(1, { error: AGE })
      .max(QUEUE_LIMITS.olderThanHours, { error: AGE })
      .optional()
      .meta({ description: AGE_MEANS }),
  })
  .meta({ id: 'ClaimNext', description: 'Filters for the package. Without any, you claim the next package overall.' });
export type ClaimNext = z.output<typeof claimNextSchema>;

export const claimNextAnswerSchema = claimAnswerSchema.nullable();

export const reassignSchema = z
  .object({
    accountId: uuid.meta({ description: 'The account of an analyst or supervisor who can sign in.' }),
  })
  .meta({ id: 'Reassign' });

/** The maximum number of packages reassigned at once. */
export const REASSIGNED_AT_ONCE = 100;

export const reassignManySchema = z
  .object({
    packages: z
      .array(
        z.object({
          customerId: uuid,
          claimedBy: uuid.meta({
            description: 'The account that has it. If another has claimed it meanwhile, it stays with them.',
          }),
        }),
      )
      .min(1, { error: 'must not be empty' })
      .max(REASSIGNED_AT_ONCE, { error: `must have at most ${REASSIGNED_AT_ONCE} entries` }),
    accountId: uuid.nullable().meta({
      description: 'The account of an analyst or supervisor who can sign in, or null to return them to the queue.',
    }),
  })
  .meta({ id: 'ReassignMany' });
export type ReassignMany = z.output<typeof reassignManySchema>;

export const reassignedManySchema = z
  .object({
    results: z
      .array(
        z.object({
          customerId: z.uuid(),
          error: z
            .object({ code: z.enum(ERROR_CODES), message: z.string() })
            .nullable()
            .meta({ description: 'Why the package was not reassigned; null if it was.' }),
        }),
      )
      .meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'ReassignedMany' });
export type ReassignedMany = z.infer<typeof reassignedManySchema>;

export const queueReasonSchema = z.enum(QUEUE_REASONS).meta({
  description:
    'Why the package is in the queue. Submitted: new. Answered: the partner sent the requested changes. Changed: the partner changed an approved business. Reopened: a supervisor reversed a rejection. Monitoring: something was found about an approved business, which stays Approved meanwhile.',
});

const TARGETS = Object.entries(REVIEW_TARGET_HOURS)
  .map(([reason, hours]) => `${hours} hours (${reason})`)
  .join(', ');

const queueItemSchema = z
  .object({
    customerId: z.uuid(),
    partnerId: z.uuid(),
    partnerName: z.string(),
    partnerCustomerId: z.string().meta({ description: "The partner's own id for the business." }),
    companyName: z.string(),
    country: z.string(),
    businessTypeCode: z.string(),
    priority: z.int().meta({ description: 'Higher comes first; among equals, the oldest.' }),
    reason: queueReasonSchema,
    queuedAt: z.iso.datetime(),
    dueAt: z.iso.datetime().meta({ description: `When it should be decided: ${TARGETS} after queuedAt.` }),
    attempt: z.int(),
    flags: z.array(z.enum(REVIEW_FLAGS)),
    claimedBy: z.uuid().nullable(),
    claimedByName: z.string().nullable(),
    claimedAt: z.iso.datetime().nullable(),
    claimEndsAt: z.iso.datetime().nullable(),
    proposal: z
      .object({
        decisionId: z.uuid(),
        outcome: z.enum(DECISION_OUTCOMES),
        proposedBy: z.uuid(),
        proposedByName: z.string().nullable(),
        proposedAt: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: 'The decision that is waiting for a second analyst.' }),
    sentBack: z
      .object({ byName: z.string().nullable(), at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Who sent the last proposal back, until there is another decision.' }),
  })
  .meta({ id: 'QueueItem' });
export type QueueItem = z.infer<typeof queueItemSchema>;

export const queuePageSchema = z
  .object({
    items: z.array(queueItemSchema).meta({ description: 'In the order in which they should be claimed.' }),
    nextCursor,
  })
  .meta({ id: 'QueuePage' });
export type QueuePage = z.infer<typeof queuePageSchema>;

const counted = (description: string) => z.int().meta({ description });

export const queueCountsSchema = z
  .object({
    waiting: counted('Packages that are waiting for an analyst.'),
    mine: counted('Packages that you have claimed.'),
    confirm: counted('Packages whose proposed decision you can confirm.'),
    claimed: counted('Packages that others have claimed.'),
  })
  .meta({
    id: 'QueueCounts',
    description: `Each is counted up to ${QUEUE_LIMITS.counted}, which means that many or more.`,
  });
export type QueueCounts = z.infer<typeof queueCountsSchema>;

export const queueFiltersSchema = z
  .object({
    countries: z.array(z.object({ country: z.string(), name: z.string() })),
    businessTypes: z.array(z.object({ businessTypeCode: z.string() })),
    partners: z
      .array(z.object({ partnerId: z.uuid(), name: z.string() }))
      .meta({ description: `Sorted by name, at most ${QUEUE_LIMITS.partners}.` }),
  })
  .meta({ id: 'QueueFilters' });
export type QueueChoices = z.infer<typeof queueFiltersSchema>;

const decisionCountsSchema = z
  .object(Object.fromEntries(DECISION_OUTCOMES.map((outcome) => [outcome, z.int()])) as OutcomeCounts)
  .meta({ id: 'DecisionCounts' });
// Needed because Object.fromEntries loses the types of the keys.
type OutcomeCounts = Record<(typeof DECISION_OUTCOMES)[number], z.ZodInt>;
export type DecisionCounts = z.infer<typeof decisionCountsSchema>;

const hoursToDecision = z.object({ decisions: z.int(), median: z.number(), p95: z.number() }).nullable();
const reasonCounts = z.array(z.object({ code: z.string(), decisions: z.int() }));

export const reviewFiguresSchema = z
  .object({
    waiting: z.int(),
    claimed: z.int(),
    proposals: z.int().meta({ description: 'Proposed decisions that are waiting for a second analyst.' }),
    oldestQueuedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the longest-waiting package entered the queue.' }),
    waitingByAge: z.array(
      z.object({
        fromHours: z.int(),
        toHours: z.int().nullable().meta({ description: 'Null: no upper bound.' }),
        packages: z.int(),
      }),
    ),
    waitingByPriority: z.array(z.object({ priority: z.int(), packages: z.int() })),
    waitingByCountry: z
      .array(z.object({ country: z.string(), packages: z.int() }))
      .meta({ description: `The ${QUEUE_LIMITS.countries} countries with the most packages.` }),
    waitingByFlag: z
      .array(z.object({ flag: z.enum(REVIEW_FLAGS), packages: z.int() }))
      .meta({ description: 'Waiting packages with a flag; a package with several flags counts for each.' }),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          entered: z.int().meta({
            description: 'Packages that entered the queue; one that did so several times on a day counts once.',
          }),
          decisions: decisionCountsSchema,
          reasons: reasonCounts,
          hoursToDecision,
          withinTarget: z.object({ decisions: z.int(), within: z.int() }).optional().meta({
            description:
              'Decisions of which it is known whether they took effect within the target of the package, and those that did. Absent for days before this was recorded.',
          }),
        }),
      )
      .meta({ description: `The last ${STATISTICS_DAYS_LISTED} days in UTC, today last.` }),
    decisions: z
      .object({ last24Hours: decisionCountsSchema, last7Days: decisionCountsSchema, last30Days: decisionCountsSchema })
      .meta({
        description: 'Decisions that took effect. Days are in UTC; today is the last of them.',
      }),
    decisionsByReason: reasonCounts.meta({
      description: `In the last ${STATISTICS_DAYS} days; a decision with several reasons counts for each.`,
    }),
    hoursToDecision: hoursToDecision.meta({
      description: 'Time from submission to decision, over the latest decisions of the last 7 days, at most 1,000.',
    }),
  })
  .meta({ id: 'ReviewFigures' });
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>;

export const reviewStatisticsSchema = z
  .object({
    takenAt: z.iso.datetime().nullable().meta({
      description: 'When these statistics were computed, which happens every minute; null before the first time.',
    }),
    figures: reviewFiguresSchema.nullable(),
  })
  .meta({ id: 'ReviewStatistics' });
export type ReviewStatistics = z.infer<typeof reviewStatisticsSchema>;
