// Owns: sending to addresses that others chose. Refuses: every address that is not a public one, and to wait for ever.
export { createGuard, type GuardOptions } from './guard.ts';
export {
  type Guard,
  type OurCause,
  type Posted,
  type RefusalReason,
  ResolverAway,
  type Route,
  type SendErrorKind,
  type Sender,
  type SendOutcome,
  type Target,
  UrlRefused,
} from './outcome.ts';
export { createSender, type SenderOptions } from './sender.ts';
export { guardOptions, refuseLoopbackReceivers, type WebhookUrlConfig, webhookUrlSettings } from './settings.ts';
