import {
  API_REQUEST_DAYS,
  apiRequestPageSchema,
  apiRequestQuerySchema,
  auditPageSchema,
  auditQuerySchema,
  type BusinessProfileRecord,
  businessProfileListQuerySchema,
  businessProfileListSchema,
  businessProfileRecordSchema,
  changesPageSchema,
  changesQuerySchema,
  EVENT_DAYS,
  verificationStatusSchema,
} from '@onboarding/contract';
import { listApiRequests as listRequests } from '@onboarding/domain/api-requests';
import { listChanges } from '@onboarding/domain/events';
import {
  getProfile,
  getProfileByReference,
  getVerificationStatus,
  listOwnTrail,
  listProfiles,
} from '@onboarding/domain/profiles';
import { apiRequestsExample } from '../examples/api-requests.ts';
import {
  auditExample,
  changesExample,
  listExample,
  recordExample,
  verificationStatusExample,
} from '../examples/business.ts';
import { tokenRoute } from '../http/declare.ts';

const LIST_DESCRIPTION = `Newest first. With \`updatedFrom\` or \`updatedTo\`, sorted by \`updatedAt\`, latest first. Items are summaries. A business
is listed if it matches all filters.

**By cursor** (\`limit\`, \`cursor\`): follow \`nextCursor\` until it is null, with the same filters. Businesses created while
you page are newer than your first page, so they do not shift later pages. When sorted by \`updatedAt\`, a business that
changes while you page moves to the front, ahead of your position. To catch such changes, list again from the time at which
you started.

**Search** (\`q\`): sorted by the words found instead of by time. A page examines a bounded number of businesses, so it may have few
items or none although \`nextCursor\` is not null. A search counts as five reads.

**By metadata** (\`metadata=crmId:4711\`): newest first, also with \`updatedFrom\` or \`updatedTo\`. As in a search, a page may have
few items or none, and the request counts as five reads.

**By page** (\`page\`, \`pageSize\`): for small lists. Pages reach the first 10,000 rows, and \`total\` counts up to 10,000.`;

export const listBusinessProfiles = tokenRoute({
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
  async handler(tx, { context, actor, catalogue, query }) {
    return { value: await listProfiles(tx, context.keys, actor, catalogue, query) };
  },
});

const record = { schema: businessProfileRecordSchema, example: recordExample };

export const readBusinessProfile = tokenRoute({
  method: 'GET',
  path: '/partner/v1/business-profiles/{customerId}',
  operationId: 'readBusinessProfile',
  summary: 'Read a business by id',
  description: 'Identity numbers are masked. The ETag is the version of the business.',
  scope: 'partner.read',
  writes: false,
  conditional: true,
  answer: record,
  errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
  handler: async (tx, { actor, params }) => withETag(await getProfile(tx, actor, params.customerId)),
});

export const readBusinessProfileByReference = tokenRoute({
  method: 'GET',
  path: '/partner/v1/business-profiles/by-reference/{partnerCustomerId}',
  operationId: 'readBusinessProfileByReference',
  summary: 'Read a business by your reference',
  description: 'Finds the business by the partnerCustomerId that you gave it, which is case-sensitive.',
  scope: 'partner.read',
  writes: false,
  conditional: true,
  answer: record,
  errors: ['Customer.NotFound'],
  handler: async (tx, { actor, params }) => withETag(await getProfileByReference(tx, actor, params.partnerCustomerId)),
});

function withETag(value: BusinessProfileRecord) {
  return { value, headers: { etag: `"${value.version}"` } };
}

export const readVerificationStatus = tokenRoute({
  method: 'GET',
  path: '/partner/v1/business-profiles/{customerId}/verification-status',
  operationId: 'readVerificationStatus',
  summary: 'Read the verification status of a business',
  description:
    'The status of the business and of each of its people, the reasons, and what you need to do next. Poll with the ETag in If-None-Match: 304 means that nothing has changed.',
  scope: 'partner.read',
  writes: false,
  conditional: true,
  answer: { schema: verificationStatusSchema, example: verificationStatusExample },
  errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
  async handler(tx, { actor, params }) {
    const { record: value, tag } = await getVerificationStatus(tx, actor, params.customerId);
    return { value, headers: { etag: `"${tag}"` } };
  },
});

export const readAuditTrail = tokenRoute({
  method: 'GET',
  path: '/partner/v1/business-profiles/{customerId}/audit',
  operationId: 'readAuditTrail',
  summary: 'Read the audit trail of a business',
  description:
    'Who did what to the business, and when. Newest first: follow nextCursor until it is null. Every change is recorded permanently, without personal data. The internal work of our analysts is not included.',
  scope: 'partner.read',
  writes: false,
  query: auditQuerySchema,
  answer: { schema: auditPageSchema, example: auditExample },
  errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
  handler: async (tx, { actor, params, query }) => ({
    value: await listOwnTrail(tx, actor, params.customerId, query),
  }),
});

export const readChanges = tokenRoute({
  method: 'GET',
  path: '/partner/v1/changes',
  operationId: 'readChanges',
  summary: 'Follow changes to your customers',
  description: `Your events of the last ${EVENT_DAYS} days, the same ones that webhooks deliver. Their order guarantees that a cursor never skips one, even if an event is committed late. Keep nextCursor and poll with it; when hasMore is false, wait a little before you poll again. To order the events of one customer, use sequence.`,
  scope: 'partner.read',
  writes: false,
  query: changesQuerySchema,
  answer: { schema: changesPageSchema, example: changesExample },
  errors: [],
  handler: async (tx, { context, actor, query }) => ({
    value: await listChanges(tx, actor, query, context.clock.now()),
  }),
});

export const listApiRequests = tokenRoute({
  method: 'GET',
  path: '/partner/v1/api-requests',
  operationId: 'listApiRequests',
  summary: 'List your API requests',
  description: `Every write, and every request that was refused, of the last ${API_REQUEST_DAYS} days, newest first. Reads that succeeded, requests without a valid token and paths that do not exist are not listed; of requests above the rate limit, one per second is. An entry appears within a second, and has no query, no body and no names or values of yours except your own request id.`,
  scope: 'partner.read',
  writes: false,
  query: apiRequestQuerySchema,
  answer: { schema: apiRequestPageSchema, example: apiRequestsExample },
  errors: [],
  handler: async (tx, { actor, query }) => ({ value: await listRequests(tx, actor.partnerId, query) }),
});
