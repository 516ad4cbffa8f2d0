// The Partner API's table of contents: every operation with its scope. Paths are served below /api.
import {
  auditPageSchema,
  auditQuerySchema,
  businessProfileCreateSchema,
  businessProfileListQuerySchema,
  businessProfileListSchema,
  businessProfilePatchBody,
  businessProfilePutBody,
  businessProfileRecordSchema,
  businessTypeSchema,
  changesPageSchema,
  changesQuerySchema,
  countrySchema,
  createAnswerSchema,
  type ErrorCode,
  identityRequirementSchema,
  identityRequirementsQuerySchema,
  patchAnswerSchema,
  putAnswerSchema,
  uploadLinkAnswerSchema,
  uploadLinkSchema,
  validateAnswerSchema,
  verificationStatusSchema,
} from '@onboarding/contract';
import { z } from 'zod';
import type { TokenRoute } from '../http/route.ts';
import { readAuditTrail } from './audit-trail.ts';
import { listBusinessProfiles } from './business-profile-list.ts';
import { lookForHandedIn, patchBusinessProfile, putBusinessProfile } from './business-profile-updates.ts';
import {
  createBusinessProfile,
  readBusinessProfile,
  readBusinessProfileByReference,
  validateBusinessProfile,
} from './business-profiles.ts';
import { readChanges } from './changes.ts';
import {
  auditExample,
  businessTypesExample,
  changesExample,
  countriesExample,
  createAnswerExample,
  createExample,
  identityRequirementsExample,
  listExample,
  patchAnswerExample,
  patchExample,
  putAnswerExample,
  putExample,
  recordExample,
  uploadLinkAnswerExample,
  uploadLinkExample,
  verificationStatusExample,
} from './examples.ts';
import { listIdentityRequirements } from './identity-requirements.ts';
import { listBusinessTypes, listCountries } from './reference-data.ts';
import { postUploadLink } from './upload-links.ts';
import { readVerificationStatus } from './verification-status.ts';

const CREATE_ERRORS: readonly ErrorCode[] = [
  'Validation',
  'ValidationControl.Error',
  'PhoneNumber.Invalid',
  'BusinessType.NotFound',
  'Country.NotFound',
  'OnboardingConfig.NotFound',
  'Document.NotFound',
  'Customer.PartnerCustomerIdRequired',
  'Customer.PartnerCustomerIdInvalid',
  'Customer.PartnerCustomerIdConflict',
];

const UPDATE_ERRORS: readonly ErrorCode[] = [
  'ValidationControl.Error',
  'PhoneNumber.Invalid',
  'BusinessType.NotFound',
  'Country.NotFound',
  'OnboardingConfig.NotFound',
  'Document.NotFound',
  'Document.AccessDenied',
  'Customer.PartnerCustomerIdInvalid',
  'Customer.NotFound',
  'Customer.UnderReview',
  'Customer.Closed',
  'Customer.VersionMismatch',
  'Partner.NotAuthorized',
];

const createBody = { schema: businessProfileCreateSchema, example: createExample, malformed: 'Validation' } as const;
const record = { schema: businessProfileRecordSchema, example: recordExample };

const LIST_DESCRIPTION = `Newest first; with \`updatedFrom\` or \`updatedTo\` by \`updatedAt\`, latest first. Items are summaries. All filters must
match.

**By cursor** (\`limit\`, \`cursor\`): follow \`nextCursor\` until it is null, with the same filters. Businesses that are
created meanwhile are newer than where you began and do not move the pages. By \`updatedAt\`, a business that is changed
meanwhile moves to the front, before where you are: ask again later from the moment at which you began.

**By page** (\`page\`, \`pageSize\`): for small lists, at most 10,000 rows deep. \`total\` is counted up to 10,000.`;

