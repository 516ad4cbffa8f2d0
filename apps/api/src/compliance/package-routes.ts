// Reading, claiming and releasing a package.
import {
  auditQuerySchema,
  claimAnswerSchema,
  DOCUMENT_CONTENT_TYPES,
  OPENING_KIB,
  packageSchema,
  packageStateSchema,
  pagesSeenAnswerSchema,
  pagesSeenSchema,
  REASON_CODES,
  REVIEW_REASONS,
  reasonCatalogueSchema,
  reviewAuditPageSchema,
} from '@onboarding/contract';
import {
  claimPackage,
  findReviewedFile,
  readPackage,
  readPackageState,
  readReviewTrail,
  recordFileSent,
  recordPagesSeen,
  releasePackage,
} from '@onboarding/domain/review-work';
import { parsedBody } from '../http/body.ts';
import { complianceFile, complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { claimedExample, pagesSeenAnswerExample, pagesSeenExample, releasedExample } from './examples.ts';
import { packageExample, packageStateExample, reasonsExample, reviewAuditExample } from './package-examples.ts';
import { COMPLIANCE, PACKAGE, READERS, REVIEWERS } from './paths.ts';

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
  complianceFile({
    path: `${PACKAGE}/documents/{documentId}/file`,
    operationId: 'readDocumentFile',
    summary: 'Open a document',
    description: `The bytes of exactly the version that was checked. Once the first of them have been sent, the read is recorded with your name, and the audit trail says that you have opened the document; a range that does not start the file, or that ends within its first ${OPENING_KIB} KiB, is recorded as a read only.`,
    roles: READERS,
    types: DOCUMENT_CONTENT_TYPES,
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.SubjectNotFound', 'Review.DocumentUnreadable'],
    missing: 'Review.DocumentUnreadable',
    find: (tx, { params }) => findReviewedFile(tx, params),
    record: (tx, { context, reader, params }, { opened }) => recordFileSent(tx, context, reader, { ...params, opened }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/documents/{documentId}/pages-seen`,
    operationId: 'recordPagesSeen',
    summary: 'Record how many pages of a document you have seen',
    description:
      'Only for a document that you have opened since the package was queued. Colleagues see the number beside your name; no decision depends on it. Within a review the number only grows, so you can send it again.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: pagesSeenSchema, example: pagesSeenExample, malformed: 'ValidationControl.Error' }),
    answer: { schema: pagesSeenAnswerSchema, example: pagesSeenAnswerExample },
    errors: [
      'Customer.NotFound',
      'Customer.Closed',
      'Review.SubjectNotFound',
      'Review.StateConflict',
      'Review.DocumentUnopened',
      'ValidationControl.Error',
    ],
    handler: async (tx, { context, person, params, body }) => ({
      value: await recordPagesSeen(tx, context, person, params, body),
    }),
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

export const claimRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/claim`,
    operationId: 'claimPackage',
    summary: 'Claim a package',
    description: 'Until you release it, the partner cannot change the business and no other analyst can work on it.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: claimAnswerSchema, example: claimedExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.StateConflict'],
    handler: async (tx, { context, person, params }) => ({
      value: await claimPackage(tx, context, person, params.customerId),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/release`,
    operationId: 'releasePackage',
    summary: 'Release a package',
    description:
      'The package returns to the queue and keeps its age. A proposed decision is voided. A supervisor can release a package that another analyst has claimed.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: claimAnswerSchema, example: releasedExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.StateConflict', 'Review.NotYours'],
    handler: async (tx, { context, person, params }) => ({
      value: await releasePackage(tx, context, person, params.customerId),
    }),
  }),
];
