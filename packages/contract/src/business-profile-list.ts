// The list of a partner's businesses: what can be asked of it, and its two forms. By cursor it goes on to the end of any
// number of rows; by page it jumps, among the first rows only, because a jump costs as much as what it jumps over.
import { z } from 'zod';
import { businessProfileRecordSchema } from './business-profile.ts';
import { countryCode } from './fields.ts';
import { moment, ONCE, saying, wanted, wholeNumber } from './query-fields.ts';
import { VERIFICATION_STATUSES } from './vocabularies.ts';

export const LIST_LIMITS = {
  /** Of one answer. */
  items: 200,
  itemsUnasked: 50,
  /** How deep pages go, and how far a total counts. */
  depth: 10_000,
  /** Longer than any cursor of ours. */
  cursorLength: 300,
  /** A word may be repeated by mistake; a flood of them is refused as a whole. */
  statuses: 20,
} as const;

export const businessProfileSummarySchema = businessProfileRecordSchema
  .omit({ addresses: true, financials: true, businessPersonList: true, documents: true })
  .meta({
    id: 'BusinessProfileSummary',
    description: 'A business without its people, documents, addresses and financials.',
  });
export type BusinessProfileSummary = z.infer<typeof businessProfileSummarySchema>;

const items = z.array(businessProfileSummarySchema);

export const businessProfileCursorPageSchema = z
  .object({
    items,
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor for the next page; null when there is none.' }),
  })
  .meta({ id: 'BusinessProfileCursorPage' });

export const businessProfileNumberedPageSchema = z
  .object({
    items,
    page: z.int(),
    pageSize: z.int(),
    total: z.int().meta({ description: `How many there are, counted up to ${LIST_LIMITS.depth}.` }),
    totalIsCapped: z.boolean().meta({ description: 'Whether there are more than total says.' }),
  })
  .meta({ id: 'BusinessProfileNumberedPage' });

export const businessProfileListSchema = z
  .union([businessProfileCursorPageSchema, businessProfileNumberedPageSchema])
  .meta({
    id: 'BusinessProfileList',
    description: 'The second form is the answer to page or pageSize, the first to everything else.',
  });
export type BusinessProfileList = z.infer<typeof businessProfileListSchema>;

export const businessProfileListQuerySchema = z
  .object({
    limit: wholeNumber(LIST_LIMITS.items, LIST_LIMITS.itemsUnasked, {
      description: 'How many at most. Not together with page and pageSize.',
    }),
    cursor: z
      .string(saying(ONCE))
      .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be the nextCursor of a page before, or be left out' })
      .max(LIST_LIMITS.cursorLength, { error: 'must be the nextCursor of a page before, or be left out' })
      .optional()
      .meta({ description: 'nextCursor of the page before, with the same filters.' }),
    page: wholeNumber(Number.MAX_SAFE_INTEGER, 1, {
      description: `Counted from 1. Pages reach ${LIST_LIMITS.depth} rows deep; beyond that use the cursor.`,
      maximum: LIST_LIMITS.depth,
    }),
    pageSize: wholeNumber(LIST_LIMITS.items, LIST_LIMITS.itemsUnasked, { description: 'How many on a page.' }),
    verificationStatus: z
      .preprocess(
        (value) => (typeof value === 'string' ? [value] : value),
        z
          .array(
            z.enum(VERIFICATION_STATUSES, {
              error: `must be one of ${VERIFICATION_STATUSES.join(', ')}; for several repeat the parameter`,
            }),
          )
          .max(LIST_LIMITS.statuses, { error: `may be repeated at most ${LIST_LIMITS.statuses} times` }),
      )
      .optional()
      .meta({ description: 'Repeat it for several.' }),
    businessTypeCode: wanted(100).meta({ description: 'Case does not matter.', example: 'LLC' }),
    incorporationCountryIso3Code: z
      .string(saying(ONCE))
      .pipe(countryCode)
      .optional()
      .meta({ description: 'An ISO 3166-1 alpha-3 code.', pattern: '^[A-Z]{3}$', example: 'NGA' }),
    registrationNumber: wanted(100).meta({ description: 'The whole number, as it is stored.', example: 'RC1234567' }),
    createdFrom: moment('Created then or later. A date means its beginning in UTC.'),
    createdTo: moment('Created before then.'),
    updatedFrom: moment(
      'Changed last then or later. With updatedFrom or updatedTo the list goes by updatedAt, latest first.',
    ),
    updatedTo: moment('Changed last before then.'),
  })
  .superRefine((query, context) => {
    const tell = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    for (const [from, to] of [
      ['createdFrom', 'createdTo'],
      ['updatedFrom', 'updatedTo'],
    ] as const) {
      const [first, end] = [query[from], query[to]];
      if (first !== undefined && end !== undefined && end <= first) tell(to, `must be later than ${from}`);
    }
    const { limit, cursor, page, pageSize } = query;
    if (page === undefined && pageSize === undefined) return;
    if (limit !== undefined || cursor !== undefined) {
      tell(
        page === undefined ? 'pageSize' : 'page',
        'cannot be combined with limit or cursor; use page and pageSize, or limit and cursor',
      );
    } else if ((page ?? 1) * (pageSize ?? LIST_LIMITS.itemsUnasked) > LIST_LIMITS.depth) {
      tell(
        page === undefined ? 'pageSize' : 'page',
        `leads deeper than ${LIST_LIMITS.depth} rows, where pages end; follow nextCursor instead, beginning without page and pageSize, or narrow the list by a filter`,
      );
    }
  });
export type BusinessProfileListQuery = z.output<typeof businessProfileListQuerySchema>;
