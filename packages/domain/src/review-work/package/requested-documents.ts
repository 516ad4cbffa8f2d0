// The documents that the last request for changes asked for, and which of them have arrived since. Pure.
import { type DocumentCategory, PERSON_DOCUMENT_CATEGORIES, type RequestedDocument } from '@onboarding/contract';
import type { DocumentRow } from '../../documents/index.ts';
import { type DecisionRow, remediationOf } from '../../review-state/index.ts';

/** `decisions`: newest first. */
export function requestedDocuments(
  decisions: readonly DecisionRow[],
  documents: readonly DocumentRow[],
): RequestedDocument[] {
  const request = decisions.find((one) => one.outcome === 'RequestChanges' && one.state === 'Confirmed');
  const askedAt = request?.settledAt ?? null;
  if (request === undefined || askedAt === null) return [];
  return request.reasons.flatMap((reason) => {
    const about = documents.find((one) => one.documentId === reason.documentId);
    const person = reason.uboId ?? about?.uboId ?? null;
    return (remediationOf(reason, documents).documentCategories ?? []).map((category) => {
      const uboId = isOfPerson(category) ? person : null;
      const arrived = documents.filter(
        (one) =>
          one.category === category &&
          (uboId === null || one.uboId === uboId) &&
          one.status === 'Confirmed' &&
          one.confirmedAt !== null &&
          one.confirmedAt >= askedAt,
      );
      return { reasonId: reason.reasonId, category, uboId, documentIds: arrived.map((one) => one.documentId) };
    });
  });
}

function isOfPerson(category: DocumentCategory): boolean {
  return PERSON_DOCUMENT_CATEGORIES.some((one) => one === category);
}

/** The reasons that this document resolves. */
export function reasonsAnswered(requested: readonly RequestedDocument[], documentId: string): string[] {
  const answered = requested.filter((one) => one.documentIds.includes(documentId)).map((one) => one.reasonId);
  return [...new Set(answered)];
}
