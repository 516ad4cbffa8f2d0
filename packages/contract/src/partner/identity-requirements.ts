import { z } from 'zod';
import { IDENTITY_TYPES, INPUT_TYPES } from '../shared/vocabularies.ts';

/** Lower case is accepted here, because the code often comes from a form. */
export const identityRequirementsQuerySchema = z.object({
  countryCode: z
    .string({ error: 'is required: the ISO 3166-1 alpha-3 code of the country of residence, once, for example NGA' })
    .regex(/^[A-Za-z]{3}$/, { error: 'must be an ISO 3166-1 alpha-3 code: three letters, for example NGA' })
    .toUpperCase()
    .meta({ description: 'The country of residence: ISO 3166-1 alpha-3, case-insensitive.', example: 'NGA' }),
});

export const numberRuleSchema = z.object({
  regex: z
    .string()
    .meta({ description: 'Applied to the number after trimming, upper-casing and collapsing inner spaces.' }),
  minLength: z.int(),
  maxLength: z.int(),
  errorMessage: z.string(),
});

/** The twelve fields that integrators know; the other fields of an entry are internal. */
export const identityRequirementSchema = z
  .object({
    identityType: z.string(),
    identityTypeCode: z.enum(IDENTITY_TYPES),
    fieldName: z.string(),
    inputType: z.enum(INPUT_TYPES),
    isRequired: z.boolean(),
    label: z.string(),
    placeholder: z.string(),
    requiresIssueDate: z.boolean(),
    requiresExpiryDate: z.boolean(),
    requiresIdNumber: z.boolean(),
    validationRules: numberRuleSchema,
    displayOrder: z.int(),
  })
  .meta({ id: 'IdentityRequirement', description: 'An identity document accepted from residents.' });
export type IdentityRequirement = z.infer<typeof identityRequirementSchema>;
