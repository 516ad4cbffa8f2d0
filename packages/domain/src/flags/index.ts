// Owns: the flags that analysts see on a package, and the fingerprints by which businesses are compared across partners.
// Never shows flags to a partner, nor includes personal data in their facts.
export { COUNTRY_LOOKS_QUEUE, lookForCountries } from './country-look-service.ts';
export { erasingFingerprint } from './fingerprint-store.ts';
export {
  createFlagging,
  createFlagLeases,
  FLAGS_QUEUE,
  type FlagContext,
  type FlagsOutcome,
  flagBatch,
  measureWaitingFlags,
} from './flag-service.ts';
export { areFlagsPending } from './flagged-package.ts';
