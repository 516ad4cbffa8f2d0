// What analysts compare: a business with its state at the last decision, an identity number with the one on a document, and a
// screening hit with its subject.
import { z } from 'zod';
import { COMPARISONS_PER_HOUR } from '../shared/durations-and-limits.ts';
import { MUST_BE_UUID, oneOf, optionalText, text } from '../shared/fields.ts';
import { saying } from '../shared/query-fields.ts';
import {
  DECISION_OUTCOMES,
  DOCUMENT_CATEGORIES,
  DOCUMENT_STATUSES,
  HIT_FINDINGS,
  IDENTITY_TYPES,
} from '../shared/vocabularies.ts';

export const EVIDENCE_LIMITS = { number: 255, listName: 4000, note: 1000 } as const;

const moment = z.iso.datetime();

export const packageChangesQuerySchema = z.object({
  since: z
    .uuid(saying(MUST_BE_UUID))
    .optional()
    .meta({ description: 'A decision that took effect; defaults to the last one.' }),
});
export type PackageChangesQuery = z.output<typeof packageChangesQuerySchema>;

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type ComparedValue = z.infer<typeof valueSchema>;

const fieldChangeSchema = z
  .object({
    pointer: z.string().meta({ description: 'The field, within the business, person or identity.' }),
    before: valueSchema,
    after: valueSchema,
  })
  .meta({ id: 'FieldChange', description: 'Null: the field was or is missing.' });
export type FieldChange = z.infer<typeof fieldChangeSchema>;

const CHANGES = ['Added', 'Changed', 'Removed'] as const;

const identityChangeSchema = z
  .object({
    identityId: z.uuid(),
    change: z.enum(CHANGES),
    identityTypeCode: z.enum(IDENTITY_TYPES),
    issuingCountry: z.string(),
    number: z.enum(['Same', 'Changed', 'Unknown']).nullable().meta({
      description:
        'Whether the number has changed, never the number itself. Unknown: the two were recorded under different keys. Null for an identity that was added or removed.',
    }),
    fields: z.array(fieldChangeSchema),
  })
  .meta({ id: 'IdentityChange' });
export type IdentityChange = z.infer<typeof identityChangeSchema>;

const personChangeSchema = z
  .object({
    uboId: z.uuid(),
    name: z.string(),
    change: z.enum(CHANGES),
    fields: z.array(fieldChangeSchema).meta({ description: 'Empty for a person who was added or removed.' }),
    identities: z.array(identityChangeSchema),
  })
  .meta({ id: 'PersonChange' });
export type PersonChange = z.infer<typeof personChangeSchema>;

const documentChangeSchema = z
  .object({
    documentId: z.uuid(),
    change: z.enum(['Added', 'Changed']),
    documentCategory: z.enum(DOCUMENT_CATEGORIES),
    uboId: z.uuid().nullable(),
    before: z.enum(DOCUMENT_STATUSES).nullable(),
    after: z.enum(DOCUMENT_STATUSES),
  })
  .meta({ id: 'DocumentChange' });
export type DocumentChange = z.infer<typeof documentChangeSchema>;

export const packageChangesSchema = z
  .object({
    since: z
      .object({ decisionId: z.uuid(), outcome: z.enum(DECISION_OUTCOMES), attempt: z.int(), decidedAt: moment })
      .nullable()
      .meta({ description: 'The decision that the business is compared with; null if there is none yet.' }),
    fields: z.array(fieldChangeSchema).meta({ description: 'The changed fields of the business itself.' }),
    people: z.array(personChangeSchema),
    documents: z.array(documentChangeSchema),
  })
  .meta({
    id: 'PackageChanges',
    description: 'What has changed, with the values before and after. Identity numbers are never shown.',
  });
export type PackageChanges = z.infer<typeof packageChangesSchema>;

export const comparisonSchema = z.object({
  value: text(EVIDENCE_LIMITS.number).meta({
    description: 'The number that the document shows. Case, spaces and punctuation do not matter. It is not stored.',
  }),
});
export type Comparison = z.output<typeof comparisonSchema>;

export const comparisonAnswerSchema = z
  .object({
    identityId: z.uuid(),
    matches: z.boolean(),
    triesLeft: z.int().meta({
      description: `How many of the ${COMPARISONS_PER_HOUR} comparisons an hour are left for this analyst and identity.`,
    }),
    triesResetAt: moment,
  })
  .meta({ id: 'NumberComparison' });
export type ComparisonAnswer = z.infer<typeof comparisonAnswerSchema>;

export const findingSchema = z.object({
  listName: text(EVIDENCE_LIMITS.listName).meta({
    description: 'The listName of the hit: two lists can use the same entityId.',
  }),
  finding: oneOf(HIT_FINDINGS).meta({
    description: 'NotTheSame: the entry is about someone else. Same: it is the business or person that was screened.',
  }),
  note: optionalText(EVIDENCE_LIMITS.note, 'prose').meta({
    description: 'The reason, for colleagues; partners never see it.',
  }),
});
export type Finding = z.output<typeof findingSchema>;

export const findingAnswerSchema = z
  .object({
    customerId: z.uuid(),
    screeningId: z.uuid(),
    listName: z.string(),
    entityId: z.string(),
    finding: z.enum(HIT_FINDINGS),
    openHits: z.int().meta({ description: 'Hits of the package that still need a finding.' }),
  })
  .meta({ id: 'HitJudged' });
export type FindingAnswer = z.infer<typeof findingAnswerSchema>;

export const screenAgainAnswerSchema = z
  .object({ customerId: z.uuid(), screeningPending: z.boolean() })
  .meta({ id: 'ScreeningRequested' });
export type ScreenAgainAnswer = z.infer<typeof screenAgainAnswerSchema>;
