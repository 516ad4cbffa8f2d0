// What we send by ourselves: each event of the catalogue with its body and its headers.
import { deliveryHeadersSchema, EVENT_BODIES, eventTypeName } from '@onboarding/contract';
import type { ZodOpenApiObject, ZodOpenApiPathsObject } from 'zod-openapi';

export const WEBHOOKS_TAG = 'Webhooks';

const schemaName = (event: string) => `${eventTypeName(event)}Event`;

export const eventSchemas: NonNullable<ZodOpenApiObject['components']>['schemas'] = Object.fromEntries(
  EVENT_BODIES.map(({ name, schema }) => [schemaName(name), schema]),
);

const RECEIVING = `Sent to the endpoint that your organisation has registered, at least once, until it answers with 2xx. Check the signature
before you believe the body, and tell repetitions by \`eventId\`. Per customer, \`sequence\` has the order.`;

export const eventWebhooks: ZodOpenApiPathsObject = Object.fromEntries(
  EVENT_BODIES.map(({ name, description, example }) => [
    name,
    {
      post: {
        operationId: `on${eventTypeName(name)}`,
        summary: name,
        description: `${description}\n\n${RECEIVING}`,
        tags: [WEBHOOKS_TAG],
        security: [],
        requestParams: { header: deliveryHeadersSchema },
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaName(name)}` }, example } },
        },
        responses: {
          '2XX': { description: 'You have it. Nothing in the body of your answer is read.' },
          410: { description: 'You want no more: the second in a row disables the endpoint.' },
          default: { description: 'Everything else is tried again later, and so is no answer within 15 seconds.' },
        },
      },
    },
  ]),
);
