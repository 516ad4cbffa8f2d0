// The part of the analysts' table of contents that is about whose a package is.
import { claimAnswerSchema } from '@onboarding/contract';
import type { SessionRoute } from '../http/route.ts';
import { claimOne, releaseOne } from './claims.ts';
import { claimedExample, releasedExample } from './examples.ts';
import { PACKAGE, REVIEWERS, STAFF } from './terms.ts';

export const claimRoutes: readonly SessionRoute[] = [
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/claim`,
    operationId: 'claimPackage',
    summary: 'Take up a package',
    description: 'From then on the partner cannot change the business, and nobody else works on it.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: claimAnswerSchema, example: claimedExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.StateConflict'],
    handler: claimOne,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/release`,
    operationId: 'releasePackage',
    summary: 'Give a package back',
    description:
      'It waits again, with the age that it had. What was proposed about it is void. A supervisor can give back the package of somebody else.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: claimAnswerSchema, example: releasedExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.StateConflict', 'Review.NotYours'],
    handler: releaseOne,
  },
];
