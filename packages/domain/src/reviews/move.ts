// What a transition writes, whoever triggers it: the customer's columns, the row of its package, the event and the facts for
// the audit trail. Pure.
import type { VerificationStatus } from '@onboarding/contract';
import type { NewEvent } from '../events/index.ts';
import { DomainError } from '../failure.ts';
import { isDecided, isQueued, stepFrom, type Trigger } from './transitions.ts';

/** Whose the package is from now on, and until when without a further sign of them. */
export interface Claim {
  by: string;
  endsAt: Date;
}

/** Where the customer stands, as its locked row says. */
export interface Standing {
  customerId: string;
  verificationStatus: VerificationStatus;
  attempt: number;
}

export interface Move {
  trigger: Trigger;
  /** Null where nobody has the package afterwards. */
  claim: Claim | null;
  /** Codes of the reasons for a decision. */
  reasons: readonly string[];
  now: Date;
}

export interface PreparedMove {
  verificationStatus: VerificationStatus;
  attempt: number;
  changesStatus: boolean;
  /** Null where it stays as it is. */
  submittedAt: Date | null;
  statusChangedAt: Date | null;
  /** Counts only when the status changes. */
  decidedAt: Date | null;
  queued: boolean;
  /** Null where it stays as it is. */
  priority: number | null;
  claim: Claim | null;
  /** The event, if the status changes. */
  events: NewEvent[];
  facts: Record<string, unknown>;
}

/** Fails with Review.StateConflict where the table knows no such transition. */
export function prepareMove({ customerId, verificationStatus: from, attempt }: Standing, move: Move): PreparedMove {
  const { trigger, claim, reasons, now } = move;
  const step = stepFrom(from, trigger);
  if (step === undefined) throw stateConflict(from, trigger);
  const { to, resubmits = false, priority = null } = step;
  const changesStatus = to !== from;
  const event: NewEvent = {
    type: 'business.verification.updated',
    data: { customerId, previousStatus: from, verificationStatus: to, reasons: [...new Set(reasons)] },
  };
  return {
    verificationStatus: to,
    attempt: attempt + (resubmits ? 1 : 0),
    changesStatus,
    submittedAt: resubmits ? now : null,
    statusChangedAt: changesStatus ? now : null,
    decidedAt: isDecided(to) ? now : null,
    queued: isQueued(to),
    priority,
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

export function stateConflict(status: VerificationStatus, trigger: Trigger): DomainError {
  return new DomainError('Review.StateConflict', {
    message: `The package is ${status}, so ${PROSE[trigger]}. Read it again and go on from what it says.`,
  });
}

const PROSE: Record<Trigger, string> = {
  Update: 'it cannot be changed',
  Answer: 'there is nothing to answer',
  MaterialChange: 'it cannot be changed',
  DocumentConfirmed: 'no document can be confirmed',
  Claim: 'it cannot be claimed',
  Release: 'there is nothing to release',
  RequestChanges: 'changes cannot be requested',
  Approve: 'it cannot be approved',
  Reject: 'it cannot be rejected',
  Reopen: 'it cannot be reopened',
};
