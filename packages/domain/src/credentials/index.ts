// Owns: the credentials of a partner's systems, and the log of their token requests. Refuses: unsuitable certificates, keys
// that are or were in use, more than five certificates at a time, and assertions that were already used.

export { listCertificateActivity } from './certificate-activity-store.ts';
export {
  checkRegistration,
  listCertificates,
  registerCertificate,
  revokeCertificate,
} from './certificate-service.ts';
export { warnOfExpiry } from './certificate-warnings.ts';
export { countExpiring } from './certificate-warnings-store.ts';
export { findLastRefusal, listTokenRequests } from './credential-log.ts';
export * from './token-client.ts';
export { NO_PARTNER, sharedRequestId, type TokenRequest } from './token-request.ts';
export { recordTokenRequests } from './token-request-store.ts';
export { deleteExpiredAssertions } from './used-assertion-store.ts';
