// Turns the body of a simulation into one that can be carried out, or into all its problems, except those of the reasons,
// which are checked like those of analysts. Pure.
import {
  type BodyCheck,
  DECISION_OUTCOMES,
  type Problem,
  problemAt,
  type SandboxOutcome,
  type Simulation,
} from '@onboarding/contract';
import { acceptBody } from '../failure.ts';
import { type Plan, usualReasons } from './plan.ts';

export type Act = Plan | Exclude<SandboxOutcome, Plan['outcome']>;

export function checkSimulation(read: BodyCheck<Simulation>, uboIds: ReadonlySet<string>): Act {
  const problems = [...read.problems, ...judge(read, uboIds)];
  const { outcome, ...given } = acceptBody(read, read.inFieldOrder(problems));
  if (outcome === 'Hold' || outcome === 'Release' || outcome === 'Reopen') return outcome;
  const people = (given.people ?? []).map(({ uboId, verdict }) => ({ uboId: uboId.toLowerCase(), verdict }));
  const reasons = given.reasons?.length ? given.reasons : usualReasons(outcome, people);
  return { outcome, reasons, people };
}

function judge({ candidate }: BodyCheck<Simulation>, uboIds: ReadonlySet<string>): Problem[] {
  const { outcome, reasons, people } = candidate;
  const problems: Problem[] = [];
  const tell = (path: readonly (string | number)[], text: string) =>
    problems.push(problemAt(path, 'ValidationControl.Error', text));
  if (outcome !== undefined && !DECISION_OUTCOMES.some((one) => one === outcome)) {
    if (reasons?.length) tell(['reasons'], `must be omitted for the outcome ${outcome}`);
    if (people?.length) tell(['people'], `must be omitted for the outcome ${outcome}`);
    return problems;
  }
  const named = new Set<string>();
  people?.forEach((person, index) => {
    const uboId = person?.uboId?.toLowerCase();
    if (uboId !== undefined && !uboIds.has(uboId))
      tell(['people', index, 'uboId'], 'does not identify a person of this business');
    if (uboId !== undefined && named.has(uboId)) tell(['people', index, 'uboId'], 'is named twice');
    if (uboId !== undefined) named.add(uboId);
    if (outcome === 'Approve' && person?.verdict !== undefined && person.verdict !== 'Approved') {
      tell(['people', index, 'verdict'], 'must be Approved where the business is approved');
    }
  });
  return problems;
}
