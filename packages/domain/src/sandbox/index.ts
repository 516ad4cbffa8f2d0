// Owns: the automatic reviews of a sandbox, which has no analysts. Refuses: whatever analysts could not do either; it calls
// their functions and changes nothing directly. Used only with ENVIRONMENT=sandbox.
export { driveWaiting } from './drive-service.ts';

export { simulateOutcome } from './simulation-service.ts';
