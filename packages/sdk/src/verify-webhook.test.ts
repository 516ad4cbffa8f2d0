import { randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  EVENT_TYPES,
  signDelivery,
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookBodyError,
  WebhookHeaderError,
  WebhookSecretError,
  WebhookSignatureError,
  WebhookTimestampError,
  WebhookVerificationError,
} from './index.ts';

const secret = newSecret();
const sentAt = new Date('2026-11-15T10:00:00.000Z');
const event = {
  eventId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
  eventType: 'webhook.test',
  data: { message: 'Grüße' },
};
const body = JSON.stringify(event);

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function headersOf(secrets: string | string[] = secret, at = sentAt): Record<string, string> {
  const { eventId, eventType } = event;
  return signDelivery({ eventId, eventType, body, secrets, deliveryId: crypto.randomUUID(), sentAt: at });
}

const verify = (more: Partial<VerifyWebhookOptions> = {}) =>
  verifyWebhook({ body, headers: headersOf(), secrets: secret, receivedAt: sentAt, ...more });

describe('accepts', () => {
  test('the published vector of Standard Webhooks', () => {
    const vector = {
      body: '{"test": 2432232314}',
      secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      receivedAt: new Date(1_614_265_330_000),
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    };
    expect(verifyWebhook(vector)).toEqual({ test: 2432232314 });
    expect(() => verifyWebhook({ ...vector, body: '{"test": 2432232315}' })).toThrow(WebhookSignatureError);
  });

  test('signatures of the library standardwebhooks', () => {
    const signature = new StandardWebhook(secret).sign(event.eventId, sentAt, body);
    const timestamp = String(sentAt.getTime() / 1000);
    const headers = { 'Svc-Id': event.eventId, 'Svc-Timestamp': timestamp, 'Svc-Signature': signature };
    expect(verify({ headers })).toEqual(event);
  });

  test('the body as text and as bytes', () => {
    expect(verify()).toEqual(event);
    expect(verify({ body: Buffer.from(body) })).toEqual(event);
    expect(verify({ body: new TextEncoder().encode(body) })).toEqual(event);
  });

  test('headers in any letter case, as lists, as a Headers object, and with either prefix', () => {
    const headers = headersOf();
    const only = (prefix: string) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));
    const changed = (change: (name: string) => string) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), value]));
    for (const form of [
      changed((name) => name.toLowerCase()),
      changed((name) => name.toUpperCase()),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      new Headers(headers),
      only('Svc-'),
      only('webhook-'),
    ])
      expect(verify({ headers: form })).toEqual(event);
  });

  test('either secret during a rotation', () => {
    const fresh = newSecret();
    const during = headersOf([fresh, secret]);
    expect(verify({ headers: during, secrets: secret })).toEqual(event);
    expect(verify({ headers: during, secrets: fresh })).toEqual(event);
    expect(verify({ headers: headersOf(fresh), secrets: [secret, fresh] })).toEqual(event);
    expect(verify({ secrets: secret.slice('whsec_'.length) })).toEqual(event);
    expect(verify({ secrets: [`${secret}\n`, `  ${fresh}\r\n`] })).toEqual(event);
  });

  test('additional signatures of future versions', () => {
    const headers = headersOf();
    expect(verify({ headers: { ...headers, 'Svc-Signature': `v2,abc ${headers['Svc-Signature']} v1a,xyz` } })).toEqual(
      event,
    );
  });

  test('an event of an unknown type, so that the receiver can ignore it', {
    tags: ['S-315', 'S-368'],
  }, () => {
    const later = JSON.stringify({ ...event, eventType: 'business.castle.built', eventVersion: 7 });
    const ids = { eventId: event.eventId, eventType: 'business.castle.built', deliveryId: crypto.randomUUID() };
    const headers = signDelivery({ ...ids, body: later, secrets: secret, sentAt });
    expect(verify({ body: later, headers })).toMatchObject({ eventType: 'business.castle.built', eventVersion: 7 });
    expect(EVENT_TYPES).not.toContain('business.castle.built');
  });

  test('timestamps within five minutes of receipt, or within the given tolerance', () => {
    const at = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000);
    expect(verify({ receivedAt: at(300) })).toEqual(event);
    expect(verify({ receivedAt: at(-300) })).toEqual(event);
    expect(() => verify({ receivedAt: at(301) })).toThrow(WebhookTimestampError);
    expect(() => verify({ receivedAt: at(-301) })).toThrow(/clock/);
    expect(verify({ receivedAt: at(3600), toleranceSeconds: 3600 })).toEqual(event);
    expect(() => verify({ receivedAt: new Date(Number.NaN) })).toThrow(WebhookTimestampError);
    expect(verifyWebhook({ body, headers: headersOf(secret, new Date()), secrets: secret })).toEqual(event);
  });
});

