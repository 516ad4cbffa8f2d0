// The published body of each event: its JSON Schema, an example, and the headers sent with it.
import { z } from 'zod';
import { sentSchema } from '../shared/json-schema.ts';
import {
  CUSTOMER_FIELDS,
  DATA,
  EVENT_TYPES,
  type EventEnvelope,
  type EventType,
  eventEnvelopeSchema,
  isAboutCustomer,
  PARTNER_FIELDS,
} from './events.ts';

export interface EventBody {
  name: EventType;
  version: number;
  owner: string;
  description: string;
  /** The schema of the whole body. */
  schema: Record<string, unknown>;
  example: object;
}

export const EVENT_BODIES: readonly EventBody[] = (Object.keys(EVENT_TYPES) as EventType[]).map((name) => {
  const { version, owner, description, data, example } = EVENT_TYPES[name];
  const fields = isAboutCustomer(name) ? CUSTOMER_FIELDS : PARTNER_FIELDS;
  const schema = sentSchema(
    eventEnvelopeSchema.extend({
      ...fields,
      eventType: z.literal(name).describe(description),
      data: data.describe(DATA),
    }),
  );
  return { name, version, owner, description, schema, example: exampleOf(name, version, example) };
});

function exampleOf(name: EventType, version: number, data: object): object {
  const customerId = 'customerId' in data ? data.customerId : null;
  return eventEnvelopeSchema.parse({
    eventId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
    eventType: name,
    eventVersion: version,
    occurredAt: '2026-11-15T10:00:00.000Z',
    partnerId: '0193a2b4-7c11-7d3f-8a44-000000000001',
    sequence: customerId === null ? null : 1,
    correlation: {
      requestId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9fff',
      customerId,
      partnerCustomerId: customerId === null ? null : 'shop-4711',
    },
    data,
  });
}

/** For example, BusinessProfileCreated for business.profile.created. */
export function eventTypeName(event: string): string {
  return event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** For example, BusinessProfileCreatedEvent. */
export const eventSchemaName = (event: string) => `${eventTypeName(event)}Event`;

const ref = (name: string) => `#/components/schemas/${name}`;

/**
 * The named schemas of all events. Known types and the rest are separate, because a generator may take a discriminator for a complete
 * list of types.
 */
export const EVENT_SCHEMAS: Readonly<Record<string, Record<string, unknown>>> = {
  ...Object.fromEntries(EVENT_BODIES.map(({ name, schema }) => [eventSchemaName(name), schema])),
  KnownEvent: {
    description: 'An event of a documented type.',
    oneOf: EVENT_BODIES.map(({ name }) => ({ $ref: ref(eventSchemaName(name)) })),
    discriminator: {
      propertyName: 'eventType',
      mapping: Object.fromEntries(EVENT_BODIES.map(({ name }) => [name, ref(eventSchemaName(name))])),
    },
  },
  UnknownEvent: {
    description: 'An event of a type that was added after this document. Ignore it.',
    ...sentSchema(
      eventEnvelopeSchema.extend({
        eventType: eventEnvelopeSchema.shape.eventType.meta({ not: { enum: EVENT_BODIES.map(({ name }) => name) } }),
      }),
    ),
  },
};

/** Any event. Its documented schema is the union of all types; what we have recorded is sent as it is. */
export const webhookEventSchema: z.ZodType<EventEnvelope> = eventEnvelopeSchema.meta({
  id: 'WebhookEvent',
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
    Object.assign(jsonSchema, {
      description: 'One event. New types may be added at any time.',
      oneOf: [{ $ref: ref('KnownEvent') }, { $ref: ref('UnknownEvent') }],
    });
  },
});

const said = (description: string, example: string) => z.string().meta({ description, example });

/** The headers of a delivery. Proxies in front of a receiver must pass all of them. */
export const deliveryHeadersSchema = z.object({
  'Svc-Id': z.uuid().meta({
    description: 'The eventId: the same each time the event is sent, so that a receiver can detect duplicates.',
    example: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
  }),
  'Svc-Timestamp': said('When this attempt was signed, in Unix seconds. Reject old ones.', '1794736800'),
  'Svc-Signature': said(
    'One signature or, while a secret is being rotated, two separated by a space: v1, a comma, and the base64 HMAC-SHA-256 of Svc-Id, Svc-Timestamp and the body, joined by dots.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  'Svc-Event-Type': said('The eventType, for routing without reading the body.', 'business.profile.created'),
  'Svc-Delivery-Id': z.uuid().meta({
    description: 'The deliveryId shown in the delivery history.',
    example: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f02',
  }),
  'Svc-Attempt': said('The attempt number of this delivery, from 1.', '1'),
  'Svc-Replay': z.literal('true').optional().meta({ description: 'Present only if the delivery is a replay.' }),
  'webhook-id': said('Svc-Id under its Standard Webhooks name.', '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00'),
  'webhook-timestamp': said('Svc-Timestamp, likewise.', '1794736800'),
  'webhook-signature': said('Svc-Signature, likewise.', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='),
});
