// Background jobs in PostgreSQL: sent in the transaction of a change, run at least once, retried when they fail, and
// moved to the dead letters after the last retry. Migrations create the tables.
export { type JobHandler, type JobRunner, startJobs } from './consumer.ts';
export { type DeadLetterRow, inspectQueues, isDeadLetter, listDeadLetterRows } from './inspect.ts';
export { createJobs, type Jobs } from './producer.ts';