describe('refuses', () => {
  test('a changed body, id, timestamp or signature, and another secret', { tags: ['S-305'] }, () => {
    const headers = headersOf();
    const wrong: Partial<VerifyWebhookOptions>[] = [
      { body: `${body} ` },
      { headers: { ...headers, 'Svc-Id': 'another' } },
      { headers: { ...headers, 'Svc-Timestamp': String(sentAt.getTime() / 1000 + 1) } },
      { headers: { ...headers, 'Svc-Signature': `v1,${randomBytes(32).toString('base64')}` } },
      { headers: { ...headers, 'Svc-Signature': (headers['Svc-Signature'] ?? '').slice(0, -1) } },
      { headers: { ...headers, 'Svc-Signature': (headers['Svc-Signature'] ?? '').replace('v1,', 'v2,') } },
      { secrets: newSecret() },
    ];
    for (const one of wrong) expect(() => verify(one)).toThrow(WebhookSignatureError);
  });

  test('missing and malformed headers, by name', () => {
    const { 'Svc-Timestamp': _, ...headers } = headersOf();
    expect(() => verify({ headers })).toThrow(/Svc-Timestamp is missing/);
    expect(() => verify({ headers: {} })).toThrow(WebhookHeaderError);
    expect(() => verify({ headers: { ...headers, 'Svc-Timestamp': '1e9' } })).toThrow(WebhookHeaderError);
  });

  test('a parsed body and a body that is not JSON', () => {
    // @ts-expect-error a typical mistake of callers without types
    expect(() => verify({ body: event })).toThrow(/raw body/);
    const content = { eventId: 'x', eventType: 'y', deliveryId: 'z', secrets: secret, sentAt };
    const headers = signDelivery({ ...content, body: 'no JSON' });
    expect(() => verify({ body: 'no JSON', headers })).toThrow(WebhookBodyError);
  });

  const [half, rest] = [secret.slice(0, 20), secret.slice(20)];
  test.each<[string, unknown, RegExp]>([
    ['undefined, as a missing setting is', undefined, /^The webhook secret is missing: check the setting/],
    ['null', null, /^The webhook secret is missing/],
    ['empty', '', /^The webhook secret is missing/],
    ['blank', ' \n', /^The webhook secret is missing/],
    ['an empty list', [], /^The list of webhook secrets is empty/],
    ['only a prefix', 'whsec_', /^The webhook secret is malformed. A secret is whsec_/],
    ['too short', 'whsec_c2hvcnQ=', /^The webhook secret is malformed. A secret is/],
    ['not base64', 'whsec_not-base64-at-all!', /^The webhook secret is malformed. A secret is/],
    ['broken by a line break', `${half}\n${rest}`, /^The webhook secret is malformed. It contains a space/],
    ['two secrets in one text', `${secret},${secret}`, /malformed. .* pass several secrets as a list/],
    ['a list with an empty one', [secret, ''], /^Webhook secret 2 of 2 is missing/],
    ['a list with a missing one', [undefined, secret], /^Webhook secret 1 of 2 is missing/],
    ['a Buffer', Buffer.from(secret), /^The webhook secret must be a string, and is of type Buffer: decode bytes/],
    ['another object', { secret }, /^The webhook secret must be a string, and is of type Object/],
    [
      'an object without a prototype',
      Object.create(null),
      /^The webhook secret must be a string, and is of type object/,
    ],
    ['a number', 7, /^The webhook secret must be a string, and is of type number/],
    ['a list with bytes', [secret, new Uint8Array(9)], /^Webhook secret 2 of 2 must be a string, .* type Uint8Array/],
    ['a list with a malformed one', [secret, 'hunter2', secret], /^Webhook secret 2 of 3 is malformed/],
  ])('a secret that is %s before it reads headers and body, without showing it', (_what, secrets, message) => {
    const deliveries = [{}, { headers: {} }, { headers: {}, body: 'no JSON' }, { receivedAt: new Date(0) }];
    for (const delivery of deliveries) {
      // A caller without types can pass anything.
      const attempt = () => verify({ ...delivery, secrets: secrets as string });
      expect(attempt).toThrow(WebhookSecretError);
      expect(attempt).toThrow(message);
      expect(attempt).toThrow(/The portal shows it once.*rotate it there\.$/);
      expect(attempt).not.toThrow(WebhookVerificationError);
      for (const part of [rest, 'hunter2', 'not-base64']) expect(attempt).not.toThrow(part);
    }
  });
});

test('the event type narrows the type of the data', () => {
  const verified = verify();
  if (verified.eventType === 'webhook.test') expectTypeOf(verified.data).toEqualTypeOf<{ message: string }>();
  if (verified.eventType === 'business.person.added') expectTypeOf(verified.data.uboId).toEqualTypeOf<string>();
  expectTypeOf(verified.sequence).toEqualTypeOf<number | null>();
  expect(EVENT_TYPES).toContain(verified.eventType);
});
