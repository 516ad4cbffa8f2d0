// Owns: the credentials of a partner's systems, and the log of their token requests. Refuses: unsuitable certificates, keys
// that are or were in use, more than five certificates at a time, and assertions that were already used.

export {
  checkRegistration,
  listCertificates,
  registerCertificate,
  revokeCertificate,
  warnOfExpiry,
} from './certificate-service.ts';
export { countExpiring, listCertificateActivity, listLastExpiries } from './certificate-store.ts';
export { findLastRefusal, listTokenRequests } from './credential-log.ts';
export * from './token-client.ts';
export { NO_PARTNER, sharedRequestId, type TokenRequest } from './token-request.ts';
export { deleteExpiredAssertions, recordTokenRequests } from './token-request-store.ts';
