// Owns: the state of a partner's integration, derived from the data of other modules. Refuses: nothing; it only reads.
export { readOverview } from './overview-service.ts';
