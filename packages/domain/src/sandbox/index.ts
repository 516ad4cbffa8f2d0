// Owns: what drives verifications in a sandbox, where no analyst sits. Refuses: what analysts could not do either; it works with
// their functions and changes nothing by itself. Only deployments with ENVIRONMENT=sandbox use it.
export { driveWaiting } from './drive-service.ts';
export { SANDBOX_ANALYSTS } from './sandbox-analysts.ts';
export { type SimulationOutcome, simulateOutcome } from './simulation-service.ts';
