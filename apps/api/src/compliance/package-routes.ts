// What analysts read about one business.
import {
  auditQuerySchema,
  documentViewSchema,
  packageSchema,
  packageStateSchema,
  REASON_CODES,
  REVIEW_REASONS,
  reasonCatalogueSchema,
  reviewAuditPageSchema,
} from '@onboarding/contract';
import { readPackage, readPackageState, readReviewTrail, viewDocument } from '@onboarding/domain/review-work';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  documentViewExample,
  packageExample,
  packageStateExample,
  reasonsExample,
  reviewAuditExample,
} from './package-examples.ts';
import { COMPLIANCE, PACKAGE, READERS } from './paths.ts';

export const packageRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: PACKAGE,
    operationId: 'readPackage',
    summary: 'Read a package',
    description:
      'The business with its people and documents, its flags and screening hits, its decisions, notes and history. Identity numbers are masked.',
    roles: READERS,
    writes: false,
    answer: { schema: packageSchema, example: packageExample },
    errors: ['Customer.NotFound'],
    handler: async (tx, { context, reader, params }) => ({
      value: await readPackage(tx, context, reader, params.customerId),
    }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${PACKAGE}/state`,
    operationId: 'readPackageState',
    summary: 'Read the state of a package',
    description:
      'Shows whether the package has changed since you read it. Meant for polling: it shows no customer data, so it is not recorded as a read.',
    roles: READERS,
    writes: false,
    answer: { schema: packageStateSchema, example: packageStateExample },
    errors: ['Customer.NotFound'],
    handler: async (tx, { params }) => ({ value: await readPackageState(tx, params.customerId) }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/documents/{documentId}/view`,
    operationId: 'viewDocument',
    summary: 'Get a link to view a document',
    description:
      'The link opens exactly the version that was checked, and is valid for one minute. Browsers save the file instead of displaying it. Every view is recorded in the audit trail.',
    roles: READERS,
    writes: true,
    answer: { schema: documentViewSchema, example: documentViewExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.SubjectNotFound', 'Review.DocumentUnreadable'],
    handler: async (tx, { context, reader, params }) => ({ value: await viewDocument(tx, context, reader, params) }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${PACKAGE}/audit`,
    operationId: 'readPackageTrail',
    summary: 'Read the audit trail of a business',
    description:
      'Who did what to the business, and when. Newest first: follow nextCursor until it is null. The hash of each entry covers the previous entry; a command verifies the chain.',
    roles: READERS,
    writes: false,
    query: auditQuerySchema,
    answer: { schema: reviewAuditPageSchema, example: reviewAuditExample },
    errors: ['Customer.NotFound'],
    handler: async (tx, { context, reader, params, query }) => ({
      value: await readReviewTrail(tx, context, reader, { customerId: params.customerId, query }),
    }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/reasons`,
    operationId: 'listReasons',
    summary: 'List decision reasons',
    description: 'Each with the text that the partner sees, its remediation, and what it must refer to.',
    roles: READERS,
    writes: false,
    answer: { schema: reasonCatalogueSchema, example: reasonsExample },
    errors: [],
    handler: async () => ({ value: REASON_CODES.map((code) => ({ code, ...REVIEW_REASONS[code] })) }),
  }),
];
