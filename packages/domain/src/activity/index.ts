// Owns: the log of who changed what in a partner's organisation, merged from what the other modules record. It stores nothing.
export { listActivity } from './activity-service.ts';
