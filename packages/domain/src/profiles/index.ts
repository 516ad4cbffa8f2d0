// Owns: the business profile, from the create call over its updates to its reads. Refuses: bodies with any problem (all
// told at once), references already taken, updates of a state or version that is gone, and every look at another
// partner's customer.
export { type BusinessBrief, listBusinessBriefs, listSubmissions } from './business-brief-store.ts';
export { type ComparedBusiness, listComparedBusinesses } from './compared-businesses-store.ts';
export { lockOwnCustomer, refuseClosed } from './customer-access.ts';
export { dataKeyOf } from './data-key.ts';
export { type ErasedCustomer, listErased } from './erased-customers-store.ts';
export { findBusinessType } from './profile.ts';
export { type CheckedCreate, checkCreate } from './profile-check.ts';
export { listProfiles } from './profile-list.ts';
export { toProfileRecord } from './profile-representation.ts';
export { getProfile, getProfileByReference, prepareCreate, refuseTakenReference } from './profile-service.ts';
export { type CustomerRow, findCustomer } from './profile-store.ts';
export { findReviewedCustomer, type ReviewedCustomer } from './reviewed-customer-store.ts';
export { listSandboxWaiting, type WaitingRow } from './sandbox-store.ts';
export { standingOf, takesUpdates } from './standing.ts';
export { type JudgedTrail, listOwnTrail, verifyTrail, verifyTrails } from './trail-service.ts';
export { documentsHandedIn } from './update-check.ts';
export { type LookedFor, type UpdateOutcome, updateBusiness } from './update-service.ts';
export {
  advancedValues,
  advancingCustomer,
  auditingCustomer,
  type CustomerAdvance,
  erasingCustomer,
  findingCustomer,
  type LockedCustomer,
  lockCustomer,
  movedValues,
  transitioningCustomer,
  tryLockCustomer,
} from './update-store.ts';
export { getVerificationStatus } from './verification-status-service.ts';
