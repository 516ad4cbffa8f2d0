// The list of a partner's businesses, in two forms. With a cursor, a caller can read any number of rows. With page numbers, a
// caller can jump, but only within the first rows, because a jump costs as much as reading the rows it skips.
import { z } from 'zod';
import { countryCode, mustBeOneOf } from '../shared/fields.ts';
import { cursorField, moment, ONCE, saying, wanted, wholeNumber } from '../shared/query-fields.ts';
import { VERIFICATION_STATUSES } from '../shared/vocabularies.ts';
import { reviewedBusinessSchema } from './business-profile.ts';
import { metadataFilter } from './metadata.ts';

export const LIST_LIMITS = {
  /** Per page. */
  items: 200,
  itemsUnasked: 50,
  /** The highest row that page numbers reach, and the highest total counted. */
  depth: 10_000,
  /** Longer than any cursor we issue. */
  cursorLength: 300,
  /** A status may be repeated by mistake; a longer list is refused. */
  statuses: 20,
} as const;

export const businessProfileSummarySchema = reviewedBusinessSchema
  .omit({ addresses: true, financials: true, businessPersonList: true, documents: true })
  .meta({
    id: 'BusinessProfileSummary',
    description: 'A business without its people, documents, addresses, financials and metadata.',
  });
export type BusinessProfileSummary = z.infer<typeof businessProfileSummarySchema>;

const items = z
  .array(businessProfileSummarySchema)
  .describe('Newest first; with updatedFrom or updatedTo, latest change first.');

export const businessProfileCursorPageSchema = z
  .object({
    items,
    nextCursor: z.string().nullable().meta({
      description:
        'Send it as cursor to get the next page; null on the last page. In a search, pages before the last may have few items or none.',
    }),
  })
  .meta({ id: 'BusinessProfileCursorPage', description: 'A page that is continued with a cursor.' });

export const businessProfileNumberedPageSchema = z
  .object({
    items,
    page: z.int().describe('The number of this page, from 1.'),
    pageSize: z.int().describe('The maximum number of items on a page.'),
    total: z.int().meta({ description: `Total number of matches, counted up to ${LIST_LIMITS.depth}.` }),
    totalIsCapped: z.boolean().meta({ description: 'Whether there are more matches than total.' }),
  })
  .meta({ id: 'BusinessProfileNumberedPage', description: 'A page that was asked for by its number.' });

export const businessProfileListSchema = z
  .union([businessProfileCursorPageSchema, businessProfileNumberedPageSchema])
  .meta({
    id: 'BusinessProfileList',
    description: 'The second form is returned when page or pageSize is sent, the first otherwise.',
  });
export type BusinessProfileList = z.infer<typeof businessProfileListSchema>;

const RANGES = [
  ['createdFrom', 'createdTo'],
  ['updatedFrom', 'updatedTo'],
] as const;

type Ranges = Partial<Record<(typeof RANGES)[number][number], Date | undefined>>;

/** The upper bounds that are not later than their lower bounds. */
export function reversedRanges(query: Ranges) {
  return RANGES.filter(([from, to]) => {
    const [first, end] = [query[from], query[to]];
    return first !== undefined && end !== undefined && end <= first;
  }).map(([, to]) => to);
}

export const businessProfileListQuerySchema = z
  .object({
    q: wanted(100).meta({
      description:
        'One or more words. Each must be the start of a word in the company name, trading name, reference or registration number. Case, accents and punctuation do not matter. A customerId finds that customer. Cannot be combined with page and pageSize.',
      example: 'acme trad',
    }),
    limit: wholeNumber(LIST_LIMITS.items, LIST_LIMITS.itemsUnasked, {
      description: 'Maximum number of items. Cannot be combined with page and pageSize.',
    }),
    cursor: cursorField(LIST_LIMITS.cursorLength, 'nextCursor of the previous page, with the same filters.'),
    page: wholeNumber(Number.MAX_SAFE_INTEGER, 1, {
      description: `Starts at 1. Pages cover the first ${LIST_LIMITS.depth} rows; use the cursor beyond that.`,
      maximum: LIST_LIMITS.depth,
    }),
    pageSize: wholeNumber(LIST_LIMITS.items, LIST_LIMITS.itemsUnasked, { description: 'Items per page.' }),
    verificationStatus: z
      .preprocess(
        (value) => (typeof value === 'string' ? [value] : value),
        z
          .array(
            z.enum(VERIFICATION_STATUSES, {
              error: ({ input }) =>
                `${mustBeOneOf(VERIFICATION_STATUSES, input)}; repeat the parameter to send several`,
            }),
          )
          .max(LIST_LIMITS.statuses, { error: `may be repeated at most ${LIST_LIMITS.statuses} times` }),
      )
      .optional()
      .meta({ description: 'Repeat the parameter to filter by several.' }),
    businessTypeCode: wanted(100).meta({ description: 'Case-insensitive.', example: 'LLC' }),
    incorporationCountryIso3Code: z
      .string(saying(ONCE))
      .pipe(countryCode)
      .optional()
      .meta({ description: 'An ISO 3166-1 alpha-3 code.', pattern: '^[A-Z]{3}$', example: 'NGA' }),
    registrationNumber: wanted(100).meta({
      description: 'The complete number, exactly as stored.',
      example: 'RC1234567',
    }),
    metadata: metadataFilter,
    createdFrom: moment('Created at or after this time. A date means its start in UTC.'),
    createdTo: moment('Created before this time.'),
    updatedFrom: moment(
      'Last changed at or after this time. With updatedFrom or updatedTo the list is sorted by updatedAt, latest first.',
    ),
    updatedTo: moment('Last changed before this time.'),
  })
  .superRefine((query, context) => {
    const tell = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    for (const to of reversedRanges(query)) tell(to, `must be later than ${to.replace('To', 'From')}`);
    const { q, metadata, limit, cursor, page, pageSize } = query;
    if (page === undefined && pageSize === undefined) return;
    const searching = q !== undefined ? 'q' : metadata !== undefined ? 'metadata' : undefined;
    if (searching !== undefined) tell(searching, 'must be sent without page and pageSize; use limit and cursor');
    else if (limit !== undefined || cursor !== undefined) {
      tell(
        page === undefined ? 'pageSize' : 'page',
        'cannot be combined with limit or cursor; use page and pageSize, or limit and cursor',
      );
    } else if ((page ?? 1) * (pageSize ?? LIST_LIMITS.itemsUnasked) > LIST_LIMITS.depth) {
      tell(
        page === undefined ? 'pageSize' : 'page',
        `goes beyond the first ${LIST_LIMITS.depth} rows, the most that pages can cover; follow nextCursor instead, starting without page and pageSize, or narrow the list with a filter`,
      );
    }
  });
export type BusinessProfileListQuery = z.output<typeof businessProfileListQuerySchema>;
