// Owns: what a partner's machines prove themselves with, and what became of each request for a token. Refuses: an assertion
// that was used before.

export { WARNING_STAGES, type Warned, warnOfExpiry } from './certificate-warnings.ts';
export * from './token-client.ts';
export * from './token-request.ts';
export { deleteExpiredAssertions } from './used-assertion-store.ts';
