// From the body of a request for an upload link to the document that it is for, or to everything that is wrong. Pure. In
// two steps, because whether the person exists is asked of the database in between.
import {
  type BodyCheck,
  checkBody,
  type DocumentCategory,
  type DocumentContentType,
  findDocumentCategory,
  inFieldOrder,
  PERSON_DOCUMENT_CATEGORIES,
  type Problem,
  problemAt,
  type UploadLinkRequest,
  uploadLinkSchema,
  type Warning,
} from '@onboarding/contract';
import { refuse } from '../failure.ts';

const CODE = 'ValidationControl.Error';

export interface ReadLinkRequest {
  check: BodyCheck<UploadLinkRequest>;
  /** Whom the document shows, in lower case, and under which name the caller said so. */
  person: { id: string; field: 'uboId' | 'ownershipDetailId' } | undefined;
  conflicts: Problem[];
}

export interface WantedDocument {
  category: DocumentCategory;
  contentType: DocumentContentType;
  uboId: string | null;
  warnings: Warning[];
}

export function readLinkRequest(body: unknown): ReadLinkRequest {
  const check = checkBody(uploadLinkSchema, body, CODE);
  const { uboId, ownershipDetailId } = check.candidate;
  const [first, second] = (['uboId', 'ownershipDetailId'] as const).flatMap((field) => {
    const id = field === 'uboId' ? uboId : ownershipDetailId;
    return typeof id === 'string' ? [{ id: id.toLowerCase(), field }] : [];
  });
  const differ = second !== undefined && first?.id !== second.id;
  const text = 'and ownershipDetailId are two names of one field and differ; send uboId alone';
  return { check, person: first, conflicts: differ ? [problemAt(['uboId'], CODE, text)] : [] };
}

/** Throws everything that is wrong at once. `personKnown`: whether the person, if one was named, is one of the customer's. */
export function checkLinkRequest(
  { check, person, conflicts }: ReadLinkRequest,
  { personKnown }: { personKnown: boolean },
): WantedDocument {
  const category = findDocumentCategory(check.candidate.documentCategory ?? '');
  const problems = [...check.problems, ...conflicts];
  // A faulty id has been told already, and is not a missing one.
  const personFaulty = problems.some(({ pointer }) => ['/uboId', '/ownershipDetailId'].includes(pointer));
  if (person === undefined && !personFaulty && PERSON_DOCUMENT_CATEGORIES.some((one) => one === category)) {
    problems.push(problemAt(['uboId'], CODE, `is required for ${category}: send the uboId of the person it shows`));
  }
  if (person !== undefined && conflicts.length === 0 && !personKnown) {
    const text = 'names nobody of this customer; take it from the businessPersonList of its profile';
    problems.push(problemAt([person.field], CODE, text));
  }
  const [first, ...others] = inFieldOrder(uploadLinkSchema, problems);
  if (first !== undefined) throw refuse([first, ...others]);
  // The schema found nothing, or there would have been a problem.
  if (check.value === undefined || category === undefined) throw new Error('A body without problems has no value');
  const warnings = inFieldOrder(uploadLinkSchema, check.warnings);
  return { category, contentType: check.value.contentType, uboId: person?.id ?? null, warnings };
}
