// Owns: what a partner's machines prove who they are with, and the log of what became of it. Refuses: certificates that
// cannot serve, keys that are or were in use, more than five at a time, an assertion that was used before.
export { certificateStatus, daysLeft, expiryWarning, judgeCertificate } from './certificate.ts';
export {
  type CheckedRegistration,
  checkRegistration,
  listCertificates,
  registerCertificate,
  revokeCertificate,
} from './certificate-service.ts';
export { type Warned, warnOfExpiry } from './certificate-warnings.ts';
export { listTokenRequests } from './credential-log.ts';
export * from './token-client.ts';
export * from './token-request.ts';
export { deleteExpiredAssertions } from './used-assertion-store.ts';
