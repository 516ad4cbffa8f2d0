// The part of the analysts' table of contents that is about what waits, and who takes the next of it.
import {
  claimAnswerSchema,
  claimNextAnswerSchema,
  claimNextSchema,
  queuePageSchema,
  queueQuerySchema,
  reassignSchema,
  reviewStatisticsSchema,
} from '@onboarding/contract';
import type { SessionRoute } from '../http/route.ts';
import { claimedExample } from './examples.ts';
import { claimTheNext, readQueue, readReviewStatistics, reassignOne } from './queue.ts';
import { claimNextExample, queueExample, reassignExample, statisticsExample } from './queue-examples.ts';
import { COMPLIANCE, PACKAGE, READERS, REVIEWERS, STAFF } from './terms.ts';

export const queueRoutes: readonly SessionRoute[] = [
  {
    ...STAFF,
    method: 'GET',
    path: `${COMPLIANCE}/queue`,
    operationId: 'listQueue',
    summary: 'What waits for an analyst',
    description:
      'In the order in which packages are to be taken: priority first, then age. With claimedBy it is what that analyst has.',
    roles: READERS,
    writes: false,
    query: queueQuerySchema,
    answer: { schema: queuePageSchema, example: queueExample },
    errors: ['ValidationControl.Error'],
    handler: readQueue,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${COMPLIANCE}/queue/claim-next`,
    operationId: 'claimNextPackage',
    summary: 'Take up the next package',
    description:
      'The first one that matches the filters, all of which may be left out. The value is null when none waits. However many ask at once, each gets another package.',
    roles: REVIEWERS,
    writes: true,
    body: { schema: claimNextSchema, example: claimNextExample, malformed: 'ValidationControl.Error' },
    answer: { schema: claimNextAnswerSchema, example: claimedExample },
    errors: ['ValidationControl.Error', 'Review.QueueBusy'],
    handler: claimTheNext,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/reassign`,
    operationId: 'reassignPackage',
    summary: 'Hand a package to another analyst',
    description: 'Only a package that somebody has. Its state stays; what was proposed about it is void.',
    roles: ['supervisor'],
    writes: true,
    body: { schema: reassignSchema, example: reassignExample, malformed: 'ValidationControl.Error' },
    answer: { schema: claimAnswerSchema, example: claimedExample },
    errors: [
      'ValidationControl.Error',
      'Customer.NotFound',
      'Customer.Closed',
      'Review.StateConflict',
      'Review.AssigneeUnsuitable',
    ],
    handler: reassignOne,
  },
  {
    ...STAFF,
    method: 'GET',
    path: `${COMPLIANCE}/statistics`,
    operationId: 'readReviewStatistics',
    summary: 'How the queue fares',
    description:
      'How much waits and for how long, and what was decided. Taken every minute, so takenAt says how old it is.',
    roles: READERS,
    writes: false,
    answer: { schema: reviewStatisticsSchema, example: statisticsExample },
    errors: [],
    handler: readReviewStatistics,
  },
];
