// Owns: the way of a file from the link to its confirmation. Refuses: what is empty, too large, not what it claims to be, or
// infected; and to confirm anything that was not scanned.

export { readArrivals, type Told } from './arrival.ts';
export { ARRIVALS_CHANNEL, CONFIRM_QUEUE, RECONCILE_QUEUE, reportArrivals } from './arrival-service.ts';
export { type Confirmation, type ConfirmContext, type ConfirmPoint, confirmDocument } from './confirm-service.ts';
export { createDocumentLook, type DocumentLook, type LookOutcome } from './look-service.ts';
export { measureWaitingDocuments, reconcileDocuments } from './reconcile-service.ts';
export { giveUploadLink, type LinkOutcome } from './upload-link-service.ts';
