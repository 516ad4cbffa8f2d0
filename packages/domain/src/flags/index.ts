// Owns: what is pointed out to analysts about a package, and the fingerprints by which businesses are compared across
// partners. Refuses: to tell a partner any of it, and to put anything personal among the facts.
export { erasingFingerprint } from './fingerprint-store.ts';
export {
  FLAGS_QUEUE,
  type FlagContext,
  type FlaggedBatch,
  type FlagsOutcome,
  flagNextBatch,
  measureWaitingFlags,
} from './flag-service.ts';
