// The states of a verification: which trigger leads from which state to which. Whoever changes a verification status asks
// here, and nothing that is not in the table happens. Pure.
import type { VerificationStatus } from '@onboarding/contract';

/** What can happen to a business that is being verified. */
export const TRIGGERS = [
  // An update that leaves the verification as it stands.
  'Update',
  // An update that answers a request for changes.
  'Answer',
  // An update of what an approval rests on.
  'MaterialChange',
  'DocumentConfirmed',
  'Claim',
  'Release',
  'RequestChanges',
  'Approve',
  'Reject',
  'Reopen',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

export interface Step {
  to: VerificationStatus;
  /** A further attempt at verification. */
  resubmits?: true;
  /** With which priority the package is queued. */
  priority?: number;
}

/** A business that already works with us goes first, then one whose owner has waited for us before. */
const PRIORITY = { changedAfterApproval: 2, again: 1 } as const;

const TRANSITIONS: Record<VerificationStatus, Partial<Record<Trigger, Step>>> = {
  NotStarted: {
    Update: { to: 'NotStarted' },
    DocumentConfirmed: { to: 'NotStarted' },
  },
  PendingVerification: {
    Update: { to: 'PendingVerification' },
    DocumentConfirmed: { to: 'PendingVerification' },
    Claim: { to: 'StartedNotCompleted' },
  },
  StartedNotCompleted: {
    DocumentConfirmed: { to: 'StartedNotCompleted' },
    Release: { to: 'PendingVerification' },
    RequestChanges: { to: 'ChangesRequested' },
    Approve: { to: 'Approved' },
    Reject: { to: 'Rejected' },
  },
  ChangesRequested: {
    Update: { to: 'ChangesRequested' },
    DocumentConfirmed: { to: 'ChangesRequested' },
    Answer: { to: 'PendingVerification', resubmits: true, priority: PRIORITY.again },
  },
  Approved: {
    Update: { to: 'Approved' },
    DocumentConfirmed: { to: 'Approved' },
    MaterialChange: { to: 'PendingVerification', priority: PRIORITY.changedAfterApproval },
  },
  Rejected: {
    Reopen: { to: 'PendingVerification', priority: PRIORITY.again },
  },
};

/** Where the trigger leads; undefined when it cannot happen in that state. */
export function stepFrom(status: VerificationStatus, trigger: Trigger): Step | undefined {
  return TRANSITIONS[status][trigger];
}

/** While it is one of these, the package is in our hands. */
export function isQueued(status: VerificationStatus): boolean {
  return status === 'PendingVerification' || status === 'StartedNotCompleted';
}

export function isDecided(status: VerificationStatus): boolean {
  return status === 'Approved' || status === 'Rejected' || status === 'ChangesRequested';
}
