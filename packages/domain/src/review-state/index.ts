// Owns: the states of a verification and the package of each customer, whether waiting for an analyst or claimed by one.
// Refuses: every transition that is not in its table. The analysts' work on a package belongs to review-work.

export {
  type DecisionRow,
  erasingReasons,
  findDecision,
  findLastDecision,
  findOpenDecision,
  insertDecision,
  listDecisions,
  listFirstReasons,
  listOpenProposals,
  listReturnedProposals,
  type OpenProposal,
  type ReturnedProposal,
  settleDecision,
} from './decision-store.ts';
export { BEFORE_FIRST_PARTNER, dueInTurn, type InTurn, planInOrder } from './due-in-turn-store.ts';
export {
  type Claim,
  claimEndsAt,
  claimFor,
  type Move,
  PROPOSAL_HOURS,
  type PreparedMove,
  prepareMove,
  type ReviewState,
  stateConflict,
} from './move.ts';
export {
  countNotices,
  listNotices,
  type NoticeCount,
  type NoticeScope,
} from './notice-store.ts';
export {
  listClaimed,
  listClaimedByOthers,
  listProposedByOthers,
  listWaiting,
  lockNextWaiting,
  QUEUE_START,
  type QueueFilters,
  type QueuePart,
  type QueuePosition,
  type QueueRow,
} from './queue-store.ts';
export { actionOf, messageOf, remediationOf, toVerificationReasons } from './reasons.ts';
export {
  countClaimed,
  countDecisions,
  countEntered,
  countFlagged,
  countProposals,
  countQueue,
  countReasons,
  countWaiting,
  listLatestDecisions,
  type Span,
  type WaitingGroup,
} from './review-count-store.ts';
export {
  type Check,
  closingReview,
  type EndedClaim,
  findReview,
  handOver,
  haveFlagged,
  holdClaim,
  listEndedClaims,
  lockReview,
  movedReview,
  movingReview,
  type PackageKey,
  queueingReview,
  type ReviewRow,
  voidingApproval,
  voidingProposal,
  wakeChecks,
} from './review-store.ts';
export {
  isInReview,
  isQueued,
  type Monitoring,
  QUEUE_PRIORITIES,
  RAISED_PRIORITY,
  type Stage,
  stageOf,
  stepFrom,
  type Trigger,
} from './transitions.ts';
