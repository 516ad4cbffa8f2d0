// Made by npm run generate from packages/contract/src/events/events.ts. Change it there.

/** The fields of every body. Times are ISO 8601; sequence numbers the events of one customer without gaps. */
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

/** A business profile was created. */
export type BusinessProfileCreatedEvent = WebhookEnvelope<'business.profile.created', {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  version: number;
}>;

/** A business profile was changed: its fields, its people or its submitted documents. changedFields uses the field names of the create request; people appear as businessPersonList, documents as businessDocumentIdList. */
export type BusinessProfileUpdatedEvent = WebhookEnvelope<'business.profile.updated', {
  customerId: string;
  partnerCustomerId: string;
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  version: number;
  changedFields: string[];
}>;

/** A person was added to a business profile. */
export type BusinessPersonAddedEvent = WebhookEnvelope<'business.person.added', {
  customerId: string;
  uboId: string;
  ownershipType: ('SHAREHOLDER' | 'DIRECTOR' | 'UBO')[];
}>;

/** A person on a business profile was changed. changedFields names the fields. */
export type BusinessPersonUpdatedEvent = WebhookEnvelope<'business.person.updated', {
  customerId: string;
  uboId: string;
  changedFields: string[];
}>;

/** An uploaded document passed every check and was confirmed. */
export type BusinessDocumentConfirmedEvent = WebhookEnvelope<'business.document.confirmed', {
  customerId: string;
  documentId: string;
  documentCategory: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other';
  uboId?: string;
  sizeBytes: number;
  sha256: string;
}>;

/** An uploaded file did not pass a check, so its document is Rejected, or Quarantined because of a virus. refusal says why. Request a new link and upload a valid file. */
export type BusinessDocumentRejectedEvent = WebhookEnvelope<'business.document.rejected', {
  customerId: string;
  documentId: string;
  documentCategory: 'CertificateOfIncorporation' | 'MemorandumArticles' | 'ShareholderRegister' | 'DirectorRegister' | 'ProofOfBusinessAddress' | 'TaxCertificate' | 'BankStatement' | 'OperatingLicence' | 'BoardResolution' | 'SourceOfFunds' | 'OwnershipChart' | 'IdentityFront' | 'IdentityBack' | 'ProofOfPersonAddress' | 'Selfie' | 'Other';
  uboId?: string;
  status: 'Rejected' | 'Quarantined';
  refusal: 'Empty' | 'TooLarge' | 'ContentMismatch' | 'Infected' | 'Unscannable';
}>;

/** The verification status of a business changed. reasons contains codes; verification-status explains them. */
export type BusinessVerificationUpdatedEvent = WebhookEnvelope<'business.verification.updated', {
  customerId: string;
  previousStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  verificationStatus: 'NotStarted' | 'PendingVerification' | 'StartedNotCompleted' | 'Approved' | 'Rejected' | 'ChangesRequested';
  reasons: string[];
}>;

/** Someone sent a test event from the portal. It is not about a customer and has no sequence. */
export type WebhookTestEvent = WebhookEnvelope<'webhook.test', {
  message: string;
}>;

/** Distinguished by eventType. */
export type WebhookEvent =
  | BusinessProfileCreatedEvent
  | BusinessProfileUpdatedEvent
  | BusinessPersonAddedEvent
  | BusinessPersonUpdatedEvent
  | BusinessDocumentConfirmedEvent
  | BusinessDocumentRejectedEvent
  | BusinessVerificationUpdatedEvent
  | WebhookTestEvent;

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
] as const satisfies readonly WebhookEvent['eventType'][];
