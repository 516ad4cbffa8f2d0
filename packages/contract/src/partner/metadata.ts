// Metadata: key-value pairs of a partner's own on a business or a person. Only the partner sees them, and no review uses them.
import { z } from 'zod';
import { text } from '../shared/fields.ts';

export const METADATA_LIMITS = {
  /** Of a business. */
  pairs: 50,
  /** Of a person. Fewer, because a business may have 300 people, who are all read at once. */
  pairsOfPerson: 10,
  valueLength: 255,
  /** Per list. */
  filters: 5,
} as const;

const KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/;
const KEY_RULE = '1 to 40 letters, digits or _ . - starting with a letter or digit';

const sent = (most: number) =>
  z
    .record(
      z.string().regex(KEY, { error: `has a key that is not ${KEY_RULE}` }),
      text(METADATA_LIMITS.valueLength).nullable(),
    )
    .refine((pairs) => Object.keys(pairs).length <= most, { error: `must have at most ${most} pairs` });

const describe = (most: number) =>
  `Up to ${most} key-value pairs of your own, such as the id in your CRM. Pairs are added to those already stored; null removes one. Our analysts never see them.`;

/** As sent: null removes a pair. */
export const metadataSchema = sent(METADATA_LIMITS.pairs).meta({
  id: 'Metadata',
  description: describe(METADATA_LIMITS.pairs),
  maxProperties: METADATA_LIMITS.pairs,
  example: { crmId: '4711', plan: 'gold' },
});

export const personMetadataSchema = sent(METADATA_LIMITS.pairsOfPerson).meta({
  id: 'PersonMetadata',
  description: describe(METADATA_LIMITS.pairsOfPerson),
  maxProperties: METADATA_LIMITS.pairsOfPerson,
  example: { crmId: '4711-1' },
});

export const metadataRecordSchema = z
  .record(z.string(), z.string())
  .meta({ id: 'MetadataRecord', description: 'Your own key-value pairs; empty if there are none.' });
export type Metadata = z.infer<typeof metadataRecordSchema>;

/** A pair that a list is filtered by. */
export interface MetadataPair {
  key: string;
  value: string;
}

const PAIR = 'must be a key, a colon and a value, such as crmId:4711';

/** Keys have no colons, so the first one ends the key. */
const pair = z.string().transform((written, context): MetadataPair => {
  const colon = written.indexOf(':');
  const key = written.slice(0, colon);
  const value = text(METADATA_LIMITS.valueLength).safeParse(written.slice(colon + 1));
  if (colon > 0 && KEY.test(key) && value.success) return { key, value: value.data };
  context.addIssue({ code: 'custom', message: PAIR });
  return z.NEVER;
});

export const metadataFilter = z
  .preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(pair).max(METADATA_LIMITS.filters, { error: `may be repeated at most ${METADATA_LIMITS.filters} times` }),
  )
  .optional()
  .meta({
    description:
      'A key and its value, separated by a colon. Lists businesses that have this pair, or that have a person with it. Repeat the parameter to require several pairs. Cannot be combined with page and pageSize.',
    example: ['crmId:4711'],
  });
