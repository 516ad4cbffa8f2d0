// The progress of a partner's integration.
import { overviewSchema, PARTNER_ROLES } from '@onboarding/contract';
import { readOverview } from '@onboarding/domain/overview';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { overviewExample } from './examples.ts';

export const overviewRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: '/customer/v1/partner-profile/overview',
    operationId: 'readOverview',
    summary: 'Read the state of your integration',
    description:
      'What is set up and what is missing: certificates, tokens, a first business, the webhook, and admins. Steps are ticked off automatically.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: overviewSchema, example: overviewExample },
    errors: [],
    handler: async (tx, { context, person }) => ({
      value: await readOverview(tx, person.partnerId, context.clock.now()),
    }),
  }),
];
