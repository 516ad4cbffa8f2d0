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
export { MAX_ATTEMPTS, nextAttemptAt } from './delivery-schedule.ts';
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
  deliveryHeaders,
  type EndpointSecrets,
  newSecret,
  type SignedDelivery,
  secretBytes,
  signingSecrets,
} from './signature.ts';
export { type HealthTransition, type TransitionToTell, tellOfTransition } from './health-mails.ts';
export { noteWebhookChange, type WebhookActor, type WebhookChange } from './webhook-log-store.ts';
