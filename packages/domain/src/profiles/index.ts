// Owns: the business profile, from the create call to its reads. Refuses: bodies with any problem (all told at once),
// references already taken, and every look at another partner's customer.
export { type CheckedCreate, checkCreate } from './profile-check.ts';
export { listProfiles } from './profile-list.ts';
export { getProfile, getProfileByReference, prepareCreate, refuseTakenReference } from './profile-service.ts';
