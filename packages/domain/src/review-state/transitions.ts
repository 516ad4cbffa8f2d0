// The states of a verification and its transitions by trigger. Every change of a verification status uses this table; any
// other transition is impossible. Pure.
import type { QueueReason, VerificationStatus } from '@onboarding/contract';

/** The triggers of transitions. */
const TRIGGERS = [
  // An update that does not affect the verification.
  'Update',
  // An update in response to a request for changes.
  'Answer',
  // An update of data on which an approval depends.
  'MaterialChange',
  // A finding about an approved business that was unknown at its approval.
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
 * The stage of a business. While an Approved one is under review again, it remains Approved for its partner; the stage then
 * distinguishes whether its package is waiting or claimed, as the status does for other businesses.
 */
export type Stage = VerificationStatus | 'MonitoringPending' | 'MonitoringStarted';

/** How a customer's row marks an approved business that is under review again. */
export type Monitoring = 'Waiting' | 'Claimed';

export interface Step {
  to: Stage;
  /** Whether it starts another attempt. */
  resubmits?: true;
  /** Reason and priority with which the package is queued. */
  queued?: { reason: QueueReason; priority: number };
}

/** Approved businesses have priority, then those that have already waited before. */
export const QUEUE_PRIORITIES: Record<QueueReason, number> = {
  Submitted: 0,
  Answered: 1,
  Reopened: 1,
  Changed: 2,
  Monitoring: 2,
};
/** Above all other priorities, while a flag requires it. */
export const RAISED_PRIORITY = 3;

const queued = (reason: QueueReason) => ({ reason, priority: QUEUE_PRIORITIES[reason] });
const ANSWERED = queued('Answered');
const REOPENED = queued('Reopened');
const CHANGED = queued('Changed');
const MONITORED = queued('Monitoring');

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
    // The approval did not consider this file.
    DocumentConfirmed: { to: 'MonitoringPending', queued: MONITORED },
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

/** The step for a trigger; undefined if it is impossible in that stage. */
export function stepFrom(stage: Stage, trigger: Trigger): Step | undefined {
  return TRANSITIONS[stage][trigger];
}

export function stageOf(status: VerificationStatus, monitoring: Monitoring | null): Stage {
  if (status !== 'Approved' || monitoring === null) return status;
  return monitoring === 'Claimed' ? 'MonitoringStarted' : 'MonitoringPending';
}

/** The status that partners see. */
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

/** Whether the package is in the queue or in review in this stage. */
export function isQueued(stage: Stage): boolean {
  return QUEUED.includes(stage);
}

/** Whether an analyst has the package in this stage. */
export function isInReview(stage: Stage): boolean {
  return stage === 'StartedNotCompleted' || stage === 'MonitoringStarted';
}

export function isDecided(status: VerificationStatus): boolean {
  return status === 'Approved' || status === 'Rejected' || status === 'ChangesRequested';
}
