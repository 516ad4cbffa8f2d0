// For supervisors: the record of what our staff have read, and statistics of the queue and of each analyst's work.
import {
  analystWorkListSchema,
  analystWorkQuerySchema,
  reviewStatisticsSchema,
  staffReadPageSchema,
  staffReadQuerySchema,
} from '@onboarding/contract';
import { listAnalystWork, listNamedReads, readStatistics } from '@onboarding/domain/review-work';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { analystId, customerId } from './examples.ts';
import { COMPLIANCE, READERS } from './paths.ts';
import { analystWorkExample, statisticsExample } from './queue-examples.ts';

const readsExample = {
  items: [
    {
      readId: '0193a3b0-52c4-7a01-8c3d-1a2b3c4d5e6f',
      readAt: '2026-11-15T15:41:07.000Z',
      kind: 'Package',
      reader: { accountId: analystId, name: 'Ada Analyst' },
      partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f',
      customerId,
      companyName: 'Lagos Trading Limited',
      subjectId: null,
      documentCategory: null,
      address: '203.0.113.7',
      requestId: '0193a3b0-52c0-7f10-9d2e-6f5e4d3c2b1a',
    },
  ],
  nextCursor: null,
};

export const readRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/reads`,
    operationId: 'listReads',
    summary: 'List reads by our staff',
    description:
      'Every time a member of our staff read a package, an audit trail, a document, a comparison, or a page of the queue or of search results, newest first. A read is recorded before the response is sent, kept as long as the audit trail, and stored as ids only; the names shown are the current ones. Reading this list is not recorded as a read of the businesses in it.',
    roles: ['supervisor', 'auditor'],
    writes: false,
    query: staffReadQuerySchema,
    answer: { schema: staffReadPageSchema, example: readsExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { context, query }) => ({ value: await listNamedReads(tx, context, query) }),
  }),
];

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
