// Owns: the state of a partner's integration, derived from what the other modules know. Refuses: nothing; it only reads.
export { readOverview } from './overview-service.ts';
