// Owns: the state of a partner's integration, derived from the data of other modules. Read-only.
export { readOverview } from './overview-service.ts';
