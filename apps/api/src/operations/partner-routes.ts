// Partners, their standing and their limits.
import {
  limitsChangeSchema,
  operatedPartnerDetailSchema,
  operatedPartnerPageSchema,
  operatedPartnerQuerySchema,
  operatorActionPageSchema,
  operatorActionQuerySchema,
  partnerCreationSchema,
  reasonSchema,
} from '@onboarding/contract';
import {
  changeLimits,
  changeStanding,
  listPartnerActions,
  readOperatedPartner,
  registerPartner,
  type StandingChangeName,
} from '@onboarding/domain/operations';
import { listPartners } from '@onboarding/domain/partners';
import { parsedBody } from '../http/body.ts';
import { operationsRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  actionsExample,
  inactivePartnerExample,
  limitedPartnerExample,
  limitsExample,
  newPartnerExample,
  partnerExample,
  partnersExample,
  reasonExample,
  rejectedPartnerExample,
} from './examples.ts';
import { malformed, PARTNER, PARTNERS } from './paths.ts';

/** Changes a partner's standing and returns the updated partner. */
function standingRoute(
  change: StandingChangeName,
  declared: Pick<SessionRoute, 'operationId' | 'summary' | 'description'> & {
    example: unknown;
    conflicts?: boolean;
  },
): SessionRoute {
  const { example, conflicts = false, ...rest } = declared;
  return operationsRoute({
    ...rest,
    method: 'POST',
    path: `${PARTNER}/${change}`,
    body: parsedBody({ schema: reasonSchema, example: reasonExample, malformed }),
    answer: { schema: operatedPartnerDetailSchema, example },
    errors: [
      malformed,
      'Operations.PartnerNotFound',
      ...(conflicts ? (['Operations.PartnerStateConflict'] as const) : []),
    ],
    handler: async (tx, { context, operator, limitsOf, params: { partnerId }, body: { reason } }) => {
      await changeStanding(tx, context, operator, { partnerId, change, reason });
      return { value: await readOperatedPartner(tx, context, partnerId, await limitsOf(undefined)) };
    },
  });
}

export const partnerRoutes: readonly SessionRoute[] = [
  operationsRoute({
    method: 'GET',
    path: PARTNERS,
    operationId: 'listPartners',
    summary: 'List partners',
    description: 'All partners, or those that match the search, with their standing.',
    query: operatedPartnerQuerySchema,
    answer: { schema: operatedPartnerPageSchema, example: partnersExample },
    errors: [malformed],
    handler: async (tx, { context, query }) => ({ value: await listPartners(tx, context, query) }),
  }),
  operationsRoute({
    method: 'POST',
    path: PARTNERS,
    operationId: 'createPartner',
    summary: 'Create a partner',
    description:
      'The client id is generated and never changes. The partner is Pending, and cannot use the service until it is approved.',
    body: parsedBody({ schema: partnerCreationSchema, example: { name: 'Acme Marketplace' }, malformed }),
    answer: { schema: operatedPartnerDetailSchema, example: newPartnerExample },
    errors: [malformed],
    handler: async (tx, { context, operator, limitsOf, body }) => {
      const { partnerId } = await registerPartner(tx, context, operator, body);
      return { value: await readOperatedPartner(tx, context, partnerId, await limitsOf(undefined)) };
    },
  }),
  operationsRoute({
    method: 'GET',
    path: PARTNER,
    operationId: 'readPartner',
    summary: 'Read a partner',
    description: 'Its standing, its limits and its certificates.',
    answer: { schema: operatedPartnerDetailSchema, example: partnerExample },
    errors: ['Operations.PartnerNotFound'],
    handler: async (tx, { context, limitsOf, params }) => ({
      value: await readOperatedPartner(tx, context, params.partnerId, await limitsOf(undefined)),
    }),
  }),
  standingRoute('approve', {
    operationId: 'approvePartner',
    summary: 'Approve a partner',
    description: 'Takes effect on its next request. A rejected partner can be approved later.',
    example: partnerExample,
  }),
  standingRoute('reject', {
    operationId: 'rejectPartner',
    summary: 'Reject a partner',
    description: 'For a partner that was never approved. To block an approved partner, deactivate it.',
    example: rejectedPartnerExample,
    conflicts: true,
  }),
  standingRoute('activate', {
    operationId: 'activatePartner',
    summary: 'Activate a partner',
    description:
      'Reverses a deactivation: requests by its systems and users are accepted again, starting with the next one.',
    example: partnerExample,
  }),
  standingRoute('deactivate', {
    operationId: 'deactivatePartner',
    summary: 'Deactivate a partner',
    description:
      'Every request by its systems and users is refused immediately, even with a valid token. Its businesses do not change.',
    example: inactivePartnerExample,
  }),
  operationsRoute({
    method: 'PUT',
    path: `${PARTNER}/limits`,
    operationId: 'changePartnerLimits',
    summary: 'Change the rate limits of a partner',
    description:
      'How many requests per second we accept from its systems. API processes apply the change within 30 seconds.',
    body: parsedBody({ schema: limitsChangeSchema, example: limitsExample, malformed }),
    answer: { schema: operatedPartnerDetailSchema, example: limitedPartnerExample },
    errors: [malformed, 'Operations.PartnerNotFound'],
    handler: async (tx, { context, operator, limitsOf, params: { partnerId }, body }) => {
      await changeLimits(tx, context, operator, partnerId, body);
      return { value: await readOperatedPartner(tx, context, partnerId, await limitsOf(undefined)) };
    },
  }),
  operationsRoute({
    method: 'GET',
    path: `${PARTNER}/actions`,
    operationId: 'listPartnerActions',
    summary: "List operators' actions on a partner",
    description: 'Who changed what, when and why, newest first. Entries cannot be changed or removed.',
    query: operatorActionQuerySchema,
    answer: { schema: operatorActionPageSchema, example: actionsExample },
    errors: [malformed, 'Operations.PartnerNotFound'],
    handler: async (tx, { params, query }) => ({ value: await listPartnerActions(tx, params.partnerId, query) }),
  }),
];
