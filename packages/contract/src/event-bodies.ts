// The whole body of each event as others are shown it: its JSON Schema, an example and the headers that it comes with.
import { z } from 'zod';
import { EVENT_TYPES, type EventType, eventEnvelopeSchema } from './events.ts';
import { sentSchema } from './json-schema.ts';

export interface EventBody {
  name: EventType;
  version: number;
  owner: string;
  description: string;
  /** Of the whole body. */
  schema: Record<string, unknown>;
  example: object;
}

export const EVENT_BODIES: readonly EventBody[] = (Object.keys(EVENT_TYPES) as EventType[]).map((name) => {
  const { version, owner, description, data, example } = EVENT_TYPES[name];
  const schema = sentSchema(eventEnvelopeSchema.extend({ eventType: z.literal(name), data }));
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

/** BusinessProfileCreated for business.profile.created. */
export function eventTypeName(event: string): string {
  return event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const said = (description: string, example: string) => z.string().meta({ description, example });

/** What a delivery carries beside its body. Proxies in front of a receiver must let all of them pass. */
export const deliveryHeadersSchema = z.object({
  'Svc-Id': z.uuid().meta({
    description: 'The eventId: the same however often the event is sent, so that a receiver can tell a repetition.',
    example: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
  }),
  'Svc-Timestamp': said('When this attempt was signed, in Unix seconds. Refuse one that is old.', '1794736800'),
  'Svc-Signature': said(
    'One or, while a secret is being replaced, two signatures, parted by a blank: v1, a comma, and the HMAC-SHA-256 of Svc-Id, Svc-Timestamp and the body, joined by dots, in base64.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  'Svc-Event-Type': said('The eventType, for routing without reading the body.', 'business.profile.created'),
  'Svc-Delivery-Id': z.uuid().meta({
    description: 'Of the delivery, as the delivery history names it.',
    example: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f02',
  }),
  'Svc-Attempt': said('Which attempt of this delivery it is, from 1.', '1'),
  'Svc-Replay': z.literal('true').optional().meta({ description: 'Only there when somebody asked for it once more.' }),
  'webhook-id': said('Svc-Id by the name that Standard Webhooks has for it.', '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00'),
  'webhook-timestamp': said('Svc-Timestamp, likewise.', '1794736800'),
  'webhook-signature': said('Svc-Signature, likewise.', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='),
});
