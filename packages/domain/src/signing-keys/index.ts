// Owns: the keys that sign tokens, from the first day verifiers see one until its private half is deleted. Refuses: a step for
// which verifiers may not be ready.
export {
  activateSigningKey,
  KeyStepRefused,
  openSigningKeys,
  PUBLISHED_FOR_MS,
  publishSigningKey,
  RETIRING_FOR_MS,
  resealSigningKey,
  retireSigningKeys,
} from './signing-key-steps.ts';
export { listSigningKeys } from './signing-key-store.ts';
