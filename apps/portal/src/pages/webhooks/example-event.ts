import type { EventTypeItem } from '@onboarding/contract';

/** The body of an event around its example, with invented ids. */
export function exampleOf({ name, version, example }: Pick<EventTypeItem, 'name' | 'version' | 'example'>) {
  const { customerId } = example;
  return {
    eventId: '0193a2b4-7c11-7d43-8e88-9f0a1b2c3d45',
    eventType: name,
    eventVersion: version,
    occurredAt: '2026-11-15T09:30:00.000Z',
    partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
    sequence: 1,
    correlation: {
      requestId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
      ...(customerId === undefined ? {} : { customerId, partnerCustomerId: 'shop-4711' }),
    },
    data: example,
  };
}
