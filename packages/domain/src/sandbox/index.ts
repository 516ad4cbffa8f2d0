// Owns: the automatic reviews of a sandbox, which has no analysts. It calls the functions that analysts use, so it can do
// nothing that they could not, and changes nothing directly. Used only with ENVIRONMENT=sandbox.
export { driveWaiting } from './drive-service.ts';

export { simulateOutcome } from './simulation-service.ts';
