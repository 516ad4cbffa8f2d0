// Owns: the log of API requests. What it records is never a value that a caller sent, apart from the request id and the
// customer id.

export { listApiRequests, toProblems } from './api-request-log.ts';
export { type ApiRequestEntry, recordApiRequests } from './api-request-store.ts';
