// From the body of a verdict to one that can be given, or to everything that is wrong with it. Pure.
import {
  checkBody,
  type DecisionOutcome,
  inFieldOrder,
  type Problem,
  problemAt,
  REVIEW_REASONS,
  type ReasonCode,
  type ReasonTarget,
  type Verdict,
  type VerdictSubject,
  verdictSchema,
  type Warning,
} from '@onboarding/contract';
import { refuse } from '../failure.ts';

export interface CheckedVerdict {
  verdict: Verdict;
  reasonCode: ReasonCode | null;
  warnings: Warning[];
}

/** Which decision about the business a verdict leads to. */
const LEADS_TO: Record<Exclude<Verdict, 'Approved'>, DecisionOutcome> = {
  Rejected: 'Reject',
  ChangesRequested: 'RequestChanges',
};

export function checkVerdict(kind: VerdictSubject, body: unknown): CheckedVerdict {
  const { problems, warnings, candidate, value } = checkBody(verdictSchema, body, 'ValidationControl.Error');
  const found = [...problems, ...judgeReason(kind, candidate.verdict, candidate.reasonCode)];
  const [first, ...others] = inFieldOrder(verdictSchema, found);
  if (first !== undefined) throw refuse([first, ...others]);
  // The schema found nothing, or there would have been a problem.
  if (value === undefined) throw new Error('A body without problems has no value');
  return { verdict: value.verdict, reasonCode: value.reasonCode ?? null, warnings };
}

function judgeReason(
  kind: VerdictSubject,
  verdict: Verdict | undefined,
  code: ReasonCode | null | undefined,
): Problem[] {
  if (code === undefined || code === null) return [];
  const tell = (text: string) => [problemAt(['reasonCode'], 'ValidationControl.Error', text)];
  if (verdict === 'Approved') return tell('must be left out when the verdict is Approved');
  const { target, outcomes }: { target: ReasonTarget; outcomes: readonly DecisionOutcome[] } = REVIEW_REASONS[code];
  if (target !== kind) return tell(`is a reason about a ${target.toLowerCase()}, not about a ${kind.toLowerCase()}`);
  const fits = verdict === undefined || outcomes.includes(LEADS_TO[verdict]);
  return fits ? [] : tell(`cannot be given for the verdict ${verdict}`);
}
