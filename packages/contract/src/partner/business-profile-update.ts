// PUT and PATCH of a business profile. Both check bodies with the field names and field order of create, after people with a
// uboId were completed from the profile; the reference shows each route's own names, and what may be omitted.
import { z } from 'zod';
import { LIMITS } from '../shared/durations-and-limits.ts';
import { faultCodes, known, name, phone, uuid } from '../shared/fields.ts';
import { DOCUMENT_STATUSES } from '../shared/vocabularies.ts';
import { businessPersonUpdateBody, businessPersonUpdateSchema, listOf } from './business-person.ts';
import { businessProfileCreateSchema, namedPerson, type OwnNames, PARTNER_CUSTOMER_ID } from './business-profile.ts';

const { shape } = businessProfileCreateSchema;

const people = listOf(businessPersonUpdateSchema, { most: LIMITS.peoplePerRequest });
const peopleAsSent = listOf(businessPersonUpdateBody, { most: LIMITS.peoplePerRequest })
  .nullish()
  .describe('People to change or to add. People who are not in the list stay as they are.');
const registrationNumber = name(100).meta({
  description: 'The number of the business in the register of its country.',
  example: 'RC1234567',
});
const documents = listOf(uuid, { most: LIMITS.documentsPerRequest });

// It is valid only if it equals the stored value, so the schema accepts any text.
const partnerCustomerId = z.string().trim().meta({
  description: 'May be sent again; it never changes.',
  pattern: PARTNER_CUSTOMER_ID.source,
  example: 'acme-000042',
});
faultCodes.add(partnerCustomerId, {
  missing: 'Customer.PartnerCustomerIdInvalid',
  wrongType: 'Customer.PartnerCustomerIdInvalid',
});

const replacedAsWhole = {
  addresses: shape.addresses.describe(
    'All addresses of the business: they replace the stored ones. If omitted, those stay.',
  ),
  financials: shape.financials.describe(
    'The turnover to expect, and what the account is for. If omitted, what is stored stays.',
  ),
};

/** Uses the field names of create. */
export const businessProfilePutSchema = z.object({
  customerId: z.string().meta({ format: 'uuid', description: 'The same id as in the path.' }),
  ...shape,
  phoneNumber: phone.describe(
    'A telephone number of the business: a plus sign and 7 to 15 digits, country code first.',
  ),
  registrationNumber,
  ...replacedAsWhole,
  businessPersonList: people.nullish(),
  partnerCustomerId: partnerCustomerId.nullish().describe('May be sent again; it never changes.'),
});
export type BusinessProfilePut = z.output<typeof businessProfilePutSchema>;

/** Uses the field names of create. Fields that create requires may be omitted here, but not cleared. */
export const businessProfilePatchSchema = z.object({
  ...shape,
  email: shape.email.optional(),
  companyName: shape.companyName.optional(),
  businessTypeCode: shape.businessTypeCode.optional(),
  incorporationCountryIso3Code: shape.incorporationCountryIso3Code.optional(),
  industry: shape.industry.optional(),
  website: shape.website.optional(),
  registrationNumber: registrationNumber.optional(),
  businessPersonList: people.nullish(),
  ...replacedAsWhole,
  businessDocumentIdList: documents.nullish().describe('The documentIds of uploaded files that belong to this update.'),
  partnerCustomerId: partnerCustomerId.optional(),
});
export type BusinessProfilePatch = z.output<typeof businessProfilePatchSchema>;

export const PUT_NAMES: OwnNames = { email: 'businessEmail', companyName: 'name' };
export const PATCH_NAMES: OwnNames = { incorporationCountryIso3Code: 'incorporationCountryCode' };

/** The same fields in the same order, with the route's own names. */
function renamed(fields: Readonly<Record<string, z.ZodType>>, names: Readonly<Record<string, string>>) {
  return z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [names[name] ?? name, field])));
}

/** With the names of the specification, and people before they are completed; only for the reference. */
export const businessProfilePutBody = renamed(
  { ...businessProfilePutSchema.shape, businessPersonList: peopleAsSent },
  PUT_NAMES,
).meta({
  id: 'BusinessProfilePut',
  description: 'All fields of a business. An optional text or date that is omitted is cleared.',
});
export const businessProfilePatchBody = renamed(
  { ...businessProfilePatchSchema.shape, businessPersonList: peopleAsSent },
  PATCH_NAMES,
)
  .extend({
    incorporationCountryIso3Code: businessProfilePatchSchema.shape.incorporationCountryIso3Code.meta({
      description: 'Its name in create, in reads and in reasons; the same as incorporationCountryCode.',
    }),
  })
  .meta({ id: 'BusinessProfilePatch', description: 'The fields to change; the others stay as they are.' });

const standing = {
  customerId: known.customerId,
  partnerCustomerId: known.partnerCustomerId,
  verificationStatus: known.verificationStatus,
  version: z.int().meta({ description: 'The new version; also the ETag.' }),
};

export const putAnswerSchema = z
  .object(standing)
  .meta({ id: 'BusinessProfileReplaced', description: 'The state of the business after the update.' });

export const patchAnswerSchema = z
  .object({
    ...standing,
    ubos: z
      .array(
        z.object({
          ...namedPerson,
          added: z.boolean().meta({ description: 'False for a person who was already on the profile.' }),
        }),
      )
      .meta({ description: 'The people in the request, in the same order.' }),
    documents: z
      .array(
        z.object({
          documentId: known.documentId,
          status: z.enum(DOCUMENT_STATUSES).describe('Where the checks of the file stand.'),
        }),
      )
      .meta({ description: 'The documents of businessDocumentIdList, each once, with their status.' }),
  })
  .meta({ id: 'BusinessProfilePatched', description: 'The state of the business after the update.' });
export type PatchAnswer = z.infer<typeof patchAnswerSchema>;
