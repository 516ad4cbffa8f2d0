// Additional routes of a sandbox. They do not exist in other deployments.
import { advanceAnswerSchema, advanceSchema, simulationAnswerSchema, simulationSchema } from '@onboarding/contract';
import { advanceDays, simulateOutcome } from '@onboarding/domain/sandbox';
import { checkedBody, parsedBody } from '../http/body.ts';
import { tokenRoute } from '../http/declare.ts';
import type { TokenRoute } from '../http/route.ts';

const simulationExample = {
  outcome: 'RequestChanges',
  reasons: [{ code: 'Document.Missing', message: 'Please upload the current certificate of incorporation.' }],
};

const simulatedExample = {
  customerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  partnerCustomerId: 'acme-4711',
  verificationStatus: 'ChangesRequested',
  version: 3,
};

const advancedExample = { ...simulatedExample, documentIds: ['0193a2b4-8d22-7a51-9c77-8e9f0a1b2c34'] };

const DESCRIPTION = `Moves the review of one of your businesses to the outcome that you choose, with the same steps and events as in production.

\`Approve\`, \`Reject\` and \`RequestChanges\` are possible from PendingVerification or, after \`Hold\`, from StartedNotCompleted.
\`Hold\` claims a business as an analyst would: while it is StartedNotCompleted, updates are refused. \`Release\` returns it to the
queue. \`Reopen\` reverses a rejection. People you do not mention are approved together with the business.`;

export const sandboxRoutes: readonly TokenRoute[] = [
  tokenRoute({
    method: 'POST',
    path: '/partner/v1/sandbox/business-profiles/{customerId}/simulate',
    operationId: 'simulateVerification',
    summary: 'Simulate the review of a business',
    description: DESCRIPTION,
    // The database role of the Partner API cannot make decisions.
    connection: 'staff',
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: checkedBody({ schema: simulationSchema, example: simulationExample, malformed: 'ValidationControl.Error' }),
    answer: { schema: simulationAnswerSchema, example: simulatedExample },
    errors: [
      'ValidationControl.Error',
      'Customer.NotFound',
      'Customer.Closed',
      'Partner.NotAuthorized',
      'Sandbox.StateConflict',
      'Sandbox.NotReady',
    ],
    handler: async (tx, { context, actor, params, body }) => ({
      value: await simulateOutcome(tx, context, actor, params.customerId, body),
    }),
  }),
  tokenRoute({
    method: 'POST',
    path: '/partner/v1/sandbox/business-profiles/{customerId}/advance',
    operationId: 'advanceDays',
    summary: 'Advance time for a business',
    description:
      'Unused upload links of the business expire at once, as they do after 30 minutes in production. Nothing else about the business changes with time yet.',
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: parsedBody({ schema: advanceSchema, example: { days: 60 }, malformed: 'ValidationControl.Error' }),
    answer: { schema: advanceAnswerSchema, example: advancedExample },
    errors: ['ValidationControl.Error', 'Customer.NotFound', 'Partner.NotAuthorized'],
    handler: async (tx, { context, actor, params, body }) => ({
      value: await advanceDays(tx, context, actor, params.customerId, body),
    }),
  }),
];
