// Turns the body of a decision into one that can be made, or into all its problems. Pure. In two steps, because people and
// documents are read only once the package is locked.
import {
  type BodyCheck,
  type Decision,
  type DecisionOutcome,
  type Problem,
  problemAt,
  REVIEW_REASONS,
  type ReasonCode,
  type ReasonTarget,
} from '@onboarding/contract';
import { acceptBody } from '../../failure.ts';

export interface Subjects {
  uboIds: string[];
  documentIds: string[];
}

/** The people and documents that the reasons refer to, in lower case. */
export function subjectsNamed({ candidate }: BodyCheck<Decision>): Subjects {
  const reasons = candidate.reasons ?? [];
  const ids = (field: 'uboId' | 'documentId') => [
    ...new Set(reasons.map((reason) => reason?.[field]?.toLowerCase()).filter((id) => id !== undefined)),
  ];
  return { uboIds: ids('uboId'), documentIds: ids('documentId') };
}

/** The people and documents of the package. */
export interface KnownSubjects {
  uboIds: ReadonlySet<string>;
  documentIds: ReadonlySet<string>;
}

interface CheckedReason {
  code: ReasonCode;
  message: string | null;
  pointer: string | null;
  uboId: string | null;
  documentId: string | null;
}

export interface CheckedDecision {
  seenVersion: string;
  outcome: DecisionOutcome;
  reasons: CheckedReason[];
}

/** Throws all problems at once; the result can be decided. */
export function checkDecision(read: BodyCheck<Decision>, known: KnownSubjects): CheckedDecision {
  const { candidate } = read;
  const problems = [...read.problems, ...judgeCount(read)];
  // Does not report an invalid field as missing too.
  const told = new Set(read.problems.map(({ pointer }) => pointer));
  candidate.reasons?.forEach((reason, index) => {
    const found = judgeReason(reason ?? {}, ['reasons', index], candidate.outcome, known);
    problems.push(...found.filter(({ pointer }) => !told.has(pointer)));
  });
  const { seenVersion, outcome, reasons } = acceptBody(read, read.inFieldOrder(problems));
  return { seenVersion, outcome, reasons: (reasons ?? []).map(toReason) };
}

function judgeCount({ candidate, problems }: BodyCheck<Decision>): Problem[] {
  const { outcome, reasons } = candidate;
  if (outcome === undefined || problems.some(({ pointer }) => pointer === '/reasons')) return [];
  const tell = (text: string) => [problemAt(['reasons'], 'ValidationControl.Error', text)];
  const count = reasons?.length ?? 0;
  if (outcome === 'Approve') return count === 0 ? [] : tell('must be omitted for an approval');
  return count > 0 ? [] : tell(`must have at least one entry for the outcome ${outcome}`);
}

type SentReason = Exclude<NonNullable<BodyCheck<Decision>['candidate']['reasons']>[number], undefined>;
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
    // An approval with reasons has already been reported.
    if (outcome !== undefined && outcome !== 'Approve' && !outcomes.includes(outcome)) {
      tell('code', `cannot be given for the outcome ${outcome}, only for ${outcomes.join(' or ')}`);
    }
    if (target === 'Person' && !uboId) tell('uboId', `is required for ${code}; send that of the person concerned`);
    if (target === 'Document' && !documentId) {
      tell('documentId', `is required for ${code}; send that of the document concerned`);
    }
  }
  if (typeof uboId === 'string' && !known.uboIds.has(uboId.toLowerCase())) {
    tell('uboId', 'does not identify a person of this business; use an id from the package');
  }
  if (typeof documentId === 'string' && !known.documentIds.has(documentId.toLowerCase())) {
    tell('documentId', 'does not identify a document of this business; use an id from the package');
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
    // A blank message counts as missing.
    message: message || null,
    pointer: pointer || null,
    uboId: uboId?.toLowerCase() ?? null,
    documentId: documentId?.toLowerCase() ?? null,
  };
}
