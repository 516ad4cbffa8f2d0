import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, test } from 'vitest';
import { deliveryHeaders, newSecret, type SignedDelivery, secretBytes, signingSecrets } from './signature.ts';

const body = '{"eventId":"0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01","data":{"message":"Grüße, 東京 😀"}}';

function headersWith(secrets: Buffer[], more: Partial<SignedDelivery> = {}): Record<string, string> {
  return deliveryHeaders({
    eventId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
    eventType: 'business.profile.created',
    deliveryId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f02',
    attemptNo: 3,
    isReplay: false,
    at: new Date(),
    body,
    secrets,
    ...more,
  });
}

test('reproduces the test vector published by Standard Webhooks', { tags: ['S-305'] }, () => {
  const headers = headersWith([secretBytes('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')], {
    eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers['Svc-Signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('sends all headers, with the same values under both names, and Svc-Replay only for a replay', {
  tags: ['S-304'],
}, () => {
  const headers = headersWith([secretBytes(newSecret())], { at: new Date('2026-11-15T10:00:00.999Z') });
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Onboarding-Webhooks/1.0',
    'Svc-Id': '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
    'Svc-Timestamp': '1794736800',
    'Svc-Signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'webhook-id': headers['Svc-Id'],
    'webhook-timestamp': headers['Svc-Timestamp'],
    'webhook-signature': headers['Svc-Signature'],
    'Svc-Event-Type': 'business.profile.created',
    'Svc-Delivery-Id': '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f02',
    'Svc-Attempt': '3',
  });
  expect(headersWith([Buffer.alloc(32)], { isReplay: true })['Svc-Replay']).toBe('true');
});

test('every header not defined by HTTP or Standard Webhooks starts with Svc-', { tags: ['S-304'] }, () => {
  const known = ['Content-Type', 'User-Agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const ours = Object.keys(headersWith([Buffer.alloc(32)], { isReplay: true })).filter((name) => !known.includes(name));
  expect(ours.filter((name) => !name.startsWith('Svc-'))).toEqual([]);
  expect(ours).toHaveLength(7);
});

describe.each([
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
])('the library %s', (_, judge) => {
  test('verifies an unmodified delivery', { tags: ['S-305'] }, () => {
    const secret = newSecret();
    expect(() => judge(secret).verify(body, headersWith([secretBytes(secret)]))).not.toThrow();
  });

  test('verifies with either secret during the overlap, and rejects any other secret or body', {
    tags: ['S-306'],
  }, () => {
    const [old, fresh, foreign] = [newSecret(), newSecret(), newSecret()];
    const headers = headersWith([secretBytes(fresh), secretBytes(old)]);
    expect(() => judge(fresh).verify(body, headers)).not.toThrow();
    expect(() => judge(old).verify(body, headers)).not.toThrow();
    expect(() => judge(foreign).verify(body, headers)).toThrow(/signature/i);
    expect(() => judge(fresh).verify(`${body} `, headers)).toThrow(/signature/i);
  });
});

describe('secrets', () => {
  test('are 32 random bytes with the prefix whsec_', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    expect(secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toBe(true);
    expect(secrets.every((secret) => secretBytes(secret).length === 32)).toBe(true);
    expect(() => secretBytes('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toThrow(RangeError);
  });

  test('both sign until the overlap ends, the new one first; then only the new one', () => {
    const [secret, previousSecret] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const end = new Date('2026-11-16T10:00:00.000Z');
    const rotated = { secret, previousSecret, previousSecretExpiresAt: end };
    expect(signingSecrets(rotated, new Date(end.getTime() - 1))).toEqual([secret, previousSecret]);
    expect(signingSecrets(rotated, end)).toEqual([secret]);
    expect(signingSecrets({ secret, previousSecret: null, previousSecretExpiresAt: null }, end)).toEqual([secret]);
    expect(headersWith([secret, previousSecret])['Svc-Signature']?.split(' ')).toHaveLength(2);
    expect(headersWith([secret, previousSecret])['Svc-Signature']?.split(' ')[0]).toBe(
      headersWith([secret])['Svc-Signature'],
    );
  });
});
