// Background jobs in PostgreSQL: sent in the transaction of a change, done by a worker at least once, tried again when they
// fail, and kept among the dead letters when they fail for the last time. The tables are made by the migrations.
export { type Job, type JobHandler, type JobRunner, type RunnerOptions, startJobs } from './consumer.ts';
export { retryDeadLetters } from './dead-letters.ts';
export { createJobs, type Jobs, type SendOptions } from './producer.ts';
