// A partner's users look up the requests of its systems.
import { API_REQUEST_DAYS, apiRequestPageSchema, apiRequestQuerySchema, PARTNER_ROLES } from '@onboarding/contract';
import { listApiRequests } from '@onboarding/domain/api-requests';
import { apiRequestsExample } from '../examples/api-requests.ts';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';

export const apiRequestRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: '/customer/v1/partner-profile/api-requests',
    operationId: 'listApiRequests',
    summary: 'List API requests',
    description: `What your systems asked of the Partner API in the last ${API_REQUEST_DAYS} days, newest first: every write, and every request that was refused.`,
    roles: PARTNER_ROLES,
    writes: false,
    query: apiRequestQuerySchema,
    answer: { schema: apiRequestPageSchema, example: apiRequestsExample },
    errors: [],
    handler: async (tx, { person, query }) => ({ value: await listApiRequests(tx, person.partnerId, query) }),
  }),
];
