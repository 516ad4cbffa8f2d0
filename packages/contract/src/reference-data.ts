// What operators keep for everybody: places and kinds of businesses, as integrators ask for them.
import { z } from 'zod';
import { DOCUMENT_CATEGORIES, IDENTITY_RULES } from './vocabularies.ts';

export const countrySchema = z
  .object({
    countryCode: z.string().meta({ description: 'ISO 3166-1 alpha-3', example: 'NGA' }),
    name: z.string().meta({ description: 'In English.' }),
    isOpen: z.boolean().meta({
      description:
        'Whether people who live there can be onboarded. If not, a person with such an address is refused with OnboardingConfig.NotFound. A business may be incorporated, and a person may be a national, anywhere.',
    }),
    identityRules: z.enum(IDENTITY_RULES).meta({
      description:
        'Country: there are rules for the identity documents of the country. General: a passport is accepted by the general rule for machine-readable travel documents. None: the country is not open.',
    }),
  })
  .meta({ id: 'Country', description: 'A country or territory of ISO 3166-1.' });
export type Country = z.infer<typeof countrySchema>;

export const businessTypeSchema = z
  .object({
    businessTypeCode: z.string().meta({ description: 'As records show it; case does not matter in requests.' }),
    documentCategories: z.array(z.enum(DOCUMENT_CATEGORIES)).meta({
      description:
        'What a review usually asks for from such a business; it may ask for less, or for more. IdentityFront, IdentityBack, ProofOfPersonAddress and Selfie are meant for each person.',
    }),
  })
  .meta({ id: 'BusinessType', description: 'A kind of business that can be onboarded.' });
export type BusinessType = z.infer<typeof businessTypeSchema>;
