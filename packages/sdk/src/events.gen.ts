// Made by npm run generate from packages/contract/src/events/events.ts. Change it there.
import type {
  DocumentCategory,
  DocumentRefusal,
  Extensible,
  OwnershipType,
  ReasonCode,
  VerificationStatusValue,
} from './vocabularies.gen.ts';

/** The fields of every body. Times are ISO 8601. */
export interface WebhookEnvelope<Type extends string, Data> {
  eventId: string;
  eventVersion: number;
  occurredAt: string;
  partnerId: string;
  sequence: number | null;
  correlation: {
    requestId: string;
    customerId: string | null;
    partnerCustomerId: string | null;
  };
  eventType: Type;
  data: Data;
}

/** The body of an event about a customer. */
export interface CustomerEnvelope<Type extends string, Data> extends WebhookEnvelope<Type, Data> {
  /** Numbers the events of one customer without gaps, from 1. */
  sequence: number;
  correlation: {
    requestId: string;
    customerId: string;
    partnerCustomerId: string;
  };
}

/** The body of an event that is not about a customer. */
export interface PartnerEnvelope<Type extends string, Data> extends WebhookEnvelope<Type, Data> {
  sequence: null;
  correlation: {
    requestId: string;
    customerId: null;
    partnerCustomerId: null;
  };
}

/** A business profile was created. */
export type BusinessProfileCreatedEvent = CustomerEnvelope<'business.profile.created', {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  version: number;
}>;

/** A business profile was changed: its fields, its people or its submitted documents. changedFields uses the field names of the create request; people appear as businessPersonList, documents as businessDocumentIdList, your own pairs as metadata. */
export type BusinessProfileUpdatedEvent = CustomerEnvelope<'business.profile.updated', {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: Extensible<VerificationStatusValue>;
  version: number;
  changedFields: string[];
}>;

/** A person was added to a business profile. */
export type BusinessPersonAddedEvent = CustomerEnvelope<'business.person.added', {
  customerId: string;
  uboId: string;
  ownershipType: Extensible<OwnershipType>[];
}>;

/** A person on a business profile was changed. changedFields names the fields. */
export type BusinessPersonUpdatedEvent = CustomerEnvelope<'business.person.updated', {
  customerId: string;
  uboId: string;
  changedFields: string[];
}>;

/** An uploaded document passed every check and was confirmed. */
export type BusinessDocumentConfirmedEvent = CustomerEnvelope<'business.document.confirmed', {
  customerId: string;
  documentId: string;
  documentCategory: Extensible<DocumentCategory>;
  uboId?: string | undefined;
  sizeBytes: number;
  sha256: string;
}>;

/** An uploaded file did not pass a check, so its document is Rejected, or Quarantined because of a virus. refusal says why. Request a new link and upload a valid file. */
export type BusinessDocumentRejectedEvent = CustomerEnvelope<'business.document.rejected', {
  customerId: string;
  documentId: string;
  documentCategory: Extensible<DocumentCategory>;
  uboId?: string | undefined;
  status: Extensible<'Rejected' | 'Quarantined'>;
  refusal: Extensible<DocumentRefusal>;
}>;

/** The verification status of a business changed. reasons contains codes; verification-status explains them. */
export type BusinessVerificationUpdatedEvent = CustomerEnvelope<'business.verification.updated', {
  customerId: string;
  previousStatus: Extensible<VerificationStatusValue>;
  verificationStatus: Extensible<VerificationStatusValue>;
  reasons: Extensible<ReasonCode>[];
}>;

/** Someone sent a test event from the portal. It is not about a customer and has no sequence. */
export type WebhookTestEvent = PartnerEnvelope<'webhook.test', {
  message: string;
}>;

/** An event of a type that this version knows. */
export type KnownEvent =
  | BusinessProfileCreatedEvent
  | BusinessProfileUpdatedEvent
  | BusinessPersonAddedEvent
  | BusinessPersonUpdatedEvent
  | BusinessDocumentConfirmedEvent
  | BusinessDocumentRejectedEvent
  | BusinessVerificationUpdatedEvent
  | WebhookTestEvent;

/** A type that this version knows. */
export type EventType = KnownEvent['eventType'];

/**
 * A type that was added after this version. It is a string, marked as such, so that comparing eventType with a known type narrows
 * the event. To compare it with other texts, assign it to a variable of type string.
 */
export type UnknownEventType = `${string & { readonly isUnknownEventType: true }}`;

/** An event of a type that was added after this version. Ignore it. */
export type UnknownEvent = WebhookEnvelope<UnknownEventType, Record<string, unknown>>;

/** Any event, distinguished by eventType. */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** The event types that this version knows. */
export const EVENT_TYPES = [
  'business.profile.created',
  'business.profile.updated',
  'business.person.added',
  'business.person.updated',
  'business.document.confirmed',
  'business.document.rejected',
  'business.verification.updated',
  'webhook.test',
] as const satisfies readonly EventType[];
