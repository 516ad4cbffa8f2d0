import { z } from 'zod';
import { LIMITS } from '../shared/durations-and-limits.ts';
import {
  COUNTRY_CODE,
  calendarDate,
  countryCode,
  countryCodeRule,
  email,
  faultCodes,
  known,
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

const ADDRESS = {
  streetLine1: 'Street and number.',
  streetLine2: 'The rest of the street address, such as a floor or suite; null if there is none.',
  city: 'City, town or village.',
  state: 'State, province or region.',
  postalCode: 'The postal code as it is written in the country.',
  countryCode: 'The country of the address: ISO 3166-1 alpha-3.',
} as const;

export const addressSchema = z
  .object({
    streetLine1: text(255).describe(ADDRESS.streetLine1),
    streetLine2: optionalText(255).describe(ADDRESS.streetLine2),
    city: name(100).describe(ADDRESS.city),
    state: name(100).describe(ADDRESS.state),
    postalCode: name(20).describe(ADDRESS.postalCode),
    countryCode: countryCode.describe(ADDRESS.countryCode),
  })
  .meta({ id: 'Address', description: 'An address of a business or a person.' });

const IDENTITY = {
  issuingCountry: 'The country that issued the document: ISO 3166-1 alpha-3.',
  issueDate: 'The day of issue: YYYY-MM-DD.',
  expiryDate: 'The day on which the document expires: YYYY-MM-DD.',
} as const;
const WHERE_REQUIRED = 'Whether it must be sent is in ubo-identity-requirements of the country of residence.';

const identitySchema = z
  .object({
    identityTypeCode: oneOf([...IDENTITY_TYPES, NATIONAL_ID_ALIAS]).meta({
      description:
        'The kind of document, one that ubo-identity-requirements lists. NATIONAL_ID is also accepted, and returned as NATIOANL_ID.',
    }),
    issuingCountry: countryCode.describe(IDENTITY.issuingCountry),
    // May contain any whitespace, which is collapsed to single spaces.
    identityValue: text(255).meta({
      description: 'The number of the document. Never returned in full; reads show its last characters.',
    }),
    documentUploadId: uuid
      .nullish()
      .describe('The documentId of a scan of it, which must be a document of this business.'),
    issueDate: calendarDate.nullish().describe(`${IDENTITY.issueDate} Not in the future. ${WHERE_REQUIRED}`),
    expiryDate: calendarDate
      .nullish()
      .describe(`${IDENTITY.expiryDate} In the future, and after issueDate. ${WHERE_REQUIRED}`),
    idBackDocumentUploadId: uuid.nullish().meta({ description: 'Accepted but not stored.' }),
  })
  .meta({ id: 'Identity', description: 'An identity document of a person.' });

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

const PERSON = {
  firstName: 'Given names, as in the identity documents.',
  lastName: 'Family name, as in the identity documents.',
  birthDate: 'Date of birth: YYYY-MM-DD; null if it is not known.',
  taxResidenceCountry: 'The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known.',
  nationality: 'The country of which the person is a citizen: ISO 3166-1 alpha-3.',
  email: "The person's own e-mail address.",
  phone: 'A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none.',
  ownershipType: 'All roles of the person in the business; UBO is an ultimate beneficial owner.',
  percentageShare: 'The share of the business that the person owns, in whole percent; null if there is none.',
} as const;

export const businessPersonSchema = z
  .object({
    firstName: name(100).describe(PERSON.firstName),
    lastName: name(100).describe(PERSON.lastName),
    birthDate: calendarDate.nullish().describe(PERSON.birthDate),
    taxResidenceCountry: countryCode.nullish().describe(PERSON.taxResidenceCountry),
    nationality: nationality.describe(PERSON.nationality),
    email: email.describe(`${PERSON.email} No two people of a business can have the same one.`),
    phone: phone.nullish().describe(PERSON.phone),
    ownershipType: listOf(oneOf(OWNERSHIP_TYPES), { least: 1, most: LIMITS.ownershipTypesPerPerson }).describe(
      PERSON.ownershipType,
    ),
    percentageShare: percentageShare
      .nullish()
      .describe(`${PERSON.percentageShare} At most 100 for all people of a request.`),
    address: addressSchema.meta({
      description: 'Its countryCode is the country of residence, which determines the accepted identity documents.',
    }),
    identities: listOf(identitySchema, { least: 1, most: LIMITS.identitiesPerPerson }).describe(
      'Identity documents, of the kinds that ubo-identity-requirements lists for the country of residence.',
    ),
    metadata: personMetadataSchema.nullish(),
  })
  .meta({ id: 'BusinessPerson', description: 'An owner, director or shareholder of a business.' });
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
    streetLine1: z.string().describe(ADDRESS.streetLine1),
    streetLine2: z.string().nullable().describe(ADDRESS.streetLine2),
    city: z.string().describe(ADDRESS.city),
    state: z.string().describe(ADDRESS.state),
    postalCode: z.string().describe(ADDRESS.postalCode),
    countryCode: z.string().describe(ADDRESS.countryCode),
  })
  .meta({ id: 'AddressRecord', description: 'A stored address of a business or a person.' });
export type AddressRecord = z.infer<typeof addressRecordSchema>;

const identityRecordSchema = z
  .object({
    identityId: z.uuid().describe('Our id of the identity, with which an update can correct it.'),
    identityTypeCode: z.enum(IDENTITY_TYPES).describe('The kind of document.'),
    issuingCountry: z.string().describe(IDENTITY.issuingCountry),
    identityValueMasked: z.string().meta({
      description: 'The last four characters, fewer for a short number; empty after erasure.',
      example: '****5678',
    }),
    issueDate: storedDate.nullable().describe(`${IDENTITY.issueDate} Null if it was not sent.`),
    expiryDate: storedDate.nullable().describe(`${IDENTITY.expiryDate} Null if it was not sent.`),
    documentUploadId: z.uuid().nullable().describe('The documentId of the scan of it; null if none was named.'),
  })
  .meta({ id: 'IdentityRecord', description: 'A stored identity document of a person.' });

export const VERDICT_ON_PERSON = 'The verdict on the person; NotStarted until there is one.';

/** A person as our analysts see them: without the partner's metadata. */
export const reviewedPersonSchema = z
  .object({
    uboId: known.uboId,
    firstName: z.string().describe(PERSON.firstName),
    lastName: z.string().describe(PERSON.lastName),
    birthDate: storedDate.nullable().describe(PERSON.birthDate),
    taxResidenceCountry: z.string().nullable().describe(PERSON.taxResidenceCountry),
    nationality: z.string().describe(PERSON.nationality),
    email: z.string().describe(PERSON.email),
    phone: z.string().nullable().describe(PERSON.phone),
    ownershipType: z.array(z.enum(OWNERSHIP_TYPES)).describe(PERSON.ownershipType),
    percentageShare: z.int().nullable().describe(PERSON.percentageShare),
    address: addressRecordSchema,
    identities: z.array(identityRecordSchema).describe('The identity documents of the person.'),
    verificationStatus: z.enum(VERIFICATION_STATUSES).describe(VERDICT_ON_PERSON),
  })
  .meta({ id: 'ReviewedPerson' });
export type ReviewedPerson = z.infer<typeof reviewedPersonSchema>;

export const businessPersonRecordSchema = reviewedPersonSchema
  .extend({ metadata: metadataRecordSchema })
  .meta({ id: 'BusinessPersonRecord', description: 'A stored owner, director or shareholder of a business.' });
export type BusinessPersonRecord = z.infer<typeof businessPersonRecordSchema>;
