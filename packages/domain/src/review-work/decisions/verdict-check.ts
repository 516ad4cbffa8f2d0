// Turns the body of a verdict into one that can be stored, or into all its problems. Pure.
import {
  type BodyCheck,
  type DecisionOutcome,
  type Problem,
  problemAt,
  REVIEW_REASONS,
  type ReasonCode,
  type ReasonTarget,
  type Verdict,
  type VerdictInput,
  type VerdictSubject,
} from '@onboarding/contract';
import { acceptBody } from '../../failure.ts';

export interface CheckedVerdict {
  verdict: Verdict;
  reasonCode: ReasonCode | null;
}

/** The decision about the business that corresponds to a verdict. */
const LEADS_TO: Record<Exclude<Verdict, 'Approved'>, DecisionOutcome> = {
  Rejected: 'Reject',
  ChangesRequested: 'RequestChanges',
};

export function checkVerdict(kind: VerdictSubject, read: BodyCheck<VerdictInput>): CheckedVerdict {
  const { verdict, reasonCode } = read.candidate;
  const problems = [...read.problems, ...judgeReason(kind, verdict, reasonCode)];
  const accepted = acceptBody(read, read.inFieldOrder(problems));
  return { verdict: accepted.verdict, reasonCode: accepted.reasonCode ?? null };
}

function judgeReason(
  kind: VerdictSubject,
  verdict: Verdict | undefined,
  code: ReasonCode | null | undefined,
): Problem[] {
  if (code === undefined || code === null) return [];
  const tell = (text: string) => [problemAt(['reasonCode'], 'ValidationControl.Error', text)];
  if (verdict === 'Approved') return tell('must be omitted when the verdict is Approved');
  const { target, outcomes }: { target: ReasonTarget; outcomes: readonly DecisionOutcome[] } = REVIEW_REASONS[code];
  if (target !== kind) return tell(`is a reason about a ${target.toLowerCase()}, not about a ${kind.toLowerCase()}`);
  const fits = verdict === undefined || outcomes.includes(LEADS_TO[verdict]);
  return fits ? [] : tell(`cannot be given for the verdict ${verdict}`);
}
