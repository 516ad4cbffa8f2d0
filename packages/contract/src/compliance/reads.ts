// The records of what our staff viewed, for supervisors.
import { z } from 'zod';
import { cursorField, moment, saying, wholeNumber } from '../shared/query-fields.ts';
import { DOCUMENT_CATEGORIES, STAFF_READ_KINDS } from '../shared/vocabularies.ts';

export const STAFF_READ_LIMITS = { items: 200, itemsUnasked: 50, cursorLength: 300 } as const;

const ID = 'must be a UUID';

export const staffReadQuerySchema = z.object({
  accountId: z.uuid(saying(ID)).optional().meta({ description: 'Reads by this person.' }),
  customerId: z.uuid(saying(ID)).optional().meta({ description: 'Reads of this customer.' }),
  kind: z
    .enum(STAFF_READ_KINDS, saying(`must be ${STAFF_READ_KINDS.join(', ')}`))
    .optional()
    .meta({ description: 'Reads of this kind.' }),
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
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor to get the next page; null on the last page.' }),
  })
  .meta({ id: 'StaffReadPage' });
export type StaffReadPage = z.infer<typeof staffReadPageSchema>;
