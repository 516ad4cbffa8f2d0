import { z } from 'zod';
import { LIMITS } from '../shared/durations-and-limits.ts';
import {
  calendarDate,
  countryCode,
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
  website,
} from '../shared/fields.ts';
import {
  ACCOUNT_PURPOSES,
  BUSINESS_TYPES,
  INDUSTRIES,
  MONTHLY_TURNOVERS,
  SOURCES_OF_FUNDS,
  TRANSACTION_VALUES,
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
    monthlyTurnOver: oneOf(MONTHLY_TURNOVERS).describe('The range of the turnover in a month. Case-sensitive.'),
    estimatedTransactionValue: oneOf(TRANSACTION_VALUES).describe(
      'The range of the usual value of one transaction. Case-sensitive.',
    ),
    sourceOfFunds: oneOf(SOURCES_OF_FUNDS).describe('Where most of the money comes from. Case-sensitive.'),
    purposeOfAccount: oneOf(ACCOUNT_PURPOSES).describe('What the business wants the account for. Case-sensitive.'),
  })
  .meta({
    id: 'Financials',
    outputId: 'FinancialsRecord',
    description: 'The turnover to expect, and what the account is for.',
  });
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

const BUSINESS = {
  email: 'An e-mail address of the business.',
  phoneNumber:
    'A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none.',
  companyName: 'The full name under which the business is registered.',
  tradingName: 'The name under which the business trades; null if there is no other.',
  incorporationCountryIso3Code: 'The country of incorporation: ISO 3166-1 alpha-3.',
  industry: 'What the business earns its money with.',
  description: 'What the business does, in free text; null if nothing was sent.',
  website: 'The public website of the business: an absolute http or https URL.',
  registrationNumber: 'The number of the business in the register of its country.',
  registrationDate: 'The day on which the business was registered: YYYY-MM-DD; null if it is not known.',
} as const;

/** Fields are in the order of the specification, which is also the order of reported problems. */
export const businessProfileCreateSchema = z
  .object({
    email: email.describe(BUSINESS.email),
    phoneNumber: phone.nullish().describe(BUSINESS.phoneNumber),
    companyName: name(255, { min: 2 }).meta({ description: BUSINESS.companyName, example: 'Lagos Trading Ltd' }),
    tradingName: optionalText(255, 'name').describe(BUSINESS.tradingName),
    businessTypeCode: text(Number.POSITIVE_INFINITY).meta({
      description:
        'The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be added at any time.',
      'x-extensible-enum': BUSINESS_TYPES,
      example: 'LLC',
    }),
    incorporationCountryIso3Code: countryCode.describe(BUSINESS.incorporationCountryIso3Code),
    industry: oneOf(INDUSTRIES).describe(`${BUSINESS.industry} Case-sensitive.`),
    description: optionalText(1000, 'prose').describe(BUSINESS.description),
    website: website.describe(BUSINESS.website),
    registrationNumber: name(10, {
      tooLong: 'must have at most 10 characters on create; a longer number, up to 100, can be set with an update',
    }).meta({ description: `${BUSINESS.registrationNumber} An update can set a longer one.`, example: 'RC1234567' }),
    registrationDate: calendarDate.nullish().describe(BUSINESS.registrationDate),
    addresses: listOf(addressSchema, { most: LIMITS.addressesPerBusiness })
      .nullish()
      .describe('All addresses of the business.'),
    financials: financialsSchema.nullish().describe('The turnover to expect, and what the account is for.'),
    businessPersonList: listOf(businessPersonSchema, { most: LIMITS.peoplePerRequest })
      .nullish()
      .describe('The owners, directors and shareholders. Updates can add more.'),
    partnerCustomerId,
    metadata: metadataSchema.nullish(),
  })
  .meta({ id: 'BusinessProfileCreate', description: 'A new business.' });
export type BusinessProfileCreate = z.output<typeof businessProfileCreateSchema>;

