// What we send to partners: each event of the catalogue with its body and its headers.
import { deliveryHeadersSchema, EVENT_BODIES, eventTypeName } from '@onboarding/contract';
import type { ZodOpenApiObject, ZodOpenApiPathsObject } from 'zod-openapi';

export const WEBHOOKS_TAG = 'Webhooks';

const schemaName = (event: string) => `${eventTypeName(event)}Event`;

export const eventSchemas: NonNullable<ZodOpenApiObject['components']>['schemas'] = Object.fromEntries(
  EVENT_BODIES.map(({ name, schema }) => [schemaName(name), schema]),
);

const RECEIVING = `Sent to the endpoint that your organisation has registered, at least once, until it answers with 2xx. Verify the signature
before you trust the body, and detect duplicates by \`eventId\`. Per customer, \`sequence\` gives the order.`;

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
          '2XX': {
            description: 'Received. The delivery history shows the start of your response; its content has no effect.',
          },
          410: { description: 'You want no more events: the second 410 in a row disables the endpoint.' },
          default: { description: 'Any other response, or none within 15 seconds, is a failure and is retried.' },
        },
      },
    },
  ]),
);
