import { z } from 'zod';
import {
  addressRecordSchema,
  addressSchema,
  businessPersonRecordSchema,
  businessPersonSchema,
  LIMITS,
  listOf,
} from './business-person.ts';
import { documentRecordSchema } from './documents.ts';
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
} from './fields.ts';
import {
  ACCOUNT_PURPOSES,
  BUSINESS_TYPES,
  INDUSTRIES,
  MONTHLY_TURNOVERS,
  SOURCES_OF_FUNDS,
  TRANSACTION_VALUES,
  VERIFICATION_STATUSES,
} from './vocabularies.ts';

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
      'must be 1 to 100 letters, digits or . _ ~ : @ + - beginning with a letter or digit',
    ),
  )
  .meta({
    description: 'Your own reference, unique among your customers, never changed.',
    pattern: PARTNER_CUSTOMER_ID.source,
    example: 'acme-000042',
  });
faultCodes.add(partnerCustomerId, {
  missing: 'Customer.PartnerCustomerIdRequired',
  wrongType: 'Customer.PartnerCustomerIdInvalid',
});

/** The fields stand in the order of the specification, which is the order in which problems are reported. */
export const businessProfileCreateSchema = z
  .object({
    email,
    phoneNumber: phone.nullish(),
    companyName: name(255, { min: 2 }).meta({ example: 'Lagos Trading Ltd' }),
    tradingName: optionalText(255, 'name'),
    businessTypeCode: text(Number.POSITIVE_INFINITY).meta({
      description:
        'A business type; case does not matter. GET /api/partner/v1/business-types lists those of the moment; new ones come at any time.',
      'x-extensible-enum': BUSINESS_TYPES,
      example: 'LLC',
    }),
    incorporationCountryIso3Code: countryCode,
    industry: oneOf(INDUSTRIES),
    description: optionalText(1000, 'prose'),
    website,
    registrationNumber: name(10, {
      tooLong: 'must have at most 10 characters on create; a longer number, up to 100, can be set by an update',
    }).meta({ example: 'RC1234567' }),
    registrationDate: calendarDate.nullish(),
    addresses: listOf(addressSchema, { most: LIMITS.addressesPerBusiness }).nullish(),
    financials: financialsSchema.nullish(),
    businessPersonList: listOf(businessPersonSchema, { most: LIMITS.peoplePerRequest }).nullish(),
    partnerCustomerId,
  })
  .meta({ id: 'BusinessProfileCreate' });
export type BusinessProfileCreate = z.output<typeof businessProfileCreateSchema>;

/** The fields that routes call differently: the name on create, and its other names. Each route accepts all of them. */
export const FIELD_NAMES = {
  email: ['businessEmail'],
  companyName: ['name'],
  incorporationCountryIso3Code: ['incorporationCountryCode'],
} as const satisfies Partial<Record<keyof BusinessProfileCreate, readonly string[]>>;

/** What a route calls its fields where it does not use create's name. */
export type OwnNames = Partial<Record<keyof typeof FIELD_NAMES, string>>;

export const createAnswerSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    version: z.int(),
    ubos: z
      .array(z.object({ uboId: z.uuid(), email: z.string(), firstName: z.string(), lastName: z.string() }))
      .meta({ description: 'The people created, in the order of the request.' }),
  })
  .meta({ id: 'BusinessProfileCreated' });
export type CreateAnswer = z.infer<typeof createAnswerSchema>;

export const validateAnswerSchema = z
  .object({ valid: z.literal(true).meta({ description: 'A create with this body would succeed now.' }) })
  .meta({ id: 'BusinessProfileValid' });

export const businessProfileRecordSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    companyName: z.string(),
    tradingName: z.string().nullable(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    businessTypeCode: z.string(),
    incorporationCountryIso3Code: z.string(),
    industry: z.string(),
    description: z.string().nullable(),
    website: z.string(),
    registrationNumber: z.string(),
    registrationDate: storedDate.nullable(),
    addresses: z.array(addressRecordSchema),
    financials: financialsSchema.nullable(),
    businessPersonList: z.array(businessPersonRecordSchema),
    documents: z.array(documentRecordSchema),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    canUpdate: z.boolean().meta({ description: 'Whether an update would be accepted in this state.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    erasedAt: z.iso.datetime().nullable().meta({
      description:
        'When the data of this customer were erased; null for all others. From then on names are the word Erased, and every other personal field is null or empty.',
    }),
    version: z.int().meta({ description: 'One more with every change; also the ETag.' }),
  })
  .meta({ id: 'BusinessProfile' });
export type BusinessProfileRecord = z.infer<typeof businessProfileRecordSchema>;
