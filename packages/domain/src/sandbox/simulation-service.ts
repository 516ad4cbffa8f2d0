// How an outcome comes about in a sandbox: two analysts who are nobody do what analysts do, with the same functions.
import type { SimulationAnswer, VerificationStatus, Warning } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { ClientActor, Context } from '../context.ts';
import { DomainError } from '../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../people/index.ts';
import { lockOwnCustomer, standingOf } from '../profiles/index.ts';
import { claimFor, findReview, holdClaim } from '../reviews/index.ts';
import {
  claimPackage,
  confirmDecision,
  decideOnPackage,
  judgePerson,
  releasePackage,
  reopenPackage,
} from '../verification/index.ts';
import type { Plan } from './plan.ts';
import { type AnalystPair, analystPair, SANDBOX_ANALYSTS } from './sandbox-analysts.ts';
import { type CheckedSimulation, checkSimulation, readSimulation } from './simulation-check.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;
type Act = CheckedSimulation['act'];

export interface SimulationOutcome {
  answer: SimulationAnswer;
  warnings: Warning[];
}

const RETRY_AFTER_SECONDS = 1;
/** Held until somebody says otherwise, not for the hours of a claim. */
const HOLD_HOURS = 20 * 365 * 24;

/** For a partner's own customers, on a connection with the rights of analysts. */
export async function simulateOutcome(
  tx: Tx,
  context: Recording,
  { partnerId, requestId }: ClientActor,
  { customerId, body }: { customerId: string; body: unknown },
): Promise<SimulationOutcome> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const read = readSimulation(body);
  const customer = await lockOwnCustomer(tx, partnerId, customerId);
  const people = await listPersonStatuses(tx, partnerId, customer.customer_id);
  const { act, warnings } = checkSimulation(read, new Set(people.map(({ ubo_id }) => ubo_id)));
  const review = await findReview(tx, customer.customer_id);
  const { verificationStatus: status } = standingOf(customer);
  refuseImpossible(status, review?.claimed_by ?? null, act);
  if (isApproval(act) && review?.screening_due_at) throw notReady();
  const place = { partnerId, customerId: customer.customer_id, status, people };
  const moved = await carryOut(tx, context, analystPair(requestId), place, act);
  const answer = { ...moved, customerId: customer.customer_id, partnerCustomerId: customer.partner_customer_id };
  return { answer, warnings };
}

const isApproval = (act: Act) => typeof act === 'object' && act.outcome === 'Approve';

/** No word of what is still being looked into: that is between us and the analysts. */
function notReady(): DomainError {
  return new DomainError('Sandbox.NotReady', { retryAfterSeconds: RETRY_AFTER_SECONDS });
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
      message: 'Somebody of ours is reviewing this business at the moment. Wait for them, or create another business.',
    });
  }
}

export interface Place {
  partnerId: string;
  customerId: string;
  status: VerificationStatus;
  people: readonly PersonStatusRow[];
}

/** Of a customer that is locked, and in a state from which it can be done. */
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
    if (claimed === undefined) throw new Error('Only what waits can be held');
    await holdClaim(tx, partnerId, customerId, claimFor(first.accountId, context.clock.now(), HOLD_HOURS));
    return claimed;
  }
  for (const { uboId, verdict } of [...act.people, ...forgiven(act, people)]) {
    await judgePerson(tx, context, first, { customerId, subjectId: uboId }, { verdict });
  }
  const body = { outcome: act.outcome, reasons: act.reasons };
  const { answer } = await decideOnPackage(tx, context, first, customerId, body);
  return answer.state === 'Proposed' ? confirmDecision(tx, context, second, customerId, answer.decisionId) : answer;
}

/** Who was refused earlier and is not spoken of now would stand in the way of an approval. */
function forgiven({ outcome, people: named }: Plan, people: readonly PersonStatusRow[]): Plan['people'] {
  if (outcome !== 'Approve') return [];
  return people
    .filter((one) => one.verification_status === 'Rejected' || one.verification_status === 'ChangesRequested')
    .filter((one) => !named.some(({ uboId }) => uboId === one.ubo_id))
    .map(({ ubo_id: uboId }) => ({ uboId, verdict: 'Approved' }));
}