/** Fields with different names on some routes: the name on create, and the other names. Each route accepts all of them. */
export const FIELD_NAMES = {
  email: ['businessEmail'],
  companyName: ['name'],
  incorporationCountryIso3Code: ['incorporationCountryCode'],
} as const satisfies Partial<Record<keyof BusinessProfileCreate, readonly string[]>>;

/** A route's own field names, where they differ from those of create. */
export type OwnNames = Partial<Record<keyof typeof FIELD_NAMES, string>>;

/** What tells the people of a request apart. */
export const namedPerson = {
  uboId: known.uboId,
  email: z.string().describe('The stored e-mail address.'),
  firstName: z.string().describe('The stored given names.'),
  lastName: z.string().describe('The stored family name.'),
};

export const createAnswerSchema = z
  .object({
    customerId: known.customerId,
    partnerCustomerId: known.partnerCustomerId,
    verificationStatus: known.verificationStatus,
    version: z.int().describe('The version of the business, for If-Match; also the ETag.'),
    ubos: z.array(z.object(namedPerson)).meta({ description: 'The created people, in the order of the request.' }),
  })
  .meta({ id: 'BusinessProfileCreated', description: 'The ids of the new business and its people.' });
export type CreateAnswer = z.infer<typeof createAnswerSchema>;

export const validateAnswerSchema = z
  .object({ valid: z.literal(true).meta({ description: 'A create request with this body would succeed now.' }) })
  .meta({ id: 'BusinessProfileValid', description: 'The result of a check that stores nothing.' });

const PEOPLE = 'The owners, directors and shareholders.';

/** A business as our analysts see it: without the partner's metadata. */
export const reviewedBusinessSchema = z
  .object({
    customerId: known.customerId,
    partnerCustomerId: known.partnerCustomerId,
    companyName: z.string().describe(BUSINESS.companyName),
    tradingName: z.string().nullable().describe(BUSINESS.tradingName),
    email: z.string().describe(BUSINESS.email),
    phoneNumber: z.string().nullable().describe(BUSINESS.phoneNumber),
    businessTypeCode: z.string().meta({
      description: 'The legal form of the business, spelled as GET /api/partner/v1/business-types lists it.',
      'x-extensible-enum': BUSINESS_TYPES,
    }),
    incorporationCountryIso3Code: z.string().describe(BUSINESS.incorporationCountryIso3Code),
    industry: z.string().meta({ description: BUSINESS.industry, 'x-extensible-enum': INDUSTRIES }),
    description: z.string().nullable().describe(BUSINESS.description),
    website: z.string().describe(BUSINESS.website),
    registrationNumber: z.string().describe(BUSINESS.registrationNumber),
    registrationDate: storedDate.nullable().describe(BUSINESS.registrationDate),
    addresses: z.array(addressRecordSchema).describe('All addresses of the business.'),
    financials: financialsSchema
      .nullable()
      .describe('The turnover to expect, and what the account is for; null if it was not sent.'),
    businessPersonList: z.array(reviewedPersonSchema).describe(PEOPLE),
    documents: z.array(documentRecordSchema).describe('Documents with an outcome: Confirmed, Quarantined or Rejected.'),
    verificationStatus: known.verificationStatus,
    canUpdate: z.boolean().meta({ description: 'Whether an update would be accepted in this state.' }),
    createdAt: z.iso.datetime().describe('When the business was created, in UTC.'),
    updatedAt: z.iso.datetime().describe('When the business was last changed, in UTC.'),
    erasedAt: z.iso.datetime().nullable().meta({
      description:
        'When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and every other personal field is null or empty.',
    }),
    version: z.int().meta({ description: 'Increases by one with every change; also the ETag.' }),
  })
  .meta({ id: 'ReviewedBusiness' });
export type ReviewedBusiness = z.infer<typeof reviewedBusinessSchema>;

export const businessProfileRecordSchema = reviewedBusinessSchema
  .extend({ businessPersonList: z.array(businessPersonRecordSchema).describe(PEOPLE), metadata: metadataRecordSchema })
  .meta({ id: 'BusinessProfile', description: 'A business with everything that is stored about it.' });
export type BusinessProfileRecord = z.infer<typeof businessProfileRecordSchema>;
