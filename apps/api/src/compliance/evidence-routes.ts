// Comparisons before a decision: the business with its earlier version, identity numbers with documents, hits with people.
import {
  comparisonAnswerSchema,
  comparisonSchema,
  findingAnswerSchema,
  findingSchema,
  packageChangesQuerySchema,
  packageChangesSchema,
  screenAgainAnswerSchema,
} from '@onboarding/contract';
import { compareNumber, judgeHit, readChanges, screenAgain } from '@onboarding/domain/review-work';
import { parsedBody } from '../http/body.ts';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  changesExample,
  comparedExample,
  comparisonExample,
  findingExample,
  hitJudgedExample,
  screenAgainExample,
} from './examples.ts';
import { PACKAGE, READERS, REVIEWERS } from './paths.ts';

const malformed = 'ValidationControl.Error';
const ON_OWN_PACKAGE = ['Customer.NotFound', 'Customer.Closed', 'Review.StateConflict', 'Review.NotYours'] as const;

export const evidenceRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: `${PACKAGE}/changes`,
    operationId: 'readPackageChanges',
    summary: 'Compare a package with the last decision',
    description:
      'What has changed, field by field, before and after: the business, its people with their identities, and its documents. For an identity number, only whether it has changed.',
    roles: READERS,
    writes: false,
    query: packageChangesQuerySchema,
    answer: { schema: packageChangesSchema, example: changesExample },
    errors: ['Customer.NotFound', 'Review.DecisionNotFound'],
    handler: async (tx, { context, reader, params: { customerId }, query }) => ({
      value: await readChanges(tx, context, reader, { customerId, query }),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/identities/{identityId}/compare`,
    operationId: 'compareIdentityNumber',
    summary: 'Compare an identity number with the document',
    description:
      'Returns whether the number that you read on the document matches the stored one. The numbers are compared by keyed hash, and the stored number is never shown. Every comparison is recorded in the audit trail, and attempts are limited per hour.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: comparisonSchema, example: comparisonExample, malformed }),
    answer: { schema: comparisonAnswerSchema, example: comparedExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.SubjectNotFound', 'Review.ComparisonLimit', malformed],
    handler: async (tx, { context, person, params, body }) => ({
      value: await compareNumber(tx, context, person, params, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/screenings/{screeningId}/hits/{entityId}/finding`,
    operationId: 'judgeHit',
    summary: 'Record a finding about a screening hit',
    description:
      'Records whether the hit is the same business or person. Only for the analyst who has claimed the package. Voids an open proposal. The finding applies until the subject or the sanctions list entry changes. A business cannot be approved while a hit has no finding.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: findingSchema, example: findingExample, malformed }),
    answer: { schema: findingAnswerSchema, example: hitJudgedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.SubjectNotFound', malformed],
    handler: async (tx, { context, person, params, body }) => ({
      value: await judgeHit(tx, context, person, params, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/screen-again`,
    operationId: 'screenPackageAgain',
    summary: 'Screen a business and its people again',
    description:
      'Only for the analyst who has claimed the package. The business and all its people are screened, even if they have not changed. The business cannot be approved until this is done. Findings about hits that recur unchanged are kept.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: screenAgainAnswerSchema, example: screenAgainExample },
    errors: ON_OWN_PACKAGE,
    handler: async (tx, { context, person, params }) => ({
      value: await screenAgain(tx, context, person, params.customerId),
    }),
  }),
];
