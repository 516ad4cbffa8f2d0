import type { PackageRecord } from '@onboarding/contract';

/** The documents about one person, or about the business, and the unanswered requests for documents. */
export function documentsOf(
  { business, documents, requestedDocuments }: PackageRecord,
  of: string | null,
): { rows: PackageRecord['documents']; missing: PackageRecord['requestedDocuments'] } {
  const known = new Set(business.businessPersonList.map(({ uboId }) => uboId));
  // A document of a former person belongs to the business.
  const belongs = (uboId: string | null) => (uboId !== null && known.has(uboId) ? uboId : null) === of;
  return {
    rows: documents.filter(({ uboId }) => belongs(uboId)),
    missing: requestedDocuments.filter((one) => belongs(one.uboId) && one.documentIds.length === 0),
  };
}
