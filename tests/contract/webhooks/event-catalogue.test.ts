// The published event catalogue, and the SDK, which has its own implementation and must match the service.
import { readFileSync } from 'node:fs';
import { EVENT_TYPES } from '@onboarding/contract';
import { deliveryHeaders, secretBytes } from '@onboarding/domain/webhooks';
import { EVENT_TYPES as SDK_EVENT_TYPES, signDelivery } from '@onboarding/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';

interface Entry {
  name: string;
  schema: { properties: { data: { required: string[] } } };
  example: { eventType: string; data: Record<string, unknown> };
}
const { events } = JSON.parse(readFileSync('docs/events.json', 'utf8')) as { events: Entry[] };

describe('the published catalogue', () => {
  test('lists every event type, and so does the SDK', () => {
    expect(events.map(({ name }) => name)).toEqual(Object.keys(EVENT_TYPES));
    expect(SDK_EVENT_TYPES).toEqual(Object.keys(EVENT_TYPES));
  });

  test.each(events.map((entry) => [entry.name, entry] as const))(
    '%s: the example matches its schema',
    (name, entry) => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      const check = ajv.compile(entry.schema);
      expect(check(entry.example), JSON.stringify(check.errors)).toBe(true);
      expect(entry.example.eventType).toBe(name);
      // The schema allows additional fields but no missing ones.
      expect(check({ ...entry.example, data: { ...entry.example.data, later: 1 } })).toBe(true);
      expect(check({ ...entry.example, data: {} })).toBe(false);
      expect(Buffer.byteLength(JSON.stringify(entry.example))).toBeLessThan(4096);
    },
  );
});

test('the SDK signs a delivery with exactly the headers that the service sends', () => {
  const [fresh, old] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_c2VjcmV0IG9mIHRlc3RzLCBsb25n'] as const;
  const at = new Date('2026-11-15T10:00:00.123Z');
  const delivery = { eventId: 'e', eventType: 'webhook.test', deliveryId: 'd', isReplay: true, body: '{"ö":"😀"}' };
  expect(signDelivery({ ...delivery, attempt: 3, secrets: [fresh, old], sentAt: at })).toEqual(
    deliveryHeaders({ ...delivery, attemptNo: 3, secrets: [fresh, old].map(secretBytes), at }),
  );
});
