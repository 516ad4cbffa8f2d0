// Owns: a partner's endpoint and its secrets, the health of its receiver, and all deliveries and attempts. Refuses: URLs that
// are not public, and sending while a receiver is paused or disabled.
export { isTooOldToResume, nextAttemptAt, type Schedule } from './deliveries/delivery.ts';
export { listDeliveries, readDelivery, sliceDeliveries, withDeliveries } from './deliveries/delivery-history.ts';
export { erasingExcerpts, fanOut } from './deliveries/delivery-store.ts';
export { sendTestEvent } from './deliveries/queueing.ts';
export {
  beatAsDispatcher,
  DEAD_AFTER_MS,
  leaveAsDispatcher,
  readDispatchHealth,
} from './dispatchers/dispatcher-store.ts';
export { findEndpoint } from './endpoints/endpoint-store.ts';
export {
  deliveryHeaders,
  newSecret,
  type Secret,
  secretBytes,
  signingSecrets,
} from './endpoints/signature.ts';
export { listWebhookChanges } from './endpoints/webhook-log.ts';
export { listWebhookActivity } from './endpoints/webhook-log-store.ts';
export {
  DISPATCHER_SETTINGS,
  type DueDelivery,
  type FinishedTurn,
  IN_FLIGHT,
  type LeasedLane,
  type MadeAttempt,
  type Turn,
} from './lanes/lane.ts';
export { giveBackLease, lookForMore, wakeLanes } from './lanes/lane-store.ts';
export { endAncientDeliveries, RESUME_QUEUE, resumeDeliveries } from './lanes/resume-service.ts';
export { measureWaiting, recoverQuietReceivers, sweepLanes, type Waiting } from './lanes/sweep-service.ts';
export { healthAfter, recordTurns, takeTurns } from './lanes/turn-service.ts';
export {
  enableEndpoint,
  readEndpoint,
  rotateSecret,
  setUrl,
  type UrlOutcome,
} from './management/endpoint-service.ts';
export {
  INSPECTED,
  type Inspection,
  inspectEndpoint,
  type OperatorOutcome,
  pauseEndpoint,
  resumeEndpoint,
} from './management/operator-service.ts';
export { cancelReplay, listReplays, readReplay } from './replays/replay-progress.ts';
export {
  continueReplay,
  REPLAY_QUEUE,
  replayDelivery,
  replayWindow,
  sendRestOfReplay,
  wakeForReplay,
} from './replays/replay-service.ts';
export { readStatistics } from './statistics/delivery-statistics-service.ts';
export { deleteOldStatistics } from './statistics/delivery-statistics-store.ts';
