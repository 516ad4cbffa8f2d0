// Partners: who they are, whether they may work, and how much.
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
} from './partner-examples.ts';
import { malformed, PARTNER, PARTNERS } from './paths.ts';

/** Changes whether a partner may work, and gives the partner as it stands then. */
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
    summary: 'The partners',
    description: 'All of them, or those whose name begins so, with their standing.',
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
      'With a generated client id, which never changes. The partner is Pending, and cannot work until it is approved.',
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
    summary: 'One partner',
    description: 'Its standing, its limits and the certificates of its machines.',
    answer: { schema: operatedPartnerDetailSchema, example: partnerExample },
    errors: ['Operations.PartnerNotFound'],
    handler: async (tx, { context, limitsOf, params }) => ({
      value: await readOperatedPartner(tx, context, params.partnerId, await limitsOf(undefined)),
    }),
  }),
  standingRoute('approve', {
    operationId: 'approvePartner',
    summary: 'Approve a partner',
    description: 'It can work with its next request. A rejected partner can be approved later.',
    example: partnerExample,
  }),
  standingRoute('reject', {
    operationId: 'rejectPartner',
    summary: 'Reject a partner',
    description: 'For a partner that was never approved; an approved one is deactivated.',
    example: rejectedPartnerExample,
    conflicts: true,
  }),
  standingRoute('activate', {
    operationId: 'activatePartner',
    summary: 'Activate a partner',
    description: 'Ends a deactivation: its machines and people can work again with their next request.',
    example: partnerExample,
  }),
  standingRoute('deactivate', {
    operationId: 'deactivatePartner',
    summary: 'Deactivate a partner',
    description:
      'Every request by its machines and people is refused immediately, even with a valid token. Its businesses do not change.',
    example: inactivePartnerExample,
  }),
  operationsRoute({
    method: 'PUT',
    path: `${PARTNER}/limits`,
    operationId: 'changePartnerLimits',
    summary: 'Change the limits of a partner',
    description:
      'How many requests of its machines are accepted per second. API processes apply them within 30 seconds.',
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
    summary: 'What operators did with a partner',
    description: 'Who changed what, when and why, newest first. Nothing of it can be changed or removed.',
    query: operatorActionQuerySchema,
    answer: { schema: operatorActionPageSchema, example: actionsExample },
    errors: [malformed, 'Operations.PartnerNotFound'],
    handler: async (tx, { params, query }) => ({ value: await listPartnerActions(tx, params.partnerId, query) }),
  }),
];
