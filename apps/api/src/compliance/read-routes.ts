// The part of the analysts' table of contents that is about who has looked at what.
import { staffReadPageSchema, staffReadQuerySchema } from '@onboarding/contract';
import { listStaffReads } from '@onboarding/domain/staff-reads';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler, SessionCall, SessionRoute } from '../http/route.ts';
import { analystId, customerId } from './examples.ts';
import { COMPLIANCE, STAFF } from './terms.ts';

const readReads: Handler<SessionCall> = async (tx, { context, query }) => ({
  value: await listStaffReads(tx, context, readQuery(staffReadQuerySchema, query)),
  warnings: unknownParameters(staffReadQuerySchema, query),
});

const readsExample = {
  items: [
    {
      readId: '0193a3b0-52c4-7a01-8c3d-1a2b3c4d5e6f',
      readAt: '2026-11-15T15:41:07.000Z',
      kind: 'Package',
      reader: { accountId: analystId, name: 'Ada Analyst' },
      partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f',
      customerId,
      subjectId: null,
      address: '203.0.113.7',
      requestId: '0193a3b0-52c0-7f10-9d2e-6f5e4d3c2b1a',
    },
  ],
  nextCursor: null,
};

export const readRoutes: readonly SessionRoute[] = [
  {
    ...STAFF,
    method: 'GET',
    path: `${COMPLIANCE}/reads`,
    operationId: 'listReads',
    summary: 'See who has looked at what',
    description:
      'Every read of a package, a trail, a document, a comparison or a page of the queue by our own people, newest first. It is recorded before the answer leaves, kept as long as the trail, and holds ids only.',
    roles: ['supervisor', 'auditor'],
    writes: false,
    query: staffReadQuerySchema,
    answer: { schema: staffReadPageSchema, example: readsExample },
    errors: ['ValidationControl.Error'],
    handler: readReads,
  },
];
