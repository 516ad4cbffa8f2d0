// Owns: sending to addresses that others chose. Refuses: every address that is not public, and to wait forever.
export { createGuard, type GuardOptions } from './guard.ts';
export {
  type Guard,
  type RefusalReason,
  ResolverUnavailable,
  type Sender,
  type SendOutcome,
  UrlRefused,
} from './outcome.ts';
export { createSender } from './sender.ts';
