import type { PackageRecord } from '@onboarding/contract';

/** The documents that say something about one person, or about the business itself, and those that were asked for in vain. */
export function documentsOf(
  { business, documents, requestedDocuments }: PackageRecord,
  of: string | null,
): { rows: PackageRecord['documents']; missing: PackageRecord['requestedDocuments'] } {
  const known = new Set(business.businessPersonList.map(({ uboId }) => uboId));
  // A document of somebody who is no longer named stays with the business.
  const belongs = (uboId: string | null) => (uboId !== null && known.has(uboId) ? uboId : null) === of;
  return {
    rows: documents.filter(({ uboId }) => belongs(uboId)),
    missing: requestedDocuments.filter((one) => belongs(one.uboId) && one.documentIds.length === 0),
  };
}
