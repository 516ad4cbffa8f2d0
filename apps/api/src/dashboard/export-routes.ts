// Lists as CSV files, for a partner's users: what the pages of the portal show, and ids. The names of columns are stable, because
// people build spreadsheets on them.
import {
  activityExportQuerySchema,
  customerExportQuerySchema,
  deliveryExportQuerySchema,
  EXPORT_ROWS,
  EXPORTS_AT_ONCE,
  PARTNER_ROLES,
} from '@onboarding/contract';
import { listActivity } from '@onboarding/domain/activity';
import { listCustomers } from '@onboarding/domain/profiles';
import { sliceDeliveries } from '@onboarding/domain/webhooks';
import { dashboardExport } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { CUSTOMERS } from './customer-routes.ts';
import { naming } from './delivery-routes.ts';
import { ACTIVITY } from './user-routes.ts';
import { WEBHOOKS } from './webhook-routes.ts';

const about = (list: string) =>
  `Everything that ${list} shows with these filters, in the same order, up to ${EXPORT_ROWS.toLocaleString('en')} rows. The activity log records who exported what, without the words of a search. ${EXPORTS_AT_ONCE.partner === 1 ? 'Only one export of your organisation' : `Up to ${EXPORTS_AT_ONCE.partner} exports of your organisation`} can run at a time.`;

export const exportRoutes: readonly SessionRoute[] = [
  dashboardExport({
    path: `${CUSTOMERS}/export`,
    operationId: 'exportCustomers',
    summary: 'Export your customers',
    description: about('the list of customers'),
    roles: PARTNER_ROLES,
    query: customerExportQuerySchema,
    errors: [],
    list: 'Customers',
    told: [
      'verificationStatus',
      'businessTypeCode',
      'incorporationCountryIso3Code',
      'createdFrom',
      'createdTo',
      'updatedFrom',
      'updatedTo',
    ],
    async read(tx, { context, person, query }, batch) {
      const catalogue = await context.catalogue.current();
      return listCustomers(tx, context.keys, person, catalogue, { ...query, ...batch });
    },
    columns: {
      'Customer ID': (row) => row.customerId,
      'Company name': (row) => row.companyName,
      'Trading name': (row) => row.tradingName,
      Reference: (row) => row.partnerCustomerId,
      Status: (row) => row.verificationStatus,
      'Status since': (row) => row.statusChangedAt,
      'Next step': (row) => row.nextAction,
    },
  }),
  dashboardExport({
    path: `${WEBHOOKS}/deliveries/export`,
    operationId: 'exportDeliveries',
    summary: 'Export deliveries',
    description: about('the history of deliveries'),
    roles: PARTNER_ROLES,
    query: deliveryExportQuerySchema,
    errors: ['Webhook.StatusUnknown', 'Webhook.RangeInvalid'],
    list: 'Deliveries',
    told: ['status', 'eventType', 'customerId', 'eventId', 'replaySeries', 'from', 'to'],
    async read(tx, { context, person: { partnerId }, query }, { limit, cursor }) {
      const page = await sliceDeliveries(tx, context.keys, partnerId, { ...query, pageSize: limit, cursor });
      const named = await naming(tx, partnerId, page.items);
      return { items: page.items.map(named), nextCursor: page.nextCursor };
    },
    columns: {
      'Delivery ID': (row) => row.id,
      'Event ID': (row) => row.eventId,
      'Occurred at': (row) => row.occurredAt,
      'Event type': (row) => row.eventType,
      Replay: (row) => row.isReplay,
      'Customer ID': (row) => row.customerId,
      'Company name': (row) => row.companyName,
      Status: (row) => row.status,
      'Next attempt at': (row) => row.nextAttemptAt,
      Attempts: (row) => row.attemptCount,
      'Last response': (row) => row.lastStatusCode,
    },
  }),
  dashboardExport({
    path: `${ACTIVITY}/export`,
    operationId: 'exportActivity',
    summary: 'Export activity',
    description: about('the activity log'),
    roles: PARTNER_ROLES,
    query: activityExportQuerySchema,
    errors: [],
    list: 'Activity',
    told: ['kind', 'person', 'from'],
    read: (tx, { person, query }, batch) => listActivity(tx, person.partnerId, { ...query, ...batch }),
    columns: {
      'Activity ID': (row) => row.activityId,
      'Occurred at': (row) => row.occurredAt,
      Kind: (row) => row.kind,
      Action: (row) => row.action,
      'Actor kind': (row) => row.actor.kind,
      'Actor ID': (row) => row.actor.accountId,
      Actor: (row) => row.actor.name,
      'Subject ID': (row) => row.subject?.id ?? null,
      Subject: (row) => row.subject?.name ?? null,
      Detail: (row) => row.detail,
    },
  }),
];
