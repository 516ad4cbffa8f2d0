// Owns: the states of a verification and the package of each customer, which waits for an analyst or is in the hands of one.
// Refuses: every transition that its table does not know. What analysts do with a package is the module verification's.
export { CLAIM_HOURS, claimEndsAt, claimFor, PROPOSAL_HOURS } from './claim.ts';
export { type EndedClaim, handOver, listEndedClaims } from './claim-store.ts';
export {
  type DecisionRow,
  erasingReasons,
  findDecision,
  findLastDecision,
  findOpenDecision,
  insertDecision,
  listDecisions,
  type ReasonRow,
  settleDecision,
} from './decision-store.ts';
export {
  type DueFlags,
  holdLeased,
  type LeasedFlags,
  leaseDueFlags,
  lookAgain,
  measureDueFlags,
  type PackageKey,
  postponeFlags,
  type WrittenFlags,
  writeFlags,
  writeFlagsOf,
} from './flag-store.ts';
export { areFlagsPending, FLAGS_AGAIN_MS, FLAGS_LEASE_MS } from './flags-due.ts';
export { type Claim, type Move, type PreparedMove, prepareMove, type Standing, stateConflict } from './move.ts';
export {
  listClaimed,
  listWaiting,
  lockNextWaiting,
  QUEUE_START,
  type QueueFilters,
  type QueuePosition,
  type QueueRow,
} from './queue-store.ts';
export { messageOf, type ReasonDocument, remediationOf, toVerificationReasons } from './reasons.ts';
export {
  closingReview,
  findReview,
  holdClaim,
  movingReview,
  movingValues,
  queueingReview,
  queueingValues,
  type ReviewRow,
  shorteningClaim,
  voidingProposal,
} from './review-store.ts';
export {
  countDueScreenings,
  findNextScreening,
  haveFlagged,
  type LeasedScreening,
  leaseDueScreening,
  settleDueScreening,
} from './screening-due-store.ts';
export {
  countClaimed,
  countDecisions,
  countReasons,
  countWaiting,
  listLatestDecisions,
  type WaitingGroup,
} from './statistics-store.ts';
export { isInReview, isQueued, type Stage, stageOf, stepFrom, type Trigger } from './transitions.ts';
