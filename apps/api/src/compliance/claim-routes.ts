// Claiming and releasing packages.
import { claimAnswerSchema } from '@onboarding/contract';
import { claimPackage, releasePackage } from '@onboarding/domain/review-work';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { claimedExample, releasedExample } from './examples.ts';
import { PACKAGE, REVIEWERS } from './paths.ts';

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
