// What people of ours have looked at, for those who supervise them.
import { z } from 'zod';
import { moment, ONCE, saying, wholeNumber } from './query-fields.ts';
import { STAFF_READ_KINDS } from './vocabularies.ts';

export const STAFF_READ_LIMITS = { items: 200, itemsUnasked: 50, cursorLength: 300 } as const;

const ID = 'must be a UUID';
const CURSOR = 'must be the nextCursor of a page before, or be left out';

export const staffReadQuerySchema = z.object({
  accountId: z.uuid(saying(ID)).optional().meta({ description: 'Reads of this person.' }),
  customerId: z.uuid(saying(ID)).optional().meta({ description: 'Reads of this customer.' }),
  from: moment('Reads from this moment on.'),
  to: moment('Reads before this moment.'),
  limit: wholeNumber(STAFF_READ_LIMITS.items, STAFF_READ_LIMITS.itemsUnasked, { description: 'How many at most.' }),
  cursor: z
    .string(saying(ONCE))
    .regex(/^[A-Za-z0-9_-]+$/, { error: CURSOR })
    .max(STAFF_READ_LIMITS.cursorLength, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the page before, with the same filters.' }),
});
export type StaffReadQuery = z.output<typeof staffReadQuerySchema>;

const staffReadSchema = z
  .object({
    readId: z.uuid(),
    readAt: z.iso.datetime(),
    kind: z.enum(STAFF_READ_KINDS).meta({
      description:
        'Package: everything about the business. Trail: a page of its trail. Document: a link to one of its documents. Comparison: it was named in the package of another business, because both have something in common. SearchResult: it was on a page of the queue.',
    }),
    reader: z.object({
      accountId: z.uuid(),
      name: z.string().nullable().meta({ description: 'Null if the account is gone.' }),
    }),
    partnerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'Of whom something was shown.' }),
    subjectId: z
      .uuid()
      .nullable()
      .meta({ description: 'Of a Document, which; of a Comparison, the customer in whose package it was named.' }),
    address: z.string().meta({ description: 'From where it was read.' }),
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
      .meta({ description: 'Send it as cursor for the next page; null when there is none.' }),
  })
  .meta({ id: 'StaffReadPage' });
export type StaffReadPage = z.infer<typeof staffReadPageSchema>;
