// From the body of a simulation to one that can be carried out, or to everything that is wrong with it; but for the reasons, which
// are judged where analysts' are. Pure.
import {
  type BodyCheck,
  checkBody,
  DECISION_OUTCOMES,
  inFieldOrder,
  type Problem,
  problemAt,
  type SandboxOutcome,
  type Simulation,
  simulationSchema,
  type Warning,
} from '@onboarding/contract';
import { refuse } from '../failure.ts';
import { type Plan, usualReasons } from './plan.ts';

export type ReadSimulation = BodyCheck<Simulation>;

export function readSimulation(body: unknown): ReadSimulation {
  return checkBody(simulationSchema, body, 'ValidationControl.Error');
}

export interface CheckedSimulation {
  act: Plan | Exclude<SandboxOutcome, Plan['outcome']>;
  warnings: Warning[];
}

export function checkSimulation(read: ReadSimulation, uboIds: ReadonlySet<string>): CheckedSimulation {
  const [first, ...others] = inFieldOrder(simulationSchema, [...read.problems, ...judge(read, uboIds)]);
  if (first !== undefined) throw refuse([first, ...others]);
  // The schema found nothing, or there would have been a problem.
  if (read.value === undefined) throw new Error('A body without problems has no value');
  const { outcome, ...given } = read.value;
  if (outcome === 'Hold' || outcome === 'Release' || outcome === 'Reopen')
    return { act: outcome, warnings: read.warnings };
  const people = (given.people ?? []).map(({ uboId, verdict }) => ({ uboId: uboId.toLowerCase(), verdict }));
  const reasons = given.reasons?.length ? given.reasons : usualReasons(outcome, people);
  return { act: { outcome, reasons, people }, warnings: read.warnings };
}

function judge({ candidate }: ReadSimulation, uboIds: ReadonlySet<string>): Problem[] {
  const { outcome, reasons, people } = candidate;
  const problems: Problem[] = [];
  const tell = (path: readonly (string | number)[], text: string) =>
    problems.push(problemAt(path, 'ValidationControl.Error', text));
  if (outcome !== undefined && !DECISION_OUTCOMES.some((one) => one === outcome)) {
    if (reasons?.length) tell(['reasons'], `must be left out for the outcome ${outcome}`);
    if (people?.length) tell(['people'], `must be left out for the outcome ${outcome}`);
    return problems;
  }
  const named = new Set<string>();
  people?.forEach((person, index) => {
    const uboId = person?.uboId?.toLowerCase();
    if (uboId !== undefined && !uboIds.has(uboId)) tell(['people', index, 'uboId'], 'names nobody of this business');
    if (uboId !== undefined && named.has(uboId)) tell(['people', index, 'uboId'], 'is named twice');
    if (uboId !== undefined) named.add(uboId);
    if (outcome === 'Approve' && person?.verdict !== undefined && person.verdict !== 'Approved') {
      tell(['people', index, 'verdict'], 'must be Approved where the business is approved');
    }
  });
  return problems;
}
