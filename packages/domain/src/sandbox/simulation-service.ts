// Produces an outcome in a sandbox: two fictional analysts act through the functions that real analysts use.
import {
  type BodyCheck,
  DECISION_OUTCOMES,
  type Problem,
  problemAt,
  type SandboxOutcome,
  type Simulation,
  type SimulationAnswer,
  soundBody,
  type VerificationStatus,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { ClientActor, Context } from '../context.ts';
import { acceptBody, DomainError } from '../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../people/index.ts';
import { lockOwnCustomer, reviewStateOf } from '../profiles/index.ts';
import { claimFor, findReview, holdClaim } from '../review-state/index.ts';
import {
  claimPackage,
  confirmDecision,
  decideOnPackage,
  dismissOpenHits,
  judgePerson,
  listMissingDocuments,
  lockEvidence,
  releasePackage,
  reopenPackage,
} from '../review-work/index.ts';
import { type AnalystPair, analystPair, type Plan, SANDBOX_ANALYSTS, usualReasons } from './plan.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;

const RETRY_AFTER_SECONDS = 1;
/** The package is held until a request changes it, instead of for the duration of a claim. */
const HOLD_HOURS = 20 * 365 * 24;

/** For a partner's own customers, with the database role of analysts. */
export async function simulateOutcome(
  tx: Tx,
  context: Recording,
  { partnerId, requestId }: ClientActor,
  customerId: string,
  body: BodyCheck<Simulation>,
): Promise<SimulationAnswer> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const customer = await lockOwnCustomer(tx, partnerId, customerId);
  const people = await listPersonStatuses(tx, partnerId, customer.customerId);
  const act = checkSimulation(body, new Set(people.map(({ uboId }) => uboId)));
  const review = await findReview(tx, customer.customerId);
  const { verificationStatus: status } = reviewStateOf(customer);
  refuseImpossible(status, review?.claimedBy ?? null, act);
  if (isApproval(act)) {
    if (review?.screeningDueAt) throw notReady();
    await refuseMissing(tx, partnerId, customer.customerId);
  }
  const place = { partnerId, customerId: customer.customerId, status, people };
  const moved = await carryOut(tx, context, analystPair(requestId), place, act);
  return { ...moved, customerId: customer.customerId, partnerCustomerId: customer.partnerCustomerId };
}

const isApproval = (act: Act) => typeof act === 'object' && act.outcome === 'Approve';

/** Does not reveal which check is pending, because that is internal. */
function notReady(): DomainError {
  return new DomainError('Sandbox.NotReady', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Refuses a simulated approval for the same reasons as one by analysts, with a message for the partner. */
async function refuseMissing(tx: Tx, partnerId: string, customerId: string): Promise<void> {
  const [first] = await listMissingDocuments(tx, partnerId, customerId);
  if (first === undefined) return;
  if (first.status === 'Uploaded') throw notReady();
  throw new DomainError('Sandbox.StateConflict', {
    message: `The document ${first.documentId} has no confirmed file, so the business cannot be approved. Upload the file, or refer to another document.`,
  });
}

const FROM: Record<Plan['outcome'] | Extract<Act, string>, readonly VerificationStatus[]> = {
  Approve: ['PendingVerification', 'StartedNotCompleted'],
  Reject: ['PendingVerification', 'StartedNotCompleted'],
  RequestChanges: ['PendingVerification', 'StartedNotCompleted'],
  Hold: ['PendingVerification'],
  Release: ['StartedNotCompleted'],
  Reopen: ['Rejected'],
};

function refuseImpossible(status: VerificationStatus, claimedBy: string | null, act: Act): void {
  const outcome = typeof act === 'object' ? act.outcome : act;
  if (!FROM[outcome].includes(status)) {
    throw new DomainError('Sandbox.StateConflict', {
      message: `The business is ${status}; ${outcome} can be simulated only from ${FROM[outcome].join(' or ')}.`,
    });
  }
  if (claimedBy !== null && claimedBy !== SANDBOX_ANALYSTS.first) {
    throw new DomainError('Sandbox.StateConflict', {
      message:
        'One of our analysts is reviewing this business right now. Wait for the outcome, or create another business.',
    });
  }
}

interface Place {
  partnerId: string;
  customerId: string;
  status: VerificationStatus;
  people: readonly PersonStatusRow[];
}

/** The customer must be locked, and in a state that allows it. */
export async function carryOut(
  tx: Tx,
  context: Recording,
  analysts: AnalystPair,
  { partnerId, customerId, status, people }: Place,
  act: Act,
): Promise<Pick<SimulationAnswer, 'verificationStatus' | 'version'>> {
  const { first, second } = analysts;
  if (act === 'Release') return releasePackage(tx, context, first, customerId);
  if (act === 'Reopen') return reopenPackage(tx, context, first, customerId);
  const claimed = status === 'PendingVerification' ? await claimPackage(tx, context, first, customerId) : undefined;
  if (act === 'Hold') {
    if (claimed === undefined) throw new Error('Only a waiting package can be held');
    await holdClaim(tx, partnerId, customerId, claimFor(first.accountId, context.clock.now(), HOLD_HOURS));
    return claimed;
  }
  for (const { uboId, verdict } of [...act.people, ...forgiven(act, people)]) {
    await judgePerson(tx, context, first, { customerId, subjectId: uboId }, soundBody({ verdict }));
  }
  if (isApproval(act)) await dismissOpenHits(tx, context, first, customerId);
  // The evidence is locked, so both analysts see the same version.
  const seenVersion = await lockEvidence(tx, first, customerId);
  const decision = soundBody({ seenVersion, outcome: act.outcome, reasons: act.reasons });
  // No one can open a document in a sandbox.
  const deciding = { ...context, openedDocuments: false };
  const answer = await decideOnPackage(tx, deciding, first, customerId, decision);
  if (answer.state !== 'Proposed') return answer;
  return confirmDecision(tx, deciding, second, customerId, { decisionId: answer.decisionId, seenVersion });
}

/** An earlier rejection of a person not named in the request would prevent an approval. */
function forgiven({ outcome, people: named }: Plan, people: readonly PersonStatusRow[]): Plan['people'] {
  if (outcome !== 'Approve') return [];
  return people
    .filter((one) => one.verificationStatus === 'Rejected' || one.verificationStatus === 'ChangesRequested')
    .filter((one) => !named.some(({ uboId }) => uboId === one.uboId))
    .map(({ uboId }) => ({ uboId, verdict: 'Approved' }));
}

// Turns the body of a simulation into one that can be carried out, or into all its problems, except those of the reasons,
// which are checked like those of analysts.

type Act = Plan | Exclude<SandboxOutcome, Plan['outcome']>;

function checkSimulation(read: BodyCheck<Simulation>, uboIds: ReadonlySet<string>): Act {
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
