// How the queue fares, and what each analyst did.
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
    summary: 'Figures about the queue',
    description:
      'How many packages wait and for how long, what came in and what was decided. Updated every minute; takenAt says how old the figures are.',
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
    summary: 'What each analyst did',
    description:
      'Claims, proposals, confirmations and requests for changes in a range of UTC days, counted as they happen.',
    roles: ['supervisor', 'auditor'],
    writes: false,
    query: analystWorkQuerySchema,
    answer: { schema: analystWorkListSchema, example: analystWorkExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { context, query }) => ({ value: await listAnalystWork(tx, context, query) }),
  }),
];
