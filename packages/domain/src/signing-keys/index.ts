// Owns: the keys that sign tokens, from their publication to verifiers until their private keys are deleted. Refuses: a step
// for which verifiers may not be ready.
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
