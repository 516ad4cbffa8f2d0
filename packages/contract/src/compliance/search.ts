// The search over the businesses of all partners, in any state.
import { z } from 'zod';
import { text } from '../shared/fields.ts';
import { cursorField, saying, wholeNumber } from '../shared/query-fields.ts';
import { VERIFICATION_STATUSES } from '../shared/vocabularies.ts';
import { QUEUE_LIMITS } from './queue.ts';

const LENGTH = 100;

export const businessSearchQuerySchema = z.object({
  q: z.string(saying('must be given once')).pipe(text(LENGTH)).meta({
    minLength: 1,
    maxLength: LENGTH,
    description:
      'One or more words. Each must be the start of a word in the company name, trading name, reference or registration number. Case, accents and punctuation do not matter. A customerId finds that business.',
    example: 'lagos trad',
  }),
  limit: wholeNumber(QUEUE_LIMITS.items, QUEUE_LIMITS.itemsUnasked, { description: 'Maximum number of items.' }),
  cursor: cursorField(QUEUE_LIMITS.cursorLength, 'nextCursor of the previous page, with the same words.'),
});
export type BusinessSearchQuery = z.output<typeof businessSearchQuerySchema>;

const foundBusinessSchema = z
  .object({
    customerId: z.uuid(),
    partnerId: z.uuid(),
    partnerName: z.string(),
    partnerCustomerId: z.string().meta({ description: "The partner's own id for the business." }),
    companyName: z.string(),
    tradingName: z.string().nullable(),
    registrationNumber: z.string(),
    country: z.string().meta({ description: 'Country of incorporation.' }),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    statusChangedAt: z.iso.datetime().meta({ description: 'When it entered this status.' }),
    erased: z.boolean().meta({ description: 'Whether its data has been erased, so that there is no package to open.' }),
  })
  .meta({ id: 'FoundBusiness' });
export type FoundBusiness = z.infer<typeof foundBusinessSchema>;

export const businessSearchPageSchema = z
  .object({
    items: z.array(foundBusinessSchema).meta({
      description:
        'First businesses that have the longest word of the search exactly, newest first; then those with words that start with it, in alphabetical order.',
    }),
    nextCursor: z.string().nullable().meta({
      description:
        'Send it as cursor to get the next page; null on the last page. In a search for several words, pages before the last may have few items or none.',
    }),
  })
  .meta({ id: 'BusinessSearchPage' });
export type BusinessSearchPage = z.infer<typeof businessSearchPageSchema>;
