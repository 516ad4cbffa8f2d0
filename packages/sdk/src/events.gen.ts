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
  /** The same each time the event is sent, so that you can detect duplicates. */
  eventId: string;
  /** The version of the form of data; it rises only with a breaking change. */
  eventVersion: number;
  /** When it happened, in UTC. */
  occurredAt: string;
  /** Our id of your organisation. */
  partnerId: string;
  /** Numbers the events of one customer without gaps, from 1. Null if the event is not about a customer. */
  sequence: number | null;
  /** What caused the event, and which business it is about. */
  correlation: {
    /** The X-Request-Id of the request that caused the event, or an id of our own if there was none. */
    requestId: string;
    /** The business concerned; null if the event is not about one. */
    customerId: string | null;
    /** Your reference for it; null if the event is not about one. */
    partnerCustomerId: string | null;
  };
  eventType: Type;
  data: Data;
}

/** The body of an event about a customer. */
export interface CustomerEnvelope<Type extends string, Data> extends WebhookEnvelope<Type, Data> {
  /** Numbers the events of one customer without gaps, from 1. */
  sequence: number;
  /** What caused the event, and which business it is about. */
  correlation: {
    /** The X-Request-Id of the request that caused the event, or an id of our own if there was none. */
    requestId: string;
    /** Our id of the business. */
    customerId: string;
    /** The reference that was sent on create; it never changes. */
    partnerCustomerId: string;
  };
}

/** The body of an event that is not about a customer. */
export interface PartnerEnvelope<Type extends string, Data> extends WebhookEnvelope<Type, Data> {
  /** Always null: only events about a customer are numbered. */
  sequence: null;
  /** What caused the event, and which business it is about. */
  correlation: {
    /** The X-Request-Id of the request that caused the event, or an id of our own if there was none. */
    requestId: string;
    /** Always null: the event is not about a customer. */
    customerId: null;
    /** Always null: the event is not about a customer. */
    partnerCustomerId: null;
  };
}

/** A business profile was created. */
export type BusinessProfileCreatedEvent = CustomerEnvelope<'business.profile.created', {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The version of the business after the change, for If-Match. */
  version: number;
}>;

/** A business profile was changed: its fields, its people or its submitted documents. changedFields uses the field names of the create request; people appear as businessPersonList, documents as businessDocumentIdList, your own pairs as metadata. */
export type BusinessProfileUpdatedEvent = CustomerEnvelope<'business.profile.updated', {
  /** Our id of the business. */
  customerId: string;
  /** The reference that was sent on create; it never changes. */
  partnerCustomerId: string;
  /** Where the review of the business stands. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The version of the business after the change, for If-Match. */
  version: number;
  /** The changed fields, by their names in the create request. */
  changedFields: string[];
}>;

/** A person was added to a business profile. */
export type BusinessPersonAddedEvent = CustomerEnvelope<'business.person.added', {
  /** Our id of the business. */
  customerId: string;
  /** Our id of the person. */
  uboId: string;
  /** The roles of the person in the business. */
  ownershipType: Extensible<OwnershipType>[];
}>;

/** A person on a business profile was changed. changedFields names the fields. */
export type BusinessPersonUpdatedEvent = CustomerEnvelope<'business.person.updated', {
  /** Our id of the business. */
  customerId: string;
  /** Our id of the person. */
  uboId: string;
  /** The changed fields of the person, by their names in the create request. */
  changedFields: string[];
}>;

/** An uploaded document passed every check and was confirmed. */
export type BusinessDocumentConfirmedEvent = CustomerEnvelope<'business.document.confirmed', {
  /** Our id of the business. */
  customerId: string;
  /** Our id of the document. */
  documentId: string;
  /** What the document proves, as requested with its link. */
  documentCategory: Extensible<DocumentCategory>;
  /** The person whom the document concerns; absent if it concerns the business. */
  uboId?: string | undefined;
  /** The size of the file in bytes. */
  sizeBytes: number;
  /** The SHA-256 hash of the file in hexadecimal, to compare with the file that you sent. */
  sha256: string;
}>;

/** An uploaded file did not pass a check, so its document is Rejected, or Quarantined because of a virus. refusal says why. Request a new link and upload a valid file. */
export type BusinessDocumentRejectedEvent = CustomerEnvelope<'business.document.rejected', {
  /** Our id of the business. */
  customerId: string;
  /** Our id of the document. */
  documentId: string;
  /** What the document proves, as requested with its link. */
  documentCategory: Extensible<DocumentCategory>;
  /** The person whom the document concerns; absent if it concerns the business. */
  uboId?: string | undefined;
  /** Quarantined if a virus was found, otherwise Rejected. */
  status: Extensible<'Rejected' | 'Quarantined'>;
  /** Which check the file did not pass. */
  refusal: Extensible<DocumentRefusal>;
}>;

/** The verification status of a business changed. reasons contains codes; verification-status explains them. */
export type BusinessVerificationUpdatedEvent = CustomerEnvelope<'business.verification.updated', {
  /** Our id of the business. */
  customerId: string;
  /** The status before the change. */
  previousStatus: Extensible<VerificationStatusValue>;
  /** The status after the change. */
  verificationStatus: Extensible<VerificationStatusValue>;
  /** The codes of the reasons for ChangesRequested or Rejected, otherwise empty; verification-status explains them. */
  reasons: Extensible<ReasonCode>[];
}>;

/** Someone sent a test event from the portal. It is not about a customer and has no sequence. */
export type WebhookTestEvent = PartnerEnvelope<'webhook.test', {
  /** A fixed text that says that this is a test. */
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
