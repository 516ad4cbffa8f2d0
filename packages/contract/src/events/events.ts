// The events that partners receive. The catalogue, the check when an event is recorded, and the documentation all use this
// table.
import { z } from 'zod';
import { REASON_CODES } from '../shared/review-reasons.ts';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_REFUSALS,
  OWNERSHIP_TYPES,
  VERIFICATION_STATUSES,
} from '../shared/vocabularies.ts';

const customerId = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const uboId = '0193a2b4-7c11-7d40-8b55-6c7d8e9f0a12';

/** Deliberately thin: ids, states and field names, no personal data. */
export const EVENT_TYPES = {
  'business.profile.created': {
    version: 1,
    owner: 'profiles',
    description: 'A business profile was created.',
    data: z.strictObject({
      customerId: z.uuid(),
      partnerCustomerId: z.string(),
      verificationStatus: z.enum(VERIFICATION_STATUSES),
      version: z.int(),
    }),
    example: { customerId, partnerCustomerId: 'shop-4711', verificationStatus: 'PendingVerification', version: 1 },
  },
  'business.profile.updated': {
    version: 1,
    owner: 'profiles',
    description:
      'A business profile was changed: its fields, its people or its submitted documents. changedFields uses the field names of the create request; people appear as businessPersonList, documents as businessDocumentIdList, your own pairs as metadata.',
    data: z.strictObject({
      customerId: z.uuid(),
      partnerCustomerId: z.string(),
      verificationStatus: z.enum(VERIFICATION_STATUSES),
      version: z.int(),
      changedFields: z.array(z.string()).min(1),
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
    data: z.strictObject({ customerId: z.uuid(), uboId: z.uuid(), ownershipType: z.array(z.enum(OWNERSHIP_TYPES)) }),
    example: { customerId, uboId, ownershipType: ['DIRECTOR', 'UBO'] },
  },
  'business.person.updated': {
    version: 1,
    owner: 'people',
    description: 'A person on a business profile was changed. changedFields names the fields.',
    data: z.strictObject({ customerId: z.uuid(), uboId: z.uuid(), changedFields: z.array(z.string()).min(1) }),
    example: { customerId, uboId, changedFields: ['phone'] },
  },
  'business.document.confirmed': {
    version: 1,
    owner: 'documents',
    description: 'An uploaded document passed every check and was confirmed.',
    data: z.strictObject({
      customerId: z.uuid(),
      documentId: z.uuid(),
      documentCategory: z.enum(DOCUMENT_CATEGORIES),
      uboId: z.uuid().optional(),
      sizeBytes: z.int(),
      sha256: z.string(),
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
      customerId: z.uuid(),
      documentId: z.uuid(),
      documentCategory: z.enum(DOCUMENT_CATEGORIES),
      uboId: z.uuid().optional(),
      status: z.enum(['Rejected', 'Quarantined']),
      refusal: z.enum(DOCUMENT_REFUSALS),
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
      customerId: z.uuid(),
      previousStatus: z.enum(VERIFICATION_STATUSES),
      verificationStatus: z.enum(VERIFICATION_STATUSES),
      reasons: z.array(z.string().meta({ 'x-extensible-enum': REASON_CODES })),
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
    data: z.strictObject({ message: z.string() }),
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

/** Events are signed and sent with their keys in this order. */
export const eventEnvelopeSchema = z.object({
  eventId: z.uuid(),
  eventType: z.string(),
  eventVersion: z.int(),
  occurredAt: z.iso.datetime(),
  partnerId: z.uuid(),
  sequence: z.int().nullable(),
  correlation: z.object({
    requestId: z.string(),
    customerId: z.uuid().nullable(),
    partnerCustomerId: z.string().nullable(),
  }),
  data: z.record(z.string(), z.unknown()),
});
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>;

/** The fields of the envelope that an event about a customer always has, and any other event never. */
export const CUSTOMER_FIELDS = {
  sequence: z.int().meta({ description: 'Numbers the events of one customer without gaps, from 1.' }),
  correlation: z.object({ requestId: z.string(), customerId: z.uuid(), partnerCustomerId: z.string() }),
};
export const PARTNER_FIELDS = {
  sequence: z.null(),
  correlation: z.object({ requestId: z.string(), customerId: z.null(), partnerCustomerId: z.null() }),
};
