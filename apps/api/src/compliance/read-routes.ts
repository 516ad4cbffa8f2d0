// The record of what our staff have read.
import { staffReadPageSchema, staffReadQuerySchema } from '@onboarding/contract';
import { listNamedReads } from '@onboarding/domain/review-work';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { analystId, customerId } from './examples.ts';
import { COMPLIANCE } from './paths.ts';

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