const PATCH_DESCRIPTION = `**A person whose e-mail is known is updated, not appended.** People of \`businessPersonList\` that the profile does not have are
added, and nobody is ever removed. One whose \`uboId\` or e-mail (in any case) is on the profile is that person, and is
changed to what you send. The answer tells which: if \`amara@people.example\` is on the profile and \`ben@people.example\` is
not, a PATCH with both is answered with \`"added": false\` for Amara, under her old \`uboId\`, and \`"added": true\` for Ben.

Changes the fields that are sent and no others; null clears an optional one. Sent with people or documents, it is the answer
to ChangesRequested.

Documents are named in \`businessDocumentIdList\` once their files are uploaded, at once if you like: a file that has just arrived is
checked here, for up to 5 seconds. \`Document.NotUploaded\` means that there is none, or that it was refused, and the message
says why. 503 means that we could not look: send the request again after \`Retry-After\`.`;

const UPLOAD_LINK_DESCRIPTION = `Send the file to \`uploadUrl\` with \`PUT\` within 30 minutes, with exactly the headers that the answer names and without your
token: the link is the permission, so keep it to yourself. Storage refuses another content type and a link that has
ended. A file that arrives is checked (size up to 10 MiB, content, viruses) and then Confirmed, which
comes as the event \`business.document.confirmed\`; one that is refused shows in the record with the reason.

A link of the same category and person that was not used yet gives way to a newer one. Asked again with the same
\`Idempotency-Key\`, the answer is the same link, with the same end. Links are also given out while a review is going on.`;

