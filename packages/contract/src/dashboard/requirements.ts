// The identity documents required from residents of a country, for users of a partner.
import { z } from 'zod';
import { countrySchema, identityRequirementSchema } from '../partner/reference-data.ts';

const { countryCode, name, identityRules } = countrySchema.shape;

export const countryRequirementsSchema = z
  .object({
    countryCode,
    name,
    identityRules: identityRules.exclude(['None']).meta({
      description:
        'Country: specific rules exist for the identity documents of the country. General: a passport is accepted under the general rule for machine-readable travel documents.',
    }),
    version: z.int().min(1).meta({
      description: 'The active version of the rule set. The ETag of the Partner API ends with it.',
    }),
    activeSince: z.iso.datetime(),
    identities: z.array(identityRequirementSchema).meta({
      description: 'The identity documents that are accepted, in the order in which a form should show them.',
    }),
  })
  .meta({ id: 'CountryRequirements', description: 'What is accepted from people who live in a country.' });
export type CountryRequirements = z.infer<typeof countryRequirementsSchema>;
