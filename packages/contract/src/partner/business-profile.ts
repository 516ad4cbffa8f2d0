import { z } from 'zod';
import { LIMITS } from '../shared/durations-and-limits.ts';
import {
  calendarDate,
  countryCode,
  email,
  faultCodes,
  name,
  oneOf,
  optionalText,
  phone,
  ruled,
  storedDate,
  text,
  website,
} from '../shared/fields.ts';
import {
  ACCOUNT_PURPOSES,
  BUSINESS_TYPES,
  INDUSTRIES,
  MONTHLY_TURNOVERS,
  SOURCES_OF_FUNDS,
  TRANSACTION_VALUES,
  VERIFICATION_STATUSES,
} from '../shared/vocabularies.ts';
import {
  addressRecordSchema,
  addressSchema,
  businessPersonRecordSchema,
  businessPersonSchema,
  listOf,
  reviewedPersonSchema,
} from './business-person.ts';
import { documentRecordSchema } from './documents.ts';
import { metadataRecordSchema, metadataSchema } from './metadata.ts';

export const PARTNER_CUSTOMER_ID = /^[A-Za-z0-9][A-Za-z0-9._~:@+-]{0,99}$/;

export const financialsSchema = z
  .object({
    monthlyTurnOver: oneOf(MONTHLY_TURNOVERS),
    estimatedTransactionValue: oneOf(TRANSACTION_VALUES),
    sourceOfFunds: oneOf(SOURCES_OF_FUNDS),
    purposeOfAccount: oneOf(ACCOUNT_PURPOSES),
  })
  .meta({ id: 'Financials', outputId: 'FinancialsRecord' });
export type Financials = z.output<typeof financialsSchema>;

const partnerCustomerId = z
  .string()
  .trim()
  .refine((value) => value !== '', {
    ...ruled('Customer.PartnerCustomerIdRequired', 'is required: send your own reference for this customer'),
    abort: true,
  })
  .refine(
    (value) => PARTNER_CUSTOMER_ID.test(value),
    ruled(
      'Customer.PartnerCustomerIdInvalid',
      'must be 1 to 100 letters, digits or . _ ~ : @ + - starting with a letter or digit',
    ),
  )
  .meta({
    description: 'Your own reference, unique among your customers. It never changes.',
    pattern: PARTNER_CUSTOMER_ID.source,
    example: 'acme-000042',
  });
faultCodes.add(partnerCustomerId, {
  missing: 'Customer.PartnerCustomerIdRequired',
  wrongType: 'Customer.PartnerCustomerIdInvalid',
});

/** Fields are in the order of the specification, which is also the order of reported problems. */
export const businessProfileCreateSchema = z
  .object({
    email,
    phoneNumber: phone.nullish(),
    companyName: name(255, { min: 2 }).meta({ example: 'Lagos Trading Ltd' }),
    tradingName: optionalText(255, 'name'),
    businessTypeCode: text(Number.POSITIVE_INFINITY).meta({
      description:
        'A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time.',
      'x-extensible-enum': BUSINESS_TYPES,
      example: 'LLC',
    }),
    incorporationCountryIso3Code: countryCode,
    industry: oneOf(INDUSTRIES),
    description: optionalText(1000, 'prose'),
    website,
    registrationNumber: name(10, {
      tooLong: 'must have at most 10 characters on create; a longer number, up to 100, can be set with an update',
    }).meta({ example: 'RC1234567' }),
    registrationDate: calendarDate.nullish(),
    addresses: listOf(addressSchema, { most: LIMITS.addressesPerBusiness }).nullish(),
    financials: financialsSchema.nullish(),
    businessPersonList: listOf(businessPersonSchema, { most: LIMITS.peoplePerRequest }).nullish(),
    partnerCustomerId,
    metadata: metadataSchema.nullish(),
  })
  .meta({ id: 'BusinessProfileCreate' });
export type BusinessProfileCreate = z.output<typeof businessProfileCreateSchema>;

/** Fields with different names on some routes: the name on create, and the other names. Each route accepts all of them. */
export const FIELD_NAMES = {
  email: ['businessEmail'],
  companyName: ['name'],
  incorporationCountryIso3Code: ['incorporationCountryCode'],
} as const satisfies Partial<Record<keyof BusinessProfileCreate, readonly string[]>>;

/** A route's own field names, where they differ from those of create. */
export type OwnNames = Partial<Record<keyof typeof FIELD_NAMES, string>>;

export const createAnswerSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    version: z.int(),
    ubos: z
      .array(z.object({ uboId: z.uuid(), email: z.string(), firstName: z.string(), lastName: z.string() }))
      .meta({ description: 'The created people, in the order of the request.' }),
  })
  .meta({ id: 'BusinessProfileCreated' });
export type CreateAnswer = z.infer<typeof createAnswerSchema>;

export const validateAnswerSchema = z
  .object({ valid: z.literal(true).meta({ description: 'A create request with this body would succeed now.' }) })
  .meta({ id: 'BusinessProfileValid' });

/** A business as our analysts see it: without the partner's metadata. */
export const reviewedBusinessSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    companyName: z.string(),
    tradingName: z.string().nullable(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    businessTypeCode: z.string().meta({ 'x-extensible-enum': BUSINESS_TYPES }),
    incorporationCountryIso3Code: z.string(),
    industry: z.string().meta({ 'x-extensible-enum': INDUSTRIES }),
    description: z.string().nullable(),
    website: z.string(),
    registrationNumber: z.string(),
    registrationDate: storedDate.nullable(),
    addresses: z.array(addressRecordSchema),
    financials: financialsSchema.nullable(),
    businessPersonList: z.array(reviewedPersonSchema),
    documents: z.array(documentRecordSchema),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    canUpdate: z.boolean().meta({ description: 'Whether an update would be accepted in this state.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    erasedAt: z.iso.datetime().nullable().meta({
      description:
        'When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty.',
    }),
    version: z.int().meta({ description: 'Increases by one with every change; also the ETag.' }),
  })
  .meta({ id: 'ReviewedBusiness' });
export type ReviewedBusiness = z.infer<typeof reviewedBusinessSchema>;

export const businessProfileRecordSchema = reviewedBusinessSchema
  .extend({ businessPersonList: z.array(businessPersonRecordSchema), metadata: metadataRecordSchema })
  .meta({ id: 'BusinessProfile' });
export type BusinessProfileRecord = z.infer<typeof businessProfileRecordSchema>;
