// A partner's customers for its own users: the records of the Partner API, a search, and counts.
import { z } from 'zod';
import {
  businessProfileListQuerySchema,
  businessProfileSummarySchema,
  reversedRanges,
} from '../partner/business-profile-list.ts';
import { businessTypeSchema, countrySchema } from '../partner/reference-data.ts';
import { cursorField } from '../shared/query-fields.ts';
import { NEXT_ACTIONS, VERIFICATION_STATUSES } from '../shared/vocabularies.ts';
import { deliverySchema } from './webhooks.ts';

const time = z.iso.datetime();

const customerSummarySchema = businessProfileSummarySchema
  .extend({
    statusChangedAt: time.meta({ description: 'When it entered this status.' }),
    nextAction: z
      .enum(NEXT_ACTIONS)
      .meta({ description: 'What you are expected to do now: the action of the first reason.' }),
  })
  .meta({ id: 'CustomerSummary', description: 'A business as the list shows it.' });

export const customerPageSchema = z
  .object({
    items: z.array(customerSummarySchema),
    nextCursor: z.string().nullable().meta({
      description:
        'Send it as cursor to get the next page; null on the last page. In a search with filters, pages before the last may have few items or none.',
    }),
  })
  .meta({ id: 'CustomerPage' });
export type CustomerPage = z.infer<typeof customerPageSchema>;

const { page: _page, pageSize: _pageSize, metadata: _pairs, ...fields } = businessProfileListQuerySchema.shape;

const refuseReversed = (query: Parameters<typeof reversedRanges>[0], context: z.RefinementCtx) => {
  for (const to of reversedRanges(query)) {
    context.addIssue({ code: 'custom', path: [to], message: `must be later than ${to.replace('To', 'From')}` });
  }
};

export const customerListQuerySchema = z.object(fields).superRefine(refuseReversed);
export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

const { limit: _limit, cursor: _cursor, ...filters } = fields;
export const customerExportQuerySchema = z.object(filters).superRefine(refuseReversed);

export const customerStatisticsSchema = z
  .object({
    total: z.int(),
    byStatus: z
      .array(z.object({ verificationStatus: z.enum(VERIFICATION_STATUSES), customers: z.int() }))
      .meta({ description: 'Every status, including those without customers.' }),
  })
  .meta({ id: 'CustomerStatistics' });
export type CustomerStatistics = z.infer<typeof customerStatisticsSchema>;

/** More events than entries, although an entry of the trail usually has one event, rarely two. */
export const CUSTOMER_EVENT_LIMITS = { entries: 50, events: 150, deliveriesOfEvent: 10 } as const;

export const customerEventsQuerySchema = z.object({
  cursor: cursorField(
    100,
    `nextCursor of a page of the audit trail. Returns the events of the ${CUSTOMER_EVENT_LIMITS.entries} entries after it instead of the newest ones.`,
  ),
});
export type CustomerEventsQuery = z.infer<typeof customerEventsQuerySchema>;

export const customerEventsSchema = z
  .object({
    items: z
      .array(
        z.object({
          eventId: z.uuid(),
          eventType: z.string(),
          eventVersion: z.int(),
          sequence: z.int().nullable(),
          occurredAt: time,
          deliveries: z.array(deliverySchema).meta({
            description: `Oldest first, at most ${CUSTOMER_EVENT_LIMITS.deliveriesOfEvent}. None if there was no endpoint.`,
          }),
        }),
      )
      .meta({ description: `Newest first, at most ${CUSTOMER_EVENT_LIMITS.events}.` }),
  })
  .meta({ id: 'CustomerEvents' });
export type CustomerEvents = z.infer<typeof customerEventsSchema>;

export const referenceDataSchema = z
  .object({ countries: z.array(countrySchema), businessTypes: z.array(businessTypeSchema) })
  .meta({ id: 'ReferenceData' });
export type ReferenceData = z.infer<typeof referenceDataSchema>;
