// Owns: the log of changes in a partner's organisation, merged from the records of other modules. It stores nothing.
export { listActivity } from './activity-service.ts';
