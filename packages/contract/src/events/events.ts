// The events that partners receive. The catalogue, the check when an event is recorded, and the documentation all use this
// table.
import { z } from 'zod';
import { known } from '../shared/fields.ts';
import { REASON_CODES } from '../shared/review-reasons.ts';
import { DOCUMENT_REFUSALS, OWNERSHIP_TYPES, VERIFICATION_STATUSES } from '../shared/vocabularies.ts';

const customerId = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const uboId = '0193a2b4-7c11-7d40-8b55-6c7d8e9f0a12';

const version = z.int().describe('The version of the business after the change, for If-Match.');
const changedFields = z.array(z.string()).min(1);
const personOfDocument = z
  .uuid()
  .optional()
  .describe('The person whom the document concerns; absent if it concerns the business.');

/** Deliberately thin: ids, states and field names, no personal data. */
export const EVENT_TYPES = {
  'business.profile.created': {
    version: 1,
    owner: 'profiles',
    description: 'A business profile was created.',
    data: z.strictObject({
      customerId: known.customerId,
      partnerCustomerId: known.partnerCustomerId,
      verificationStatus: known.verificationStatus,
      version,
    }),
    example: { customerId, partnerCustomerId: 'shop-4711', verificationStatus: 'PendingVerification', version: 1 },
  },
  'business.profile.updated': {
    version: 1,
    owner: 'profiles',
    description:
      'A business profile was changed: its fields, its people or its submitted documents. changedFields uses the field names of the create request; people appear as businessPersonList, documents as businessDocumentIdList, your own pairs as metadata.',
    data: z.strictObject({
      customerId: known.customerId,
      partnerCustomerId: known.partnerCustomerId,
      verificationStatus: known.verificationStatus,
      version,
      changedFields: changedFields.describe('The changed fields, by their names in the create request.'),
    }),
    example: {
      customerId,
      partnerCustomerId: 'shop-4711',
      verificationStatus: 'PendingVerification',
      version: 2,
      changedFields: ['website', 'addresses'],
    },
  },
  'business.person.added': {
    version: 1,
    owner: 'people',
    description: 'A person was added to a business profile.',
    data: z.strictObject({
      customerId: known.customerId,
      uboId: known.uboId,
      ownershipType: z.array(z.enum(OWNERSHIP_TYPES)).describe('The roles of the person in the business.'),
    }),
    example: { customerId, uboId, ownershipType: ['DIRECTOR', 'UBO'] },
  },
  'business.person.updated': {
    version: 1,
    owner: 'people',
    description: 'A person on a business profile was changed. changedFields names the fields.',
    data: z.strictObject({
      customerId: known.customerId,
      uboId: known.uboId,
      changedFields: changedFields.describe('The changed fields of the person, by their names in the create request.'),
    }),
    example: { customerId, uboId, changedFields: ['phone'] },
  },
  'business.document.confirmed': {
    version: 1,
    owner: 'documents',
    description: 'An uploaded document passed every check and was confirmed.',
    data: z.strictObject({
      customerId: known.customerId,
      documentId: known.documentId,
      documentCategory: known.documentCategory,
      uboId: personOfDocument,
      sizeBytes: z.int().describe('The size of the file in bytes.'),
      sha256: z
        .string()
        .describe('The SHA-256 hash of the file in hexadecimal, to compare with the file that you sent.'),
    }),
    example: {
      customerId,
      documentId: '0193a2b4-7c11-7d42-8d77-8e9f0a1b2c34',
      documentCategory: 'CertificateOfIncorporation',
      sizeBytes: 182_044,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  'business.document.rejected': {
    version: 1,
    owner: 'documents',
    description:
      'An uploaded file did not pass a check, so its document is Rejected, or Quarantined because of a virus. refusal says why. Request a new link and upload a valid file.',
    data: z.strictObject({
      customerId: known.customerId,
      documentId: known.documentId,
      documentCategory: known.documentCategory,
      uboId: personOfDocument,
      status: z.enum(['Rejected', 'Quarantined']).describe('Quarantined if a virus was found, otherwise Rejected.'),
      refusal: z.enum(DOCUMENT_REFUSALS).describe('Which check the file did not pass.'),
    }),
    example: {
      customerId,
      documentId: '0193a2b4-7c11-7d42-8d77-8e9f0a1b2c34',
      documentCategory: 'IdentityFront',
      uboId,
      status: 'Rejected',
      refusal: 'ContentMismatch',
    },
  },
  'business.verification.updated': {
    version: 1,
    owner: 'verification',
    description:
      'The verification status of a business changed. reasons contains codes; verification-status explains them.',
    data: z.strictObject({
      customerId: known.customerId,
      previousStatus: z.enum(VERIFICATION_STATUSES).describe('The status before the change.'),
      verificationStatus: z.enum(VERIFICATION_STATUSES).describe('The status after the change.'),
      reasons: z
        .array(z.string().meta({ 'x-extensible-enum': REASON_CODES }))
        .describe(
          'The codes of the reasons for ChangesRequested or Rejected, otherwise empty; verification-status explains them.',
        ),
    }),
    example: {
      customerId,
      previousStatus: 'StartedNotCompleted',
      verificationStatus: 'ChangesRequested',
      reasons: ['Document.Unreadable'],
    },
  },
  'webhook.test': {
    version: 1,
    owner: 'webhooks',
    description: 'Someone sent a test event from the portal. It is not about a customer and has no sequence.',
    data: z.strictObject({ message: z.string().describe('A fixed text that says that this is a test.') }),
    example: { message: 'This is a test event.' },
  },
} as const;

export type EventType = keyof typeof EVENT_TYPES;
export type EventData<T extends EventType> = z.infer<(typeof EVENT_TYPES)[T]['data']>;

/** The events about a customer. Only these have a sequence. */
export type CustomerEventType = {
  [T in EventType]: EventData<T> extends { customerId: string } ? T : never;
}[EventType];
export type PartnerEventType = Exclude<EventType, CustomerEventType>;

export const isAboutCustomer = (type: EventType): type is CustomerEventType =>
  'customerId' in EVENT_TYPES[type].data.shape;

const SEQUENCE = 'Numbers the events of one customer without gaps, from 1.';
const CORRELATION = 'What caused the event, and which business it is about.';
/** Of the part that differs by type. */
export const DATA = 'The facts of this event, without personal data. New fields may be added at any time.';
const requestId = z
  .string()
  .describe('The X-Request-Id of the request that caused the event, or an id of our own if there was none.');

/** Events are signed and sent with their keys in this order. */
export const eventEnvelopeSchema = z.object({
  eventId: z.uuid().describe('The same each time the event is sent, so that you can detect duplicates.'),
  eventType: z.string().describe('What happened, such as business.profile.created.'),
  eventVersion: z.int().describe('The version of the form of data; it rises only with a breaking change.'),
  occurredAt: z.iso.datetime().describe('When it happened, in UTC.'),
  partnerId: z.uuid().describe('Our id of your organisation.'),
  sequence: z.int().nullable().describe(`${SEQUENCE} Null if the event is not about a customer.`),
  correlation: z
    .object({
      requestId,
      customerId: z.uuid().nullable().describe('The business concerned; null if the event is not about one.'),
      partnerCustomerId: z.string().nullable().describe('Your reference for it; null if the event is not about one.'),
    })
    .describe(CORRELATION),
  data: z.record(z.string(), z.unknown()).describe(DATA),
});
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>;

/** The fields of the envelope that an event about a customer always has, and any other event never. */
export const CUSTOMER_FIELDS = {
  sequence: z.int().describe(SEQUENCE),
  correlation: z
    .object({ requestId, customerId: known.customerId, partnerCustomerId: known.partnerCustomerId })
    .describe(CORRELATION),
};
const NO_CUSTOMER = 'Always null: the event is not about a customer.';
export const PARTNER_FIELDS = {
  sequence: z.null().describe('Always null: only events about a customer are numbered.'),
  correlation: z
    .object({
      requestId,
      customerId: z.null().describe(NO_CUSTOMER),
      partnerCustomerId: z.null().describe(NO_CUSTOMER),
    })
    .describe(CORRELATION),
};
