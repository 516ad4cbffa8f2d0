// What a transition writes, regardless of its trigger: the customer's columns, the row of its package, the event and the
// facts for the audit trail. Pure.
import { CLAIM_HOURS, HOUR_MS, PROPOSAL_DAYS, type QueueReason, type VerificationStatus } from '@onboarding/contract';
import type { NewEvent } from '../events/index.ts';
import { DomainError } from '../failure.ts';
import {
  isDecided,
  isInReview,
  isQueued,
  type Monitoring,
  monitoringOf,
  type Stage,
  statusOf,
  stepFrom,
  type Trigger,
} from './transitions.ts';

/** The analyst who has the package, and when the claim expires without further activity. */
export interface Claim {
  by: string;
  endsAt: Date;
}

/** The state in the customer's locked row. */
export interface ReviewState {
  customerId: string;
  verificationStatus: VerificationStatus;
  stage: Stage;
  attempt: number;
}

export interface Move {
  trigger: Trigger;
  /** Null if no analyst has the package afterwards. */
  claim: Claim | null;
  /** Codes of the reasons for a decision. */
  reasons: readonly string[];
  now: Date;
}

export interface PreparedMove {
  verificationStatus: VerificationStatus;
  monitoring: Monitoring | null;
  attempt: number;
  changesStatus: boolean;
  /** Whether the row of the package changes. */
  moves: boolean;
  /** Whether the partner can see it: through the status, or because updates are accepted or refused. */
  visible: boolean;
  /** Null if unchanged. */
  submittedAt: Date | null;
  statusChangedAt: Date | null;
  /** Used only when the status changes. */
  decidedAt: Date | null;
  queued: boolean;
  /** Whether it was not in the queue before. */
  entersQueue: boolean;
  /** Reason and priority in the queue; null if unchanged. */
  queuedAs: { reason: QueueReason; priority: number } | null;
  /** Whether the current flags count as known and approved. */
  approves: boolean;
  claim: Claim | null;
  /** The event, if the status changes. */
  events: NewEvent[];
  facts: Record<string, unknown>;
}

/** Fails with Review.StateConflict if the table has no such transition. */
export function prepareMove({ customerId, stage, attempt }: ReviewState, move: Move): PreparedMove {
  const { trigger, claim, reasons, now } = move;
  const step = stepFrom(stage, trigger);
  if (step === undefined) throw stateConflict(stage, trigger);
  const { resubmits = false, queued: queuedAs = null } = step;
  const [from, to] = [statusOf(stage), statusOf(step.to)];
  const changesStatus = to !== from;
  const event: NewEvent = {
    type: 'business.verification.updated',
    data: { customerId, previousStatus: from, verificationStatus: to, reasons: [...new Set(reasons)] },
  };
  return {
    verificationStatus: to,
    monitoring: monitoringOf(step.to),
    attempt: attempt + (resubmits ? 1 : 0),
    changesStatus,
    moves: step.to !== stage || queuedAs !== null || claim !== null,
    visible: changesStatus || isInReview(stage) !== isInReview(step.to),
    submittedAt: resubmits ? now : null,
    statusChangedAt: changesStatus ? now : null,
    decidedAt: isDecided(to) ? now : null,
    queued: isQueued(step.to),
    entersQueue: isQueued(step.to) && !isQueued(stage),
    queuedAs,
    approves: trigger === 'Approve',
    claim,
    events: changesStatus ? [event] : [],
    facts: {
      previousStatus: from,
      verificationStatus: to,
      trigger,
      ...(reasons.length === 0 ? {} : { reasons }),
    },
  };
}

/** Texts for stages that are not statuses. */
const STANDS: Partial<Record<Stage, string>> = {
  MonitoringPending: 'Approved and waiting for another review',
  MonitoringStarted: 'Approved and under review again',
};

export function stateConflict(stage: Stage, trigger: Trigger): DomainError {
  return new DomainError('Review.StateConflict', {
    message: `The package is ${STANDS[stage] ?? stage}, so ${PROSE[trigger]}. Read it again and continue from its current state.`,
  });
}

const PROSE: Record<Trigger, string> = {
  Update: 'it cannot be changed',
  Answer: 'there is no request for changes to respond to',
  MaterialChange: 'it cannot be changed',
  Monitor: 'it cannot be queued for monitoring',
  DocumentConfirmed: 'no document can be confirmed',
  Claim: 'it cannot be claimed',
  Release: 'there is nothing to release',
  RequestChanges: 'changes cannot be requested',
  Approve: 'it cannot be approved',
  Reject: 'it cannot be rejected',
  Reopen: 'it cannot be reopened',
};

// The duration of claims.

/** A proposal waits for a second analyst, who may be in another time zone. */
export const PROPOSAL_HOURS = PROPOSAL_DAYS * 24;

export function claimFor(accountId: string, now: Date, hours = CLAIM_HOURS): Claim {
  return { by: accountId, endsAt: claimEndsAt(now, hours) };
}

export function claimEndsAt(now: Date, hours = CLAIM_HOURS): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}
