// Owns: the metadata and states of a customer's documents. Refuses: nothing; it reports the owner and state of a document.
export {
  checkAgainAt,
  type DocumentIds,
  fileNameOf,
  idsOfKey,
  keptBelow,
  keysOfCustomer,
  keysOfDocument,
  leaseEndsAt,
  linkExpiresAt,
  lookAfterAt,
  type NewDocument,
  newKeptKey,
  nextCheckAt,
  objectKeyOf,
} from './document.ts';
export { listDocumentCategories } from './document-category-store.ts';
export {
  type CheckedDocument,
  expireDocument,
  type FoundUpload,
  findDocumentsToCheck,
  isOpen,
  lockDocument,
  markUploaded,
  type Outcome,
  postponeCheck,
  recordingOutcome,
  unmarkUploaded,
} from './document-check-store.ts';
export {
  countUnfinishedScan,
  countWaiting,
  findNextCheck,
  leaseDueDocuments,
  renewLeases,
  reportArrived,
  retryCheck,
} from './document-due-store.ts';
export {
  countDocuments,
  type DocumentCount,
  erasingDocuments,
  recordErasedDocuments,
} from './document-erasure-store.ts';
export { type DocumentFile, fileOf, openFile } from './document-file.ts';
export { type FoundDocument, listFoundDocuments, noteFindings } from './document-findings-store.ts';
export { countUnmoved, listUnmoved, markMoved } from './document-move-store.ts';
export { toDocumentRecord } from './document-representation.ts';
export {
  type DocumentRow,
  findNamedDocuments,
  insertDocument,
  listDocuments,
  listExisting,
  listMissing,
  type MissingRow,
  type NamedRow,
  submittingDocuments,
} from './document-store.ts';
export { countUploads, readUploadedBytes } from './upload-quota-store.ts';
