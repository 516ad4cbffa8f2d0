// All routes of the Partner API, for machines. Paths are served below /api.
import type { TokenRoute } from '../http/route.ts';
import { createBusinessProfile, validateBusinessProfile } from './create-routes.ts';
import {
  listApiRequests,
  listBusinessProfiles,
  readAuditTrail,
  readBusinessProfile,
  readBusinessProfileByReference,
  readChanges,
  readVerificationStatus,
} from './read-routes.ts';
import { listBusinessTypes, listCountries, listIdentityRequirements } from './reference-data.ts';
import { patchBusinessProfile, postUploadLink, putBusinessProfile } from './update-routes.ts';

export const partnerRoutes: readonly TokenRoute[] = [
  createBusinessProfile,
  validateBusinessProfile,
  listBusinessProfiles,
  readBusinessProfile,
  readBusinessProfileByReference,
  putBusinessProfile,
  patchBusinessProfile,
  readVerificationStatus,
  readAuditTrail,
  postUploadLink,
  listIdentityRequirements,
  listCountries,
  listBusinessTypes,
  readChanges,
  listApiRequests,
];
