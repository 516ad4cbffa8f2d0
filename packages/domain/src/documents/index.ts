// Owns: what is known of a customer's documents, and their states. Refuses: nothing by itself; whoever names a document is
// told whose it is and how far it got.
export {
  checkAgainAt,
  type DocumentIds,
  fileNameOf,
  idsOfKey,
  keysOfCustomer,
  keysOfDocument,
  linkExpiresAt,
  lookAfterAt,
  type NewDocument,
  nextCheckAt,
  objectKeyOf,
  viewNameOf,
} from './document.ts';
export {
  type CheckedDocument,
  claimDueDocuments,
  countWaiting,
  expireDocument,
  type FoundUpload,
  findDocumentsToCheck,
  isOpen,
  lockDocument,
  markUploaded,
  type Outcome,
  outcomeValues,
  postponeCheck,
  settlingDocument,
  unmarkUploaded,
} from './document-check-store.ts';
export {
  countDocuments,
  type DocumentCount,
  erasingDocuments,
  settleErasure,
} from './document-erasure-store.ts';
export { type FoundDocument, listFoundDocuments, noteFindings } from './document-findings-store.ts';
export { documentOutcomeOf, documentStatusOf, toDocumentRecord } from './document-representation.ts';
export {
  type DocumentRow,
  findNamedDocuments,
  handingInDocuments,
  insertDocument,
  listDocuments,
  listExisting,
  type NamedRow,
} from './document-store.ts';
