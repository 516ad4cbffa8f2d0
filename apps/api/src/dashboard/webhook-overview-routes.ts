// Statistics and change history of a partner's webhook.
import {
  EVENT_DAYS,
  PARTNER_ROLES,
  type WebhookChangePage,
  type WebhookStatistics,
  webhookChangePageSchema,
  webhookChangeQuerySchema,
  webhookStatisticsQuerySchema,
  webhookStatisticsSchema,
} from '@onboarding/contract';
import { listWebhookChanges, readStatistics } from '@onboarding/domain/webhooks';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';

const WEBHOOKS = '/customer/v1/partner-profile/webhooks';

const COUNTS = {
  delivered: 118,
  failed: 7,
  exhausted: 0,
  p95Ms: 362,
  errorKinds: [
    { errorKind: 'HttpStatus', failed: 5 },
    { errorKind: 'ResponseTimeout', failed: 2 },
  ],
} satisfies WebhookStatistics['total'];

const statisticsExample: WebhookStatistics = {
  bucket: 'Hour',
  from: '2026-11-15T09:00:00.000Z',
  to: '2026-11-15T10:00:00.000Z',
  total: COUNTS,
  items: [{ from: '2026-11-15T09:00:00.000Z', ...COUNTS }],
};

const changesExample: WebhookChangePage = {
  items: [
    {
      changeId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: '2026-11-15T09:30:00.000Z',
      action: 'UrlReplaced',
      actorKind: 'PartnerPerson',
      accountId: '0193a2b4-7c17-7d3e-9f53-2a6b8c0d1e2f',
      name: 'Amina Okafor',
      host: 'hooks.partner.example',
      previousHost: 'old.partner.example',
      disabledReason: null,
      replaySeries: null,
    },
  ],
  nextCursor: null,
};

export const webhookOverviewRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/statistics`,
    operationId: 'readWebhookStatistics',
    summary: 'Read delivery statistics',
    description: `Deliveries by hour or by day, for the last ${EVENT_DAYS} days. An attempt is counted as soon as its outcome is recorded, so the numbers are current.`,
    roles: PARTNER_ROLES,
    writes: false,
    query: webhookStatisticsQuerySchema,
    answer: { schema: webhookStatisticsSchema, example: statisticsExample },
    errors: ['Webhook.RangeInvalid'],
    handler: async (tx, { context, person, query }) => ({
      value: await readStatistics(tx, person.partnerId, query, context.clock.now()),
    }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/changes`,
    operationId: 'listWebhookChanges',
    summary: 'List changes to the webhook',
    description: 'Changes by your users, by our support and by the health rules of the service, newest first.',
    roles: PARTNER_ROLES,
    writes: false,
    query: webhookChangeQuerySchema,
    answer: { schema: webhookChangePageSchema, example: changesExample },
    errors: [],
    handler: async (tx, { context, person, query }) => ({
      value: await listWebhookChanges(tx, context.keys, person.partnerId, query),
    }),
  }),
];
