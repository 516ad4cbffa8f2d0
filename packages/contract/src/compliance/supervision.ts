// What supervisors see of the work of our staff: counts for each analyst, and the records of what was viewed.
import { z } from 'zod';
import { ANALYST_WORK_DAYS, STATISTICS_DAYS } from '../shared/durations-and-limits.ts';
import { MUST_BE_UUID } from '../shared/fields.ts';
import { cursorField, moment, nextCursor, saying, sayingOneOf, wholeNumber } from '../shared/query-fields.ts';
import { DOCUMENT_CATEGORIES, STAFF_READ_KINDS } from '../shared/vocabularies.ts';

/** The maximum number listed, those with the most work first. */
export const ANALYST_WORK_ITEMS = 500;

export const analystWorkQuerySchema = z.object({
  from: moment(`Starts with the UTC day of this time. Defaults to the last ${STATISTICS_DAYS} days.`),
  to: moment(`Days that begin before this time. Defaults to now. At most ${ANALYST_WORK_DAYS} days after from.`),
});
export type AnalystWorkQuery = z.output<typeof analystWorkQuerySchema>;

const analystWorkSchema = z
  .object({
    analyst: z.object({
      accountId: z.uuid(),
      name: z.string().nullable().meta({ description: 'Null if the account no longer exists.' }),
    }),
    claims: z.int().meta({ description: 'Packages claimed. Packages reassigned by a supervisor do not count.' }),
    proposals: z.int().meta({ description: 'Decisions proposed, regardless of their outcome.' }),
    confirmations: z.int().meta({ description: 'Decisions of others that this analyst confirmed.' }),
    changesRequested: z.int().meta({ description: 'Requests for changes, which need no confirmation.' }),
  })
  .meta({ id: 'AnalystWork' });
export type AnalystWork = z.infer<typeof analystWorkSchema>;

export const analystWorkListSchema = z
  .object({
    from: z.iso.date().meta({ description: 'The first day that is counted.' }),
    to: z.iso.date().meta({ description: 'The last.' }),
    items: z.array(analystWorkSchema).meta({
      description: `Those with the most work first, at most ${ANALYST_WORK_ITEMS}. Analysts without any work are not listed.`,
    }),
  })
  .meta({ id: 'AnalystWorkList' });
export type AnalystWorkList = z.infer<typeof analystWorkListSchema>;

export const STAFF_READ_LIMITS = { items: 200, itemsUnasked: 50, cursorLength: 300 } as const;

export const staffReadQuerySchema = z.object({
  accountId: z.uuid(saying(MUST_BE_UUID)).optional().meta({ description: 'Reads by this person.' }),
  customerId: z.uuid(saying(MUST_BE_UUID)).optional().meta({ description: 'Reads of this customer.' }),
  kind: z.enum(STAFF_READ_KINDS, sayingOneOf(STAFF_READ_KINDS)).optional().meta({ description: 'Reads of this kind.' }),
  from: moment('Reads at or after this time.'),
  to: moment('Reads before this time.'),
  limit: wholeNumber(STAFF_READ_LIMITS.items, STAFF_READ_LIMITS.itemsUnasked, {
    description: 'Maximum number of items.',
  }),
  cursor: cursorField(STAFF_READ_LIMITS.cursorLength, 'nextCursor of the previous page, with the same filters.'),
});
export type StaffReadQuery = z.output<typeof staffReadQuerySchema>;

const staffReadSchema = z
  .object({
    readId: z.uuid(),
    readAt: z.iso.datetime(),
    kind: z.enum(STAFF_READ_KINDS).meta({
      description:
        'Package: everything about the business. Trail: a page of its audit trail. Document: a link to one of its documents. Comparison: it was named in the package of another business because they have something in common. SearchResult: it was on a page of the queue or of a search.',
    }),
    reader: z.object({
      accountId: z.uuid(),
      name: z.string().nullable().meta({ description: 'Null if the account no longer exists.' }),
    }),
    partnerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'The customer whose data was shown.' }),
    companyName: z.string().nullable().meta({ description: 'Its name today; null after its data was erased.' }),
    subjectId: z
      .uuid()
      .nullable()
      .meta({ description: 'For Document, the document; for Comparison, the customer in whose package it was named.' }),
    documentCategory: z
      .enum(DOCUMENT_CATEGORIES)
      .nullable()
      .meta({ description: 'For Document, its category; null after it was erased.' }),
    address: z.string().meta({ description: 'The IP address of the reader.' }),
    requestId: z.string(),
  })
  .meta({ id: 'StaffRead' });
export type StaffRead = z.infer<typeof staffReadSchema>;

export const staffReadPageSchema = z
  .object({
    items: z.array(staffReadSchema).meta({ description: 'Newest first.' }),
    nextCursor,
  })
  .meta({ id: 'StaffReadPage' });
export type StaffReadPage = z.infer<typeof staffReadPageSchema>;