export const partnerRoutes: readonly TokenRoute[] = [
  {
    method: 'POST',
    path: '/partner/v1/business-profiles',
    operationId: 'createBusinessProfile',
    summary: 'Create a business with its people',
    description:
      'Saves the business and all its people in one transaction and queues it for compliance review. Nothing is saved when anything is wrong, and everything that is wrong is told at once.',
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: createBody,
    answer: { schema: createAnswerSchema, example: createAnswerExample },
    errors: CREATE_ERRORS,
    handler: createBusinessProfile,
  },
  {
    method: 'POST',
    path: '/partner/v1/business-profiles/validate',
    operationId: 'validateBusinessProfile',
    summary: 'Check a create body without saving it',
    description: 'Judges the body exactly as create does and saves nothing.',
    scope: 'partner.write',
    writes: false,
    body: createBody,
    answer: { schema: validateAnswerSchema, example: { valid: true } },
    errors: CREATE_ERRORS,
    handler: validateBusinessProfile,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles',
    operationId: 'listBusinessProfiles',
    summary: 'List your businesses',
    description: LIST_DESCRIPTION,
    scope: 'partner.read',
    writes: false,
    query: businessProfileListQuerySchema,
    answer: { schema: businessProfileListSchema, example: listExample },
    errors: [],
    handler: listBusinessProfiles,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles/{customerId}',
    operationId: 'readBusinessProfile',
    summary: 'Read one business by its id',
    description: 'Identity numbers are masked. The ETag is the version.',
    scope: 'partner.read',
    writes: false,
    conditional: true,
    answer: record,
    errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
    handler: readBusinessProfile,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles/by-reference/{partnerCustomerId}',
    operationId: 'readBusinessProfileByReference',
    summary: 'Read one business by your own reference',
    description: 'Finds the customer by the partnerCustomerId that you gave it. Case matters.',
    scope: 'partner.read',
    writes: false,
    conditional: true,
    answer: record,
    errors: ['Customer.NotFound'],
    handler: readBusinessProfileByReference,
  },
  {
    method: 'PUT',
    path: '/partner/v1/business-profiles/{businessProfileId}',
    operationId: 'putBusinessProfile',
    summary: 'Replace the fields of a business',
    description:
      'Replaces the business fields: what is left out is cleared, except addresses, financials and people, which then stay as they are. People are updated or added, never removed. The id in the path is the customerId.',
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: { schema: businessProfilePutBody, example: putExample, malformed: 'ValidationControl.Error' },
    answer: { schema: putAnswerSchema, example: putAnswerExample },
    errors: [...UPDATE_ERRORS, 'Partner.BusinessProfileIdMismatch'],
    handler: putBusinessProfile,
  },
  {
    method: 'PATCH',
    path: '/partner/v1/business-profiles/{customerId}',
    operationId: 'patchBusinessProfile',
    summary: 'Change some fields of a business, add or correct people',
    description: PATCH_DESCRIPTION,
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: { schema: businessProfilePatchBody, example: patchExample, malformed: 'ValidationControl.Error' },
    answer: { schema: patchAnswerSchema, example: patchAnswerExample },
    errors: [...UPDATE_ERRORS, 'Document.NotUploaded'],
    prepare: lookForHandedIn,
    handler: patchBusinessProfile,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles/{customerId}/verification-status',
    operationId: 'readVerificationStatus',
    summary: 'See how far the review of a business is',
    description:
      'Where the business and each of its people stand, why, and what is expected of you. Ask again with the ETag in If-None-Match: 304 means that nothing has changed.',
    scope: 'partner.read',
    writes: false,
    conditional: true,
    answer: { schema: verificationStatusSchema, example: verificationStatusExample },
    errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
    handler: readVerificationStatus,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles/{customerId}/audit',
    operationId: 'readAuditTrail',
    summary: 'See what was done to a business, when and by whom',
    description:
      'Newest first: follow nextCursor until it is null. Every change is there for good, with its facts and without personal data; what our analysts do among themselves is not.',
    scope: 'partner.read',
    writes: false,
    query: auditQuerySchema,
    answer: { schema: auditPageSchema, example: auditExample },
    errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
    handler: readAuditTrail,
  },
  {
    method: 'POST',
    path: '/partner/v1/business-profiles/{customerId}/documents/upload-link',
    operationId: 'postUploadLink',
    summary: 'Get a link for uploading a document',
    description: UPLOAD_LINK_DESCRIPTION,
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    limitClass: 'upload-links',
    silent: true,
    body: { schema: uploadLinkSchema, example: uploadLinkExample, malformed: 'ValidationControl.Error' },
    answer: { schema: uploadLinkAnswerSchema, example: uploadLinkAnswerExample },
    errors: ['ValidationControl.Error', 'Customer.NotFound', 'Customer.Closed', 'Partner.NotAuthorized'],
    handler: postUploadLink,
  },
  {
    method: 'GET',
    path: '/customer/v1/onboarding/ubo-identity-requirements',
    operationId: 'listIdentityRequirements',
    summary: 'See which identity documents are accepted from residents of a country',
    description:
      'In the order in which a form should show them. May be kept for an hour. A business that exists keeps the requirements under which it was created.',
    scope: 'partner.read',
    writes: false,
    conditional: true,
    query: identityRequirementsQuerySchema,
    answer: { schema: z.array(identityRequirementSchema), example: identityRequirementsExample },
    errors: ['Country.NotFound', 'OnboardingConfig.NotFound'],
    statuses: { 'Country.NotFound': 404, 'OnboardingConfig.NotFound': 404 },
    handler: listIdentityRequirements,
  },
  {
    method: 'GET',
    path: '/partner/v1/countries',
    operationId: 'listCountries',
    summary: 'See which countries are open, and which have identity rules',
    description:
      'Every country and territory of ISO 3166-1, by code. May be kept for an hour; ask again with the ETag in If-None-Match: 304 means that nothing has changed. Which documents are accepted is told per country by listIdentityRequirements.',
    scope: 'partner.read',
    writes: false,
    conditional: true,
    answer: { schema: z.array(countrySchema), example: countriesExample },
    errors: [],
    handler: listCountries,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-types',
    operationId: 'listBusinessTypes',
    summary: 'See the business types, and which documents each is usually asked for',
    description:
      'The values of businessTypeCode, by name. May be kept for an hour; ask again with the ETag in If-None-Match: 304 means that nothing has changed. New types come at any time; a type that was withdrawn is not listed, and businesses that have it keep it.',
    scope: 'partner.read',
    writes: false,
    conditional: true,
    answer: { schema: z.array(businessTypeSchema), example: businessTypesExample },
    errors: [],
    handler: listBusinessTypes,
  },
  {
    method: 'GET',
    path: '/partner/v1/changes',
    operationId: 'readChanges',
    summary: 'Follow what happens to your customers',
    description:
      'Your events of the last 30 days, the same as webhooks carry, in an order in which none is ever passed: an event that is saved late comes late. Keep nextCursor and ask again with it; when hasMore is false, wait a little first. Per customer the order is that of sequence.',
    scope: 'partner.read',
    writes: false,
    query: changesQuerySchema,
    answer: { schema: changesPageSchema, example: changesExample },
    errors: [],
    handler: readChanges,
  },
];
