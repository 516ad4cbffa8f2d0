// The webhooks section of the OpenAPI document: each event type with its body and headers.
import {
  deliveryHeadersSchema,
  EVENT_BODIES,
  eventSchemaName,
  eventTypeName,
  RECEIVER_SECONDS,
} from '@onboarding/contract';
import type { ZodOpenApiPathsObject } from 'zod-openapi';

export const WEBHOOKS_TAG = 'Webhooks';

const RECEIVING = `Sent at least once to the endpoint that your organisation has registered, and retried until it responds with 2xx. Verify
the signature before you trust the body, and detect duplicates by \`eventId\`. For one customer, \`sequence\` gives the order.`;

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
          content: {
            'application/json': { schema: { $ref: `#/components/schemas/${eventSchemaName(name)}` }, example },
          },
        },
        responses: {
          '2XX': {
            description:
              'The event was received. The delivery history shows the start of your response; its content has no effect.',
          },
          410: { description: 'You no longer want events. The second 410 in a row disables the endpoint.' },
          default: {
            description: `Any other response, or none within ${RECEIVER_SECONDS} seconds, is a failure, and the delivery is retried.`,
          },
        },
      },
    },
  ]),
);
