// Owns: the path of a file from the upload link to its confirmation. Refuses: files that are empty, too large, infected or
// not of their declared type. Never confirms a file that was not scanned, or has no copy that upload links cannot overwrite.
export { readArrivals, type Told } from './arrival.ts';
export { createCheckLimiter } from './confirm-groups.ts';
export { type Confirmation, type ConfirmContext, type ConfirmPoint, confirmDocument } from './confirm-service.ts';
export {
  ARRIVALS_CHANNEL,
  CONFIRM_QUEUE,
  createDocumentChecks,
  measureWaitingDocuments,
  nextCheckDueAt,
  RECONCILE_QUEUE,
  reportArrivals,
} from './due-service.ts';
export { createInspector, type Inspector } from './inspection/inspector.ts';
export { countDocumentsToMove, type MoveOutcome, moveDocuments } from './keep-service.ts';
export { createDocumentLook, type DocumentLook, type LookOptions, type LookOutcome } from './look-service.ts';
export { giveUploadLink, purposeOf } from './upload-link-service.ts';
