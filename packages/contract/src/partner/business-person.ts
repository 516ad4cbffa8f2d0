import { z } from 'zod';
import { LIMITS } from '../shared/durations-and-limits.ts';
import {
  COUNTRY_CODE,
  calendarDate,
  countryCode,
  countryCodeRule,
  email,
  faultCodes,
  name,
  oneOf,
  optionalText,
  phone,
  ruled,
  storedDate,
  text,
  uuid,
} from '../shared/fields.ts';
import { IDENTITY_TYPES, NATIONAL_ID_ALIAS, OWNERSHIP_TYPES, VERIFICATION_STATUSES } from '../shared/vocabularies.ts';
import { metadataRecordSchema, personMetadataSchema } from './metadata.ts';

/** Replaces the name of an erased business or person. */
export const ERASED_NAME = 'Erased';

export const listOf = <T extends z.ZodType>(element: T, { least = 0, most = Number.POSITIVE_INFINITY }) => {
  const list = z.array(element).min(least, { error: 'must have at least one element' });
  return Number.isFinite(most) ? list.max(most, { error: `must have at most ${most} elements` }) : list;
};

export const addressSchema = z
  .object({
    streetLine1: text(255),
    streetLine2: optionalText(255),
    city: name(100),
    state: name(100),
    postalCode: name(20),
    countryCode,
  })
  .meta({ id: 'Address' });

const identitySchema = z
  .object({
    identityTypeCode: oneOf([...IDENTITY_TYPES, NATIONAL_ID_ALIAS]).meta({
      description: 'NATIONAL_ID is also accepted, and returned as NATIOANL_ID.',
    }),
    issuingCountry: countryCode,
    // May contain any whitespace, which is collapsed to single spaces.
    identityValue: text(255).meta({
      description: 'The number of the document. Never returned in full; reads show its last characters.',
    }),
    documentUploadId: uuid.nullish(),
    issueDate: calendarDate.nullish(),
    expiryDate: calendarDate.nullish(),
    idBackDocumentUploadId: uuid.nullish().meta({ description: 'Accepted but not stored.' }),
  })
  .meta({ id: 'Identity' });

const percentageShare = z
  .int({ error: (issue) => (issue.code === 'invalid_type' ? 'must be a whole number' : 'must be between 1 and 100') })
  .min(1, { error: 'must be between 1 and 100' })
  .max(100, { error: 'must be between 1 and 100' });
faultCodes.add(percentageShare, { outOfBounds: 'ValidationControl.Error' });
// The specification has a separate code for this error. A blank value counts as missing.
const nationality = z
  .string()
  .refine((value) => value.trim() !== '', {
    ...ruled('ValidationControl.Error', 'is required: an ISO 3166-1 alpha-3 code, for example NGA'),
    abort: true,
  })
  .regex(COUNTRY_CODE, { error: countryCodeRule })
  .meta({ example: 'NGA' });
faultCodes.add(nationality, { missing: 'ValidationControl.Error' });

export const businessPersonSchema = z
  .object({
    firstName: name(100),
    lastName: name(100),
    birthDate: calendarDate.nullish(),
    taxResidenceCountry: countryCode.nullish(),
    nationality,
    email,
    phone: phone.nullish(),
    ownershipType: listOf(oneOf(OWNERSHIP_TYPES), { least: 1, most: LIMITS.ownershipTypesPerPerson }),
    percentageShare: percentageShare.nullish(),
    address: addressSchema.meta({
      description: 'Its countryCode is the country of residence, which determines the accepted identity documents.',
    }),
    identities: listOf(identitySchema, { least: 1, most: LIMITS.identitiesPerPerson }),
    metadata: personMetadataSchema.nullish(),
  })
  .meta({ id: 'BusinessPerson' });
export type BusinessPersonInput = z.output<typeof businessPersonSchema>;

const uboId = uuid.nullish().meta({
  description: 'A person of this profile. If omitted, the person is identified by e-mail.',
});
const identityId = uuid.nullish().meta({
  description: 'A current identity of the person with this uboId. If omitted, the identity is added.',
});
const identityUpdateSchema = z.object({ identityId, ...identitySchema.shape });

/**
 * A person of an update, completed from the profile: a person already there is found by uboId or e-mail; anyone else is added.
 * The ids come first, because a wrong id is the cause of other problems.
 */
export const businessPersonUpdateSchema = z.object({
  uboId,
  ...businessPersonSchema.shape,
  identities: listOf(identityUpdateSchema, { least: 1, most: LIMITS.identitiesPerPerson }),
});
export type BusinessPersonUpdate = z.output<typeof businessPersonUpdateSchema>;

const identityUpdateBody = identityUpdateSchema.partial().meta({
  id: 'IdentityUpdate',
  description:
    'With the identityId of an identity of this person, every other field may be omitted and keeps its value. Otherwise, identityTypeCode, issuingCountry and identityValue are required.',
});

/** As sent; only for the reference. */
export const businessPersonUpdateBody = businessPersonUpdateSchema
  .partial()
  .extend({
    identities: listOf(identityUpdateBody, { least: 1, most: LIMITS.identitiesPerPerson }).optional().meta({
      description:
        'All identities of the person: stored ones that are not in the list are removed. If omitted, they are left unchanged.',
    }),
  })
  .meta({
    id: 'BusinessPersonUpdate',
    description:
      'With the uboId of a person of this profile, every other field may be omitted and keeps its value. Otherwise, firstName, lastName, nationality, email, ownershipType, address and identities are required.',
  });
export type IdentityInput = z.output<typeof identitySchema>;
export type AddressInput = z.output<typeof addressSchema>;

export const addressRecordSchema = z
  .object({
    streetLine1: z.string(),
    streetLine2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    countryCode: z.string(),
  })
  .meta({ id: 'AddressRecord' });
export type AddressRecord = z.infer<typeof addressRecordSchema>;

const identityRecordSchema = z
  .object({
    identityId: z.uuid(),
    identityTypeCode: z.enum(IDENTITY_TYPES),
    issuingCountry: z.string(),
    identityValueMasked: z.string().meta({
      description: 'The last four characters, fewer for a short number; empty after erasure.',
      example: '****5678',
    }),
    issueDate: storedDate.nullable(),
    expiryDate: storedDate.nullable(),
    documentUploadId: z.uuid().nullable(),
  })
  .meta({ id: 'IdentityRecord' });

/** A person as our analysts see them: without the partner's metadata. */
export const reviewedPersonSchema = z
  .object({
    uboId: z.uuid(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: storedDate.nullable(),
    taxResidenceCountry: z.string().nullable(),
    nationality: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    ownershipType: z.array(z.enum(OWNERSHIP_TYPES)),
    percentageShare: z.int().nullable(),
    address: addressRecordSchema,
    identities: z.array(identityRecordSchema),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
  })
  .meta({ id: 'ReviewedPerson' });
export type ReviewedPerson = z.infer<typeof reviewedPersonSchema>;

export const businessPersonRecordSchema = reviewedPersonSchema
  .extend({ metadata: metadataRecordSchema })
  .meta({ id: 'BusinessPersonRecord' });
export type BusinessPersonRecord = z.infer<typeof businessPersonRecordSchema>;
