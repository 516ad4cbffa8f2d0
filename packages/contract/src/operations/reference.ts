// The identity document rules of each country, which operators read and activate.
import { z } from 'zod';
import { identityRequirementSchema, numberRuleSchema } from '../partner/reference-data.ts';
import { saying } from '../shared/query-fields.ts';
import {
  COUNTRY_STANDINGS,
  IDENTITY_TYPES,
  LIST_STANDINGS,
  REQUIREMENT_SET_STATUSES,
  RULE_CHANGES,
} from '../shared/vocabularies.ts';

const time = z.iso.datetime();
const version = z.int().min(1);

const decidedBy = z
  .string()
  .nullable()
  .meta({ description: 'The name of the operator; null if no operator has decided.' });

const listedSchema = z
  .object({
    standing: z.enum(LIST_STANDINGS).meta({
      description:
        'Undecided: this release requires a decision, and no operator has made one yet. The country is not served.',
    }),
    reason: z.string(),
    since: time,
    decidedBy,
  })
  .nullable();

export const ruledCountryListSchema = z
  .object({
    items: z
      .array(
        z.object({
          countryCode: z.string(),
          name: z.string(),
          standing: z.enum(COUNTRY_STANDINGS).meta({
            description: 'Whether businesses and residents of the country are accepted. New: no operator has decided.',
          }),
          decidedAt: time
            .nullable()
            .meta({ description: 'When it was opened or closed; null if no operator has decided.' }),
          decidedBy,
          prohibited: listedSchema.meta({
            description:
              'Its entry on the prohibited list; null if it was never on the list. Takes precedence over standing.',
          }),
          highRisk: listedSchema.meta({
            description: 'Its entry on the high-risk list; null if it was never on the list.',
          }),
          activeVersion: version.nullable().meta({ description: 'Null: people who live there are refused.' }),
          activeSince: time.nullable(),
          documents: z
            .int()
            .meta({ description: 'Number of kinds of identity documents that the active version accepts.' }),
          general: z.boolean().meta({
            description:
              'Whether the general rule for passports applies, because no rules of the country have been researched.',
          }),
          drafts: z.int().meta({ description: 'Number of versions that have never been active.' }),
        }),
      )
      .meta({ description: 'Every country, sorted by name.' }),
  })
  .meta({ id: 'RuledCountryList' });
export type RuledCountryList = z.infer<typeof ruledCountryListSchema>;

const ruleVersionSchema = z.object({
  version,
  status: z.enum(REQUIREMENT_SET_STATUSES),
  documents: z.int(),
  general: z.boolean(),
  createdAt: time,
  activatedAt: time.nullable(),
  retiredAt: time.nullable(),
});

export const ruleVersionListSchema = z
  .object({
    countryCode: z.string(),
    name: z.string(),
    items: z.array(ruleVersionSchema).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'RuleVersionList' });
export type RuleVersionList = z.infer<typeof ruleVersionListSchema>;

const { errorMessage: _message, ...bounds } = numberRuleSchema.shape;
export const ruleSetSchema = z
  .object({
    countryCode: z.string(),
    version,
    status: z.enum(REQUIREMENT_SET_STATUSES),
    entries: z.array(
      identityRequirementSchema
        .extend({
          source: z.string().meta({ description: 'Where the rule comes from.' }),
          general: z.literal(true).optional(),
          foreignIssued: z
            .discriminatedUnion('accepted', [
              z.object({ accepted: z.literal(false) }),
              z.object({ accepted: z.literal(true), ...bounds }),
            ])
            .meta({
              description: 'Whether a document issued by another country is accepted, and the limits of its number.',
            }),
        })
        .meta({ id: 'RuleEntry' }),
    ),
  })
  .meta({ id: 'RuleSet' });
export type RuleSet = z.infer<typeof ruleSetSchema>;

const VERSION = 'must be the number of a version';
const asked = (description: string) =>
  z
    .string(saying(VERSION))
    .regex(/^[1-9]\d{0,8}$/, { error: VERSION })
    .transform(Number)
    .meta({ description, type: 'integer', minimum: 1, example: 2 });

export const ruleDifferenceQuerySchema = z.object({
  from: asked('The version to compare from.'),
  to: asked('The version to compare with.'),
});
export type RuleDifferenceQuery = z.infer<typeof ruleDifferenceQuerySchema>;

const value = z
  .union([z.string(), z.number(), z.boolean()])
  .nullable()
  .meta({ description: 'Null if there is no such field.' });

export const ruleDifferenceSchema = z
  .object({
    countryCode: z.string(),
    from: version,
    to: version,
    documents: z
      .array(
        z.object({
          identityTypeCode: z.enum(IDENTITY_TYPES),
          change: z.enum(RULE_CHANGES),
          fields: z
            .array(z.object({ field: z.string(), before: value, after: value }))
            .meta({ description: 'The fields that differ; all of them if the document was added or removed.' }),
        }),
      )
      .meta({ description: 'The identity documents whose rules differ; empty if both versions are the same.' }),
  })
  .meta({ id: 'RuleDifference' });
export type RuleDifference = z.infer<typeof ruleDifferenceSchema>;

export const rulesActivatedSchema = z
  .object({
    countryCode: z.string(),
    version: version.meta({
      description: 'The version that is active now. A retired version is copied into a new one, which is named here.',
    }),
    retired: version.nullable().meta({ description: 'The version that was active before; null if there was none.' }),
    changed: z.boolean().meta({ description: 'False if the active version already had the same rules.' }),
  })
  .meta({ id: 'RulesActivated' });
export type RulesActivated = z.infer<typeof rulesActivatedSchema>;

export const countryDecidedSchema = z
  .object({
    countryCode: z.string(),
    changed: z.boolean().meta({ description: 'False if the country was already in that state.' }),
  })
  .meta({ id: 'CountryDecided' });
export type CountryDecided = z.infer<typeof countryDecidedSchema>;
