// The events that partners receive. The catalogue, the check when an event is written and the documentation are this table.
import { z } from 'zod';
import { OWNERSHIP_TYPES, VERIFICATION_STATUSES } from './vocabularies.ts';

/** Thin on purpose: ids, states and names of fields, never a personal datum. */
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
  },
  'business.profile.updated': {
    version: 1,
    owner: 'profiles',
    description: 'Fields of a business profile were changed. changedFields names them as create does.',
    data: z.strictObject({
      customerId: z.uuid(),
      partnerCustomerId: z.string(),
      verificationStatus: z.enum(VERIFICATION_STATUSES),
      version: z.int(),
      changedFields: z.array(z.string()).min(1),
    }),
  },
  'business.person.updated': {
    version: 1,
    owner: 'people',
    description: 'A person of a business profile was changed. changedFields names the fields.',
    data: z.strictObject({ customerId: z.uuid(), uboId: z.uuid(), changedFields: z.array(z.string()).min(1) }),
  },
  'business.person.added': {
    version: 1,
    owner: 'people',
    description: 'A person was added to a business profile.',
    data: z.strictObject({ customerId: z.uuid(), uboId: z.uuid(), ownershipType: z.array(z.enum(OWNERSHIP_TYPES)) }),
  },
} as const;

export type EventType = keyof typeof EVENT_TYPES;
export type EventData<T extends EventType> = z.infer<(typeof EVENT_TYPES)[T]['data']>;

/** What is signed and sent, in this order of keys. */
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
