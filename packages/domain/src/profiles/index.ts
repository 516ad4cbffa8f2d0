// Owns: the business profile: create, update, list and read. Refuses: bodies with any problem (all reported at once),
// references already in use, updates of an outdated state or version, and any access to another partner's customer.

export { dataKeyOf, lockOwnCustomer, refuseClosed, reviewStateOf, takesUpdates } from './access/customer-access.ts';
export { type LockedCustomer, lockCustomer, tryLockCustomer } from './access/customer-lock-store.ts';
export { changeCustomer } from './change/customer-change-service.ts';
export { changingCustomer, ERASING_CUSTOMER, FINDING_CUSTOMER } from './change/customer-change-store.ts';
export { performTransition, recordStep } from './change/transition-service.ts';
export { checkCreate } from './create/profile-check.ts';
export { getProfile, getProfileByReference, prepareCreate, refuseTakenReference } from './create/profile-service.ts';
export { BUSINESS } from './record/business-columns.ts';
export { findBusinessType, toProfileRecord } from './record/profile.ts';
export { type CustomerRow, findCustomer } from './record/profile-store.ts';
export { findBusinesses } from './search/business-search.ts';
export { listCustomers, listProfiles, readCustomerStatistics } from './search/customer-page.ts';
export { foreseeVerificationStatus, getVerificationStatus } from './status/verification-status-service.ts';
export { listOwnTrail, verifyTrail, verifyTrails } from './trail/trail-service.ts';
export { submittedDocuments } from './update/update-check.ts';
export type { LookedFor } from './update/update-documents.ts';
export { type UpdateOutcome, updateBusiness } from './update/update-service.ts';
export {
  type BusinessBrief,
  type ComparedBusiness,
  type ErasedCustomer,
  findReviewedCustomer,
  hasCustomers,
  listBusinessBriefs,
  listComparedBusinesses,
  listErased,
  listSandboxWaiting,
  listSubmissions,
  type ReviewedCustomer,
  type WaitingRow,
} from './views/customer-views-store.ts';
export { findOwnFile, listOwnEvents, recordOwnFileSent } from './views/own-customer-service.ts';
