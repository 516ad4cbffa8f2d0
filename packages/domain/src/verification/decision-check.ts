// From the body of a decision to one that can be made, or to everything that is wrong with it. Pure. In two steps, because
// people and documents can be looked up only once the package is locked.
import {
  type BodyCheck,
  checkBody,
  type Decision,
  type DecisionOutcome,
  decisionSchema,
  inFieldOrder,
  type Problem,
  problemAt,
  REVIEW_REASONS,
  type ReasonCode,
  type ReasonTarget,
  type Warning,
} from '@onboarding/contract';
import { refuse } from '../failure.ts';

export type ReadDecision = BodyCheck<Decision>;

export function readDecision(body: unknown): ReadDecision {
  return checkBody(decisionSchema, body, 'ValidationControl.Error');
}

export interface Subjects {
  uboIds: string[];
  documentIds: string[];
}

/** Whom and what the reasons name, in lower case. */
export function subjectsNamed({ candidate }: ReadDecision): Subjects {
  const reasons = candidate.reasons ?? [];
  const ids = (field: 'uboId' | 'documentId') => [
    ...new Set(reasons.map((reason) => reason?.[field]?.toLowerCase()).filter((id) => id !== undefined)),
  ];
  return { uboIds: ids('uboId'), documentIds: ids('documentId') };
}

/** Those of the package itself. */
export interface KnownSubjects {
  uboIds: ReadonlySet<string>;
  documentIds: ReadonlySet<string>;
}

export interface CheckedReason {
  code: ReasonCode;
  message: string | null;
  pointer: string | null;
  uboId: string | null;
  documentId: string | null;
}

export interface CheckedDecision {
  outcome: DecisionOutcome;
  reasons: CheckedReason[];
  warnings: Warning[];
}

/** Throws everything that is wrong at once; what comes back can be decided. */
export function checkDecision(read: ReadDecision, known: KnownSubjects): CheckedDecision {
  const { candidate, value, warnings } = read;
  const problems = [...read.problems, ...judgeCount(read)];
  // A field that is wrong by itself is not told to be missing as well.
  const told = new Set(read.problems.map(({ pointer }) => pointer));
  candidate.reasons?.forEach((reason, index) => {
    const found = judgeReason(reason ?? {}, ['reasons', index], candidate.outcome, known);
    problems.push(...found.filter(({ pointer }) => !told.has(pointer)));
  });
  const [first, ...others] = inFieldOrder(decisionSchema, problems);
  if (first !== undefined) throw refuse([first, ...others]);
  // The schema found nothing, or there would have been a problem.
  if (value === undefined) throw new Error('A body without problems has no value');
  return { outcome: value.outcome, reasons: (value.reasons ?? []).map(toReason), warnings };
}

function judgeCount({ candidate, problems }: ReadDecision): Problem[] {
  const { outcome, reasons } = candidate;
  if (outcome === undefined || problems.some(({ pointer }) => pointer === '/reasons')) return [];
  const tell = (text: string) => [problemAt(['reasons'], 'ValidationControl.Error', text)];
  const count = reasons?.length ?? 0;
  if (outcome === 'Approve') return count === 0 ? [] : tell('must be left out of an approval');
  return count > 0 ? [] : tell(`must have at least one entry for the outcome ${outcome}`);
}

type SentReason = Exclude<NonNullable<ReadDecision['candidate']['reasons']>[number], undefined>;
type Path = readonly (string | number)[];

function judgeReason(
  { code, uboId, documentId }: SentReason,
  path: Path,
  outcome: DecisionOutcome | undefined,
  known: KnownSubjects,
): Problem[] {
  const problems: Problem[] = [];
  const tell = (field: string, text: string) =>
    problems.push(problemAt([...path, field], 'ValidationControl.Error', text));
  if (code !== undefined) {
    const { target, outcomes }: { target: ReasonTarget; outcomes: readonly DecisionOutcome[] } = REVIEW_REASONS[code];
    // An approval has no reasons at all, which was told already.
    if (outcome !== undefined && outcome !== 'Approve' && !outcomes.includes(outcome)) {
      tell('code', `cannot be given for the outcome ${outcome}, only for ${outcomes.join(' or ')}`);
    }
    if (target === 'Person' && !uboId) tell('uboId', `is required by ${code}; send that of the person who is meant`);
    if (target === 'Document' && !documentId) {
      tell('documentId', `is required by ${code}; send that of the document which is meant`);
    }
  }
  if (typeof uboId === 'string' && !known.uboIds.has(uboId.toLowerCase())) {
    tell('uboId', 'names nobody of this business; take the id from the package');
  }
  if (typeof documentId === 'string' && !known.documentIds.has(documentId.toLowerCase())) {
    tell('documentId', 'names no document of this business; take the id from the package');
  }
  return problems;
}

function toReason({
  code,
  message,
  pointer,
  uboId,
  documentId,
}: NonNullable<Decision['reasons']>[number]): CheckedReason {
  return {
    code,
    // A blank text is none.
    message: message || null,
    pointer: pointer || null,
    uboId: uboId?.toLowerCase() ?? null,
    documentId: documentId?.toLowerCase() ?? null,
  };
}
