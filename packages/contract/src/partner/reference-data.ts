// Countries and business types, which operators maintain for all partners.
import { z } from 'zod';
import { butNot, COUNTRY_LIST } from '../shared/told-values.ts';
import {
  BUSINESS_TYPES,
  DOCUMENT_CATEGORIES,
  IDENTITY_RULES,
  IDENTITY_TYPES,
  INPUT_TYPES,
} from '../shared/vocabularies.ts';

export const countrySchema = z
  .object({
    countryCode: z.string().meta({ description: 'ISO 3166-1 alpha-3', example: 'NGA' }),
    name: z.string().meta({ description: 'In English.' }),
    isOpen: z.boolean().meta({
      description:
        'Whether businesses that are incorporated or have an address there can be onboarded. If not, they are rejected with OnboardingConfig.NotFound, and so are people who live there. A country that we do not serve at all is rejected in every field that names it. For people who live there, see identityRules.',
    }),
    identityRules: z.enum(IDENTITY_RULES).meta({
      description:
        'Country: specific rules exist for the identity documents of the country. General: a passport is accepted under the general rule for machine-readable travel documents. None: people who live there are rejected with OnboardingConfig.NotFound, because the country is not open or issues no identity documents of its own.',
    }),
  })
  .meta({ id: 'Country', description: 'A country or territory of ISO 3166-1.' });
export type Country = z.infer<typeof countrySchema>;

export const businessTypeSchema = z
  .object({
    businessTypeCode: z
      .string()
      .meta({ description: 'As shown in records; case-insensitive in requests.', 'x-extensible-enum': BUSINESS_TYPES }),
    documentCategories: z.array(z.enum(DOCUMENT_CATEGORIES)).meta({
      description:
        'The documents that a review usually requires from such a business; it may require fewer or more. IdentityFront, IdentityBack, ProofOfPersonAddress and Selfie apply to each person.',
    }),
  })
  .meta({ id: 'BusinessType', description: 'A type of business that can be onboarded.' });
export type BusinessType = z.infer<typeof businessTypeSchema>;

/** Lower case is accepted here, because the code often comes from a form. */
export const identityRequirementsQuerySchema = z.object({
  countryCode: z
    .string({ error: 'is required: the ISO 3166-1 alpha-3 code of the country of residence, once, for example NGA' })
    .regex(/^[A-Za-z]{3}$/, {
      error: ({ input }) =>
        `must be an ISO 3166-1 alpha-3 code: three letters, for example NGA${butNot(input)}; ${COUNTRY_LIST} lists them`,
    })
    .toUpperCase()
    .meta({ description: 'The country of residence: ISO 3166-1 alpha-3, case-insensitive.', example: 'NGA' }),
});

export const numberRuleSchema = z.object({
  regex: z
    .string()
    .meta({ description: 'Applied to the number after trimming, upper-casing and collapsing inner spaces.' }),
  minLength: z.int().describe('The minimum number of characters.'),
  maxLength: z.int().describe('The maximum number of characters.'),
  errorMessage: z
    .string()
    .describe('What the API says about a number that does not fit, worded so that you can show it.'),
});

/** The twelve fields that integrators know; the other fields of an entry are internal. */
export const identityRequirementSchema = z
  .object({
    identityType: z.string().describe('The kind of document in English.'),
    identityTypeCode: z.enum(IDENTITY_TYPES).describe('What to send as identityTypeCode.'),
    fieldName: z.string().describe('A name for the field in your form, different for each document of the country.'),
    inputType: z
      .enum(INPUT_TYPES)
      .describe('A hint for your form: Document for a document with a number, Input for a number alone.'),
    isRequired: z
      .boolean()
      .describe('Whether residents must have this document; if false, another of the list will do.'),
    label: z.string().describe('A label for the field in your form.'),
    placeholder: z.string().describe('An example of an accepted number.'),
    requiresIssueDate: z.boolean().describe('Whether issueDate must be sent.'),
    requiresExpiryDate: z.boolean().describe('Whether expiryDate must be sent.'),
    requiresIdNumber: z.boolean().describe('Whether the document has a number, to be sent as identityValue.'),
    validationRules: numberRuleSchema.describe('The format of the number.'),
    displayOrder: z.int().describe('The position among the documents of the country; the lowest comes first.'),
  })
  .meta({ id: 'IdentityRequirement', description: 'An identity document accepted from residents.' });
export type IdentityRequirement = z.infer<typeof identityRequirementSchema>;
