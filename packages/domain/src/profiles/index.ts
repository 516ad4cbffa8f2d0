// Owns: the business profile: create, update, list and read. Refuses: bodies with any problem (all reported at once),
// references already in use, updates of an outdated state or version, and any access to another partner's customer.

export { lockOwnCustomer, refuseClosed } from './access/customer-access.ts';
export { type LockedCustomer, lockCustomer, tryLockCustomer } from './access/customer-lock-store.ts';
export { dataKeyOf } from './access/data-key.ts';
export { changeCustomer } from './change/customer-change-service.ts';
export { changingCustomer, ERASING_CUSTOMER, FINDING_CUSTOMER } from './change/customer-change-store.ts';
export { reviewStateOf, takesUpdates } from './change/review-state.ts';
export { performTransition, recordStep } from './change/transition-service.ts';
export { checkCreate } from './create/profile-check.ts';
export { getProfile, getProfileByReference, prepareCreate, refuseTakenReference } from './create/profile-service.ts';
export { listProfiles } from './list/profile-list.ts';
export { BUSINESS } from './record/business-columns.ts';
export { findBusinessType } from './record/profile.ts';
export { toProfileRecord } from './record/profile-representation.ts';
export { type CustomerRow, findCustomer } from './record/profile-store.ts';
export { findBusinesses } from './search/business-search.ts';
export { listCustomers, readCustomerStatistics } from './search/customer-page.ts';
export { foreseeVerificationStatus, getVerificationStatus } from './status/verification-status-service.ts';
export { listOwnTrail, verifyTrail, verifyTrails } from './trail/trail-service.ts';
export { submittedDocuments } from './update/update-check.ts';
export { type LookedFor, type UpdateOutcome, updateBusiness } from './update/update-service.ts';
export { type BusinessBrief, listBusinessBriefs, listSubmissions } from './views/business-brief-store.ts';
export { type ComparedBusiness, listComparedBusinesses } from './views/compared-businesses-store.ts';
export { type ErasedCustomer, listErased } from './views/erased-customers-store.ts';
export { hasCustomers } from './views/first-customer-store.ts';
export { findOwnFile, recordOwnFileSent } from './views/own-document-service.ts';
export { listOwnEvents } from './views/own-events-service.ts';
export { findReviewedCustomer, type ReviewedCustomer } from './views/reviewed-customer-store.ts';
export { listSandboxWaiting, type WaitingRow } from './views/sandbox-store.ts';
