import type { PackageRecord } from '@onboarding/contract';

/** The people and documents of this business that a flag names anywhere in its facts. */
export function subjectsOf(facts: unknown, found: PackageRecord) {
  const ids = new Set(JSON.stringify(facts).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? []);
  return {
    people: found.business.businessPersonList.filter(({ uboId }) => ids.has(uboId)),
    documents: found.documents.filter(({ documentId }) => ids.has(documentId)),
  };
}
