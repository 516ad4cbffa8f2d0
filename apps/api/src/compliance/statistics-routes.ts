// Statistics of the queue and of each analyst's work.
import { analystWorkListSchema, analystWorkQuerySchema, reviewStatisticsSchema } from '@onboarding/contract';
import { listAnalystWork, readStatistics } from '@onboarding/domain/review-work';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { COMPLIANCE, READERS } from './paths.ts';
import { analystWorkExample, statisticsExample } from './statistics-examples.ts';

export const statisticsRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/statistics`,
    operationId: 'readReviewStatistics',
    summary: 'Read queue statistics',
    description:
      'How many packages are waiting and for how long, how many were added and how many were decided. Updated every minute; takenAt is the time of the last update.',
    roles: READERS,
    writes: false,
    answer: { schema: reviewStatisticsSchema, example: statisticsExample },
    errors: [],
    handler: async (tx) => ({ value: await readStatistics(tx) }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/statistics/analysts`,
    operationId: 'listAnalystWork',
    summary: 'List the work of each analyst',
    description:
      'Claims, proposals, confirmations and requests for changes in a range of UTC days, counted in real time.',
    roles: ['supervisor', 'auditor'],
    writes: false,
    query: analystWorkQuerySchema,
    answer: { schema: analystWorkListSchema, example: analystWorkExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { context, query }) => ({ value: await listAnalystWork(tx, context, query) }),
  }),
];
