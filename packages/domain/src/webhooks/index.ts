// Owns: a partner's endpoint and its secrets, the health of its receiver, every delivery and every attempt. Refuses: an
// address that is not public, and sending what the rules hold back.
export {
  type AttemptOutcome,
  afterOutcome,
  type DeliveryProgress,
  type DeliveryState,
  isTooOldToResume,
  resumableFrom,
} from './delivery.ts';
export { listDeliveries, readDelivery } from './delivery-history.ts';
export { MAX_ATTEMPTS, nextAttemptAt } from './delivery-schedule.ts';
export { type Beat, beatAsDispatcher, leaveAsDispatcher } from './dispatcher-heartbeat-store.ts';
export {
  afterAttempt,
  afterQuiet,
  freshHealth,
  type Health,
  type HealthChange,
  type HealthMemory,
  quietUntil,
  type SettledAttempt,
  type Transition,
} from './endpoint-health.ts';
export {
  enableEndpoint,
  readEndpoint,
  rotateSecret,
  setUrl,
  type UrlOutcome,
} from './endpoint-service.ts';
export { erasingExcerpts } from './excerpt-store.ts';
export { type FannedOut, fanOut } from './fan-out-service.ts';
export { type TransitionToTell, tellOfTransition } from './health-mails.ts';
export {
  DISPATCHER_CHANNEL,
  type DueDelivery,
  type FinishedTurn,
  IN_FLIGHT,
  type LeasedLane,
  type MadeAttempt,
  type Turn,
} from './lane.ts';
export { type TurnTerms, takeTurns } from './lane-service.ts';
export { giveBackLease, lookForMore, wakeLanes } from './lane-store.ts';
export {
  INSPECTED,
  type Inspection,
  inspectEndpoint,
  type OperatorOutcome,
  pauseEndpoint,
  resumeEndpoint,
} from './operator-service.ts';
export { type CheckedWindow, checkWindow } from './replay.ts';
export {
  continueReplay,
  REPLAY_QUEUE,
  type ReplayProgress,
  replayDelivery,
  replayWindow,
  wakeForReplay,
} from './replay-service.ts';
export { endAncientDeliveries, RESUME_QUEUE, resumeDeliveries } from './resume-service.ts';
export { healthAfter, type SettleTerms, settleTurns } from './settle-service.ts';
export {
  deliveryHeaders,
  type EndpointSecrets,
  newSecret,
  type Secret,
  type SignedDelivery,
  secretBytes,
  signingSecrets,
} from './signature.ts';
export { measureWaiting, recoverQuietReceivers, sweepLanes, type Waiting } from './sweep-service.ts';
export { sendTestEvent } from './test-event.ts';
export { noteWebhookChange, type WebhookActor, type WebhookChange } from './webhook-log-store.ts';
