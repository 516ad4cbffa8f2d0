// The states of a verification: which trigger leads from which state to which. Whoever changes a verification status asks
// here, and nothing that is not in the table happens. Pure.
import type { QueueReason, VerificationStatus } from '@onboarding/contract';

/** What can happen to a business that is being verified. */
export const TRIGGERS = [
  // An update that leaves the verification as it stands.
  'Update',
  // An update that answers a request for changes.
  'Answer',
  // An update of anything that an approval rests on.
  'MaterialChange',
  // Something was found about an approved business that its approval did not know of.
  'Monitor',
  'DocumentConfirmed',
  'Claim',
  'Release',
  'RequestChanges',
  'Approve',
  'Reject',
  'Reopen',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/**
 * Where a business stands. While one that is Approved is looked at again it stays so for its partner: whether its package waits
 * or an analyst has it is what the status of one that is not approved says.
 */
export type Stage = VerificationStatus | 'MonitoringPending' | 'MonitoringStarted';

/** How a customer's row tells an approved business that is being looked at again. */
export type Monitoring = 'Waiting' | 'Claimed';

export interface Step {
  to: Stage;
  /** A further attempt at verification. */
  resubmits?: true;
  /** Why, and with which priority, the package is queued. */
  queued?: { reason: QueueReason; priority: number };
}

/** A business that already works with us goes first, then one whose owner has waited for us before. */
const ANSWERED = { reason: 'Answered', priority: 1 } as const;
const REOPENED = { reason: 'Reopened', priority: 1 } as const;
const CHANGED = { reason: 'Changed', priority: 2 } as const;
const MONITORED = { reason: 'Monitoring', priority: 2 } as const;

const TRANSITIONS: Record<Stage, Partial<Record<Trigger, Step>>> = {
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
    Answer: { to: 'PendingVerification', resubmits: true, queued: ANSWERED },
  },
  Approved: {
    Update: { to: 'Approved' },
    DocumentConfirmed: { to: 'Approved' },
    MaterialChange: { to: 'PendingVerification', queued: CHANGED },
    Monitor: { to: 'MonitoringPending', queued: MONITORED },
  },
  MonitoringPending: {
    Update: { to: 'MonitoringPending' },
    DocumentConfirmed: { to: 'MonitoringPending' },
    MaterialChange: { to: 'PendingVerification', queued: CHANGED },
    Claim: { to: 'MonitoringStarted' },
  },
  MonitoringStarted: {
    DocumentConfirmed: { to: 'MonitoringStarted' },
    Release: { to: 'MonitoringPending' },
    RequestChanges: { to: 'ChangesRequested' },
    Approve: { to: 'Approved' },
    Reject: { to: 'Rejected' },
  },
  Rejected: {
    Reopen: { to: 'PendingVerification', queued: REOPENED },
  },
};

/** Where the trigger leads; undefined when it cannot happen in that stage. */
export function stepFrom(stage: Stage, trigger: Trigger): Step | undefined {
  return TRANSITIONS[stage][trigger];
}

export function stageOf(status: VerificationStatus, monitoring: string | null): Stage {
  if (status !== 'Approved' || monitoring === null) return status;
  return monitoring === 'Claimed' ? 'MonitoringStarted' : 'MonitoringPending';
}

/** What partners see of it. */
export function statusOf(stage: Stage): VerificationStatus {
  return stage === 'MonitoringPending' || stage === 'MonitoringStarted' ? 'Approved' : stage;
}

export function monitoringOf(stage: Stage): Monitoring | null {
  if (stage === 'MonitoringPending') return 'Waiting';
  return stage === 'MonitoringStarted' ? 'Claimed' : null;
}

const QUEUED: readonly Stage[] = [
  'PendingVerification',
  'StartedNotCompleted',
  'MonitoringPending',
  'MonitoringStarted',
];

/** While it is one of these, the package is in our hands. */
export function isQueued(stage: Stage): boolean {
  return QUEUED.includes(stage);
}

/** While it is one of these, an analyst has the package. */
export function isInReview(stage: Stage): boolean {
  return stage === 'StartedNotCompleted' || stage === 'MonitoringStarted';
}

export function isDecided(status: VerificationStatus): boolean {
  return status === 'Approved' || status === 'Rejected' || status === 'ChangesRequested';
}
