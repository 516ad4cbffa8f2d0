import {
  auditPageSchema,
  auditQuerySchema,
  type BusinessProfileRecord,
  businessProfileListQuerySchema,
  businessProfileListSchema,
  businessProfileRecordSchema,
  verificationStatusSchema,
} from '@onboarding/contract';
import {
  getProfile,
  getProfileByReference,
  getVerificationStatus,
  listOwnTrail,
  listProfiles,
} from '@onboarding/domain/profiles';
import { tokenRoute } from '../http/declare.ts';
import { auditExample, listExample, recordExample, verificationStatusExample } from './examples.ts';

const LIST_DESCRIPTION = `Newest first; with \`updatedFrom\` or \`updatedTo\` by \`updatedAt\`, latest first. Items are summaries. All filters must
match.

**By cursor** (\`limit\`, \`cursor\`): follow \`nextCursor\` until it is null, with the same filters. Businesses created
meanwhile are newer than your first page and do not shift the pages. When sorted by \`updatedAt\`, a business that changes
meanwhile moves to the front, before your position: list again later from the time at which you started.

**By page** (\`page\`, \`pageSize\`): for small lists, up to 10,000 rows deep. \`total\` is counted up to 10,000.`;

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
  summary: 'Read one business by its id',
  description: 'Identity numbers are masked. The ETag is the version.',
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
  summary: 'Read one business by your own reference',
  description: 'Finds the customer by the partnerCustomerId that you gave it. Case matters.',
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
  summary: 'See the state of the review of a business',
  description:
    'The status of the business and of each of its people, why, and what you need to do. Poll with the ETag in If-None-Match: 304 means that nothing has changed.',
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
  summary: 'See what was done to a business, when and by whom',
  description:
    'Newest first: follow nextCursor until it is null. Every change is recorded permanently, with its facts and without personal data. What our analysts do internally is not included.',
  scope: 'partner.read',
  writes: false,
  query: auditQuerySchema,
  answer: { schema: auditPageSchema, example: auditExample },
  errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
  handler: async (tx, { actor, params, query }) => ({
    value: await listOwnTrail(tx, actor, params.customerId, query),
  }),
});
