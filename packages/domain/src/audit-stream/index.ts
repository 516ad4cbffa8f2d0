// Owns: the stream of the audit trail, the reads of our staff, the actions of operators and the events of accounts to a
// security system outside, and how far it has come. Everything is sent at least once, in the order of transactions.
export { findUnsent, streamLogs } from './audit-stream-service.ts';
