// Owns: what is known of a customer's documents, and their states. Refuses: nothing by itself; whoever names a document is
// told whose it is and how far it got.
export {
  type DocumentIds,
  fileNameOf,
  idsOfKey,
  linkExpiresAt,
  type NewDocument,
  nextCheckAt,
  objectKeyOf,
} from './document.ts';
export { documentStatusOf, toDocumentRecord } from './document-representation.ts';
export {
  type DocumentRow,
  findNamedDocuments,
  insertDocument,
  listDocuments,
  listExisting,
  type NamedRow,
} from './document-store.ts';
