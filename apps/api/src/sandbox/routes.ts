// What a sandbox serves beside the Partner API. Nowhere else do these paths exist.
import { simulationAnswerSchema, simulationSchema } from '@onboarding/contract';
import type { TokenRoute } from '../http/route.ts';
import { simulatedExample, simulationExample } from './examples.ts';
import { simulate } from './simulate.ts';

const DESCRIPTION = `Has the review of a business of yours end as you say, by the same steps and with the same events as in production.

\`Approve\`, \`Reject\` and \`RequestChanges\` go from PendingVerification or, after \`Hold\`, from StartedNotCompleted. \`Hold\` takes a
business up as an analyst would: while it is StartedNotCompleted, updates are refused. \`Release\` gives it back. \`Reopen\` takes
a rejection back. People about whom you say nothing are approved together with the business.`;

export const sandboxRoutes: readonly TokenRoute[] = [
  {
    method: 'POST',
    path: '/partner/v1/sandbox/business-profiles/{customerId}/simulate',
    operationId: 'simulateVerification',
    summary: 'Drive the review of a business',
    description: DESCRIPTION,
    // The Partner API's own role in the database can decide nothing.
    connection: 'staff',
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: { schema: simulationSchema, example: simulationExample, malformed: 'ValidationControl.Error' },
    answer: { schema: simulationAnswerSchema, example: simulatedExample },
    errors: [
      'ValidationControl.Error',
      'Customer.NotFound',
      'Customer.Closed',
      'Partner.NotAuthorized',
      'Sandbox.StateConflict',
      'Sandbox.NotReady',
    ],
    handler: simulate,
  },
];
