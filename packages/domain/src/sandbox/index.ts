// Owns: the automatic reviews of a sandbox, which has no analysts. It calls the functions that analysts use, so it can do
// nothing that they could not. The only thing that it changes directly is the age of upload links. Used only with ENVIRONMENT=sandbox.

export { advanceDays } from './advance-service.ts';
export { driveWaiting } from './drive-service.ts';
export { simulateOutcome } from './simulation-service.ts';
