// Turns the body of a request for an upload link into its document, or into all its problems. Pure. In two steps, because the
// existence of the person is checked in the database in between.
import {
  type BodyCheck,
  type DocumentCategory,
  type DocumentContentType,
  findDocumentCategory,
  PERSON_DOCUMENT_CATEGORIES,
  type Problem,
  problemAt,
  type UploadLinkRequest,
} from '@onboarding/contract';
import { acceptBody } from '../failure.ts';

const CODE = 'ValidationControl.Error';

export interface ReadLinkRequest {
  check: BodyCheck<UploadLinkRequest>;
  /** The person to whom the document belongs, in lower case, and the field that the caller used. */
  person: { id: string; field: 'uboId' | 'ownershipDetailId' } | undefined;
  conflicts: Problem[];
}

export interface WantedDocument {
  category: DocumentCategory;
  contentType: DocumentContentType;
  uboId: string | null;
}

export function readLinkRequest(check: BodyCheck<UploadLinkRequest>): ReadLinkRequest {
  const { uboId, ownershipDetailId } = check.candidate;
  const [first, second] = (['uboId', 'ownershipDetailId'] as const).flatMap((field) => {
    const id = field === 'uboId' ? uboId : ownershipDetailId;
    return typeof id === 'string' ? [{ id: id.toLowerCase(), field }] : [];
  });
  const differ = second !== undefined && first?.id !== second.id;
  const text = 'and ownershipDetailId are two names for one field but have different values; send only uboId';
  return { check, person: first, conflicts: differ ? [problemAt(['uboId'], CODE, text)] : [] };
}

/** Throws all problems at once. `personKnown`: whether the named person, if any, belongs to the customer. */
export function checkLinkRequest(
  { check, person, conflicts }: ReadLinkRequest,
  { personKnown }: { personKnown: boolean },
): WantedDocument {
  const category = findDocumentCategory(check.candidate.documentCategory ?? '');
  const problems = [...check.problems, ...conflicts];
  // An invalid id has already been reported, and does not count as missing.
  const personFaulty = problems.some(({ pointer }) => ['/uboId', '/ownershipDetailId'].includes(pointer));
  if (person === undefined && !personFaulty && PERSON_DOCUMENT_CATEGORIES.some((one) => one === category)) {
    problems.push(problemAt(['uboId'], CODE, `is required for ${category}: send the uboId of the person concerned`));
  }
  if (person !== undefined && conflicts.length === 0 && !personKnown) {
    const text = 'does not identify a person of this customer; use one from the businessPersonList of its profile';
    problems.push(problemAt([person.field], CODE, text));
  }
  const { contentType } = acceptBody(check, check.inFieldOrder(problems));
  if (category === undefined) throw new Error('The schema has accepted a category that does not exist');
  return { category, contentType, uboId: person?.id ?? null };
}
