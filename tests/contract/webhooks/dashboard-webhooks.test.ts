// How a partner's users see and change its endpoint, its secret and individual deliveries.
import {
  deliveryDetailSchema,
  EVENT_TYPES,
  eventEnvelopeSchema,
  eventTypesSchema,
  webhookEndpointSchema,
} from '@onboarding/contract';
import { secretBytes } from '@onboarding/domain/webhooks';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { insist } from '../../harness/insist.ts';
import { until } from '../../harness/patience.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { HOOK_URL, TEST_KEY_RING } from '../../harness/values.ts';
import {
  ask,
  beat,
  disable,
  makePastPartitions,
  register,
  STORED_DELIVERY_MS,
  storeDeliveries,
  storeEvents,
  storeReplay,
} from '../../harness/webhooks.ts';

const OTHER_URL = 'https://other.partner.example/hooks?key=abc';
const keys = openKeyRing(TEST_KEY_RING);
const START = Date.now();
const time = { at: START };
const now = () => new Date(time.at);
let api: TestApi;
let database: TestDatabase;
let partnerId: string;
let admin: SignedIn;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now } });
  await makePastPartitions(database.owner, 33);
});
beforeEach(async () => {
  time.at = START;
  ({ partnerId } = await database.addPartner());
  admin = await signIn(database, { partnerId, at: now() });
  await beat(database.owner, now());
  await database.owner.query('delete from pgboss.job');
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const read = async (person = admin) =>
  webhookEndpointSchema.strict().parse((await ask(api, person, 'GET', '')).json().value);

async function stored() {
  const { rows } = await database.owner.query(
    'select * from webhook_endpoints e join webhook_lanes l using (partner_id) where partner_id = $1',
    [partnerId],
  );
  return rows[0];
}

async function changes() {
  const { rows } = await database.owner.query(
    'select action, actor_kind, actor_id, request_id, details from webhook_changes where partner_id = $1 order by change_id',
    [partnerId],
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

const secretIn = (sealed: Buffer) => keys.unseal('webhook secret', sealed, `webhook-secret:${partnerId}`);
const resumeJobs = async () =>
  (await database.owner.query(`select data from pgboss.job where name = 'webhooks.resume' order by created_on`)).rows;
const refusal = (answer: { statusCode: number; json(): { error: { code: string } } }) =>
  `${answer.statusCode} ${answer.json().error.code}`;

const ACTIVE = {
  status: 'Active',
  consecutiveFailures: 0,
  degradedSince: null,
  disabledAt: null,
  disabledReason: null,
};
const NOTHING_WAITS = {
  previousSecretExpiresAt: null,
  pausedAt: null,
  pending: 0,
  pendingIsCapped: false,
  oldestPendingAt: null,
  lastSuccessAt: null,
};

describe('registering', () => {
  test('before registration, the status is NotRegistered, with no failures, and everything else is null', {
    tags: ['S-162', 'S-257'],
  }, async () => {
    expect(await read()).toEqual({
      url: null,
      status: 'NotRegistered',
      consecutiveFailures: 0,
      degradedSince: null,
      disabledAt: null,
      disabledReason: null,
      registeredAt: null,
      ...NOTHING_WAITS,
    });
  });

  test.each(['POST', 'PUT'] as const)(
    '%s shows the secret once, stores it encrypted, and records who registered',
    { tags: ['S-160', 'S-258', 'S-264'] },
    async (method) => {
      const answer = await ask(api, admin, method, '', { body: { url: HOOK_URL } });
      expect(answer.statusCode).toBe(200);
      const { webhookSecret, message, ...rest } = answer.json().value;
      expect(rest).toEqual(method === 'POST' ? { url: HOOK_URL } : {});
      expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(message).toContain('not shown again');
      expect(await read()).toEqual({ url: HOOK_URL, ...ACTIVE, registeredAt: now().toISOString(), ...NOTHING_WAITS });
      const { secret, previous_secret } = await stored();
      expect(secretIn(secret)).toEqual(secretBytes(webhookSecret));
      expect(secret.includes(secretBytes(webhookSecret))).toBe(false);
      expect(previous_secret).toBeNull();
      expect(await changes()).toEqual([
        {
          action: 'Registered',
          actor_kind: 'PartnerPerson',
          actor_id: admin.accountId,
          request_id: answer.headers['x-request-id'],
          details: { host: 'hooks.partner.example' },
        },
      ]);
    },
  );

  test('a secret in the request is ignored with a warning', { tags: ['S-260'] }, async () => {
    const body = { url: HOOK_URL, webhookSecret: 'whsec_bWluZQ==', secret: 'mine' };
    const answer = await ask(api, admin, 'POST', '', { body });
    expect(answer.json().value.webhookSecret).not.toBe(body.webhookSecret);
    expect(answer.json().warnings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/webhookSecret',
      '/secret',
    ]);
  });

  test.each(['POST', 'PUT'] as const)(
    '%s again replaces the URL, and keeps the secret without showing it',
    { tags: ['S-261', 'S-262'] },
    async (method) => {
      const secret = await register(api, admin);
      const answer = await ask(api, admin, method, '', { body: { url: OTHER_URL } });
      expect(answer.json().value).toEqual({
        ...(method === 'POST' ? { url: OTHER_URL } : {}),
        webhookSecret: null,
        message: expect.stringContaining('replaced'),
      });
      expect((await read()).url).toBe(OTHER_URL);
      expect(secretIn((await stored()).secret)).toEqual(secretBytes(secret));
      // Only hosts are recorded: the rest of a URL may contain a key.
      expect((await changes())[1]).toMatchObject({
        action: 'UrlReplaced',
        details: { host: 'other.partner.example', previousHost: 'hooks.partner.example' },
      });
    },
  );

  test('is idempotent for the same URL', async () => {
    await register(api, admin);
    const before = await stored();
    time.at += 60_000;
    const answer = await ask(api, admin, 'POST', '', { body: { url: HOOK_URL } });
    expect(answer.json().value).toMatchObject({ url: HOOK_URL, webhookSecret: null });
    expect(await stored()).toEqual(before);
    expect(await changes()).toHaveLength(1);
  });

  test('ten times concurrently creates one endpoint and one secret', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => insist(() => ask(api, admin, 'POST', '', { body: { url: HOOK_URL } }))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    const secrets = answers.map((answer) => answer.json().value.webhookSecret).filter((secret) => secret !== null);
    expect(secrets).toHaveLength(1);
    expect(secretIn((await stored()).secret)).toEqual(secretBytes(secrets[0]));
  });

  test.each([
    ['a missing URL', {}, 'ValidationControl.Error'],
    ['null', { url: null }, 'ValidationControl.Error'],
    ['a number', { url: 7 }, 'ValidationControl.Error'],
    ['a blank URL', { url: ' ' }, 'ValidationControl.Error'],
    ['a character that cannot be stored', { url: 'https://a.example.com/\u0000' }, 'ValidationControl.Error'],
    ['invalid JSON', '{', 'ValidationControl.Error'],
    ['http', { url: 'http://hooks.partner.example/' }, 'Webhook.UrlNotHttps'],
    ['text that is not a URL', { url: 'hooks' }, 'Webhook.UrlNotHttps'],
    ['a private address', { url: 'https://10.0.0.7/' }, 'Webhook.UrlNotPublic'],
    ['a loopback address', { url: 'https://[::1]/' }, 'Webhook.UrlNotPublic'],
    ['a link-local address', { url: 'https://169.254.169.254/' }, 'Webhook.UrlNotPublic'],
    ['localhost', { url: 'https://localhost/' }, 'Webhook.UrlNotPublic'],
    ['a port that is not allowed', { url: 'https://hooks.partner.example:22/' }, 'Webhook.UrlNotPublic'],
    ['3,000 characters', { url: `${HOOK_URL}/${'x'.repeat(3_000)}` }, 'Webhook.UrlNotPublic'],
  ])(
    '%s is rejected with 400, and nothing is saved',
    { tags: ['S-160', 'S-303', 'S-344', 'S-345'] },
    async (_what, body, code) => {
      for (const method of ['POST', 'PUT'] as const) {
        const answer = await ask(api, admin, method, '', { body });
        expect(refusal(answer)).toBe(`400 ${code}`);
        if (code.startsWith('Webhook')) expect(answer.json().error.details).toMatchObject([{ pointer: '/url', code }]);
      }
      expect(await stored()).toBeUndefined();
      expect(await changes()).toEqual([]);
    },
  );

  test.each(['https://93.184.215.14/hooks', 'https://[2606:4700:4700::1111]:8443/hooks'])(
    'a public IP address is accepted: %s',
    { tags: ['S-345'] },
    async (url) => {
      await register(api, admin, url);
      expect(await read()).toMatchObject({ ...ACTIVE, url });
    },
  );

  test.each([
    ['hooks.acme.test', '.test, which is reserved for tests'],
    ['hooks.acme.example', '.example, which is reserved for examples'],
    ['hooks.acme.invalid', '.invalid, which is reserved for names that do not exist'],
    ['hooks.localhost', '.localhost, which means the machine itself'],
    ['hooks.acme.local', '.local, which exists on a local network only'],
    ['hooks.acme.internal', '.internal, which is reserved for private networks'],
  ])('the error for a reserved name says why: %s', async (host, why) => {
    const { error } = (await ask(api, admin, 'POST', '', { body: { url: `https://${host}/hooks` } })).json();
    expect(error.details).toMatchObject([{ pointer: '/url', code: 'Webhook.UrlNotPublic' }]);
    expect(error.details[0].message).toContain(`The URL names a host under ${why}`);
    expect(error.details[0].message).toContain('(@onboarding/cli): onboarding listen');
  });

  test('the error for a port that is not allowed names the allowed ones', async () => {
    const answer = await ask(api, admin, 'POST', '', {
      body: { url: `${HOOK_URL.replace('.example', '.example:9443')}` },
    });
    expect(answer.json().error.details[0].message).toMatch(/^The port of the URL must be 443 or 8443\. /);
  });
});

describe('rotating the secret', () => {
  const rotate = async () => (await ask(api, admin, 'POST', '/rotate-secret')).json().value;

  test('shows the new secret, and keeps the previous one for 24 hours', { tags: ['S-265'] }, async () => {
    const first = await register(api, admin);
    const { webhookSecret, previousSecretExpiresAt, message } = await rotate();
    expect(webhookSecret).not.toBe(first);
    expect(previousSecretExpiresAt).toBe(new Date(START + 86_400_000).toISOString());
    expect(message).toContain(previousSecretExpiresAt);
    const { secret, previous_secret, previous_secret_expires_at } = await stored();
    expect([secret, previous_secret].map(secretIn)).toEqual([webhookSecret, first].map(secretBytes));
    expect(previous_secret_expires_at.toISOString()).toBe(previousSecretExpiresAt);
    const noted = await changes();
    expect(noted[1]).toMatchObject({ action: 'SecretRotated', actor_id: admin.accountId });
    expect(JSON.stringify(noted)).not.toContain(webhookSecret.slice(6));
  });

  test('twice within 24 hours keeps the second secret and drops the first', async () => {
    const first = await register(api, admin);
    const second = (await rotate()).webhookSecret;
    time.at += 60_000;
    const third = await rotate();
    const { secret, previous_secret } = await stored();
    expect([secret, previous_secret].map(secretIn)).toEqual([third.webhookSecret, second].map(secretBytes));
    expect(third.previousSecretExpiresAt).toBe(new Date(START + 60_000 + 86_400_000).toISOString());
    expect([third.webhookSecret, second]).not.toContain(first);
  });

  test('is possible while the endpoint is disabled, and does not enable it', async () => {
    await register(api, admin);
    await disable(database.owner, partnerId, now());
    expect((await rotate()).webhookSecret).toMatch(/^whsec_/);
    expect((await read()).status).toBe('Disabled');
  });
});

describe('a disabled endpoint', () => {
  beforeEach(async () => {
    await register(api, admin);
    await disable(database.owner, partnerId, now(), 'Gone');
    time.at += 60_000;
  });

  test('shows when and why it was disabled', { tags: ['S-162', 'S-163', 'S-257'] }, async () => {
    expect(await read()).toMatchObject({
      url: HOOK_URL,
      status: 'Disabled',
      consecutiveFailures: 20,
      degradedSince: new Date(START - 3_600_000).toISOString(),
      disabledAt: new Date(START).toISOString(),
      disabledReason: 'Gone',
    });
  });

  test.each([
    ['by enabling it', () => ask(api, admin, 'POST', '/enable'), ['Enabled']],
    ['by another URL', () => ask(api, admin, 'PUT', '', { body: { url: OTHER_URL } }), ['UrlReplaced', 'Enabled']],
    ['by registering the same URL', () => ask(api, admin, 'POST', '', { body: { url: HOOK_URL } }), ['Enabled']],
  ])(
    'restarts %s: due immediately, with reset health and a job for pending deliveries',
    { tags: ['S-193', 'S-194', 'S-267'] },
    async (_how, act, noted) => {
      expect((await act()).statusCode).toBe(200);
      expect(await read()).toMatchObject(ACTIVE);
      expect(await stored()).toMatchObject({ health: {}, resumed_at: now(), due_at: now(), lease_id: null });
      expect(await resumeJobs()).toEqual([{ data: { partnerId } }]);
      expect((await changes()).slice(1).map(({ action }) => action)).toEqual(noted);
    },
  );

  test('gets its job even while the job of another partner is queued', async () => {
    const other = await database.addPartner();
    const otherAdmin = await signIn(database, other);
    await register(api, otherAdmin);
    await disable(database.owner, other.partnerId, now(), 'Gone');
    await ask(api, otherAdmin, 'POST', '/enable');
    await ask(api, admin, 'POST', '/enable');
    expect(await resumeJobs()).toEqual([{ data: { partnerId: other.partnerId } }, { data: { partnerId } }]);
  });

  test('is not made due when enabled while its lane is leased or paused by an operator', async () => {
    const until = new Date(time.at + 30_000);
    await database.owner.query(
      'update webhook_lanes set leased_until = $2, due_at = $2, lease_id = gen_random_uuid() where partner_id = $1',
      [partnerId, until],
    );
    await ask(api, admin, 'POST', '/enable');
    expect(await stored()).toMatchObject({ status: 'Active', due_at: until, resumed_at: now() });
    await disable(database.owner, partnerId, now());
    await database.owner.query(
      'update webhook_lanes set leased_until = null, lease_id = null, paused_at = $2 where partner_id = $1',
      [partnerId, now()],
    );
    await ask(api, admin, 'POST', '/enable');
    expect(await stored()).toMatchObject({ status: 'Active', due_at: null, paused_at: now() });
  });

  test('rejects tests and replays, and records nothing', { tags: ['S-350'] }, async () => {
    const [eventId = ''] = await storeEvents(database.owner, { partnerId, count: 1, from: now() });
    const [deliveryId = ''] = await storeDeliveries(database.owner, [eventId]);
    const body = { from: new Date(START - 1_000).toISOString(), to: new Date(START + 100_000).toISOString() };
    for (const [path, asking] of [
      ['/test', {}],
      [`/deliveries/${deliveryId}/replay`, {}],
      ['/replay', { body }],
    ] as const) {
      expect(refusal(await ask(api, admin, 'POST', path, asking)), path).toBe('400 Webhook.EndpointDisabled');
    }
    const { rows } = await database.owner.query(
      `select (select count(*)::int from events where partner_id = $1) as events,
         (select count(*)::int from webhook_deliveries where partner_id = $1) as deliveries,
         (select count(*)::int from webhook_replays where partner_id = $1) as replays`,
      [partnerId],
    );
    expect(rows).toEqual([{ events: 1, deliveries: 1, replays: 0 }]);
  });
});

test('enabling an endpoint that is not disabled succeeds and changes nothing', { tags: ['S-162'] }, async () => {
  await register(api, admin);
  await database.owner.query(
    `update webhook_lanes set status = 'Degraded', degraded_since = now(), consecutive_failures = 6 where partner_id = $1`,
    [partnerId],
  );
  const before = await stored();
  const answer = await ask(api, admin, 'POST', '/enable');
  expect(answer.json().value).toMatchObject({ status: 'Degraded', consecutiveFailures: 6 });
  expect(await stored()).toEqual(before);
  expect(await resumeJobs()).toEqual([]);
  expect(await changes()).toHaveLength(1);
});

describe('a test event', () => {
  test('is recorded like any other event, without a customer, and put into the outbox', {
    tags: ['S-282', 'S-308'],
  }, async () => {
    await register(api, admin);
    const answer = await ask(api, admin, 'POST', '/test');
    const { eventId } = answer.json().value;
    const { rows } = await database.owner.query(
      'select e.*, o.event_id as handed_over from events e left join event_outbox o using (event_id) where e.partner_id = $1',
      [partnerId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      event_id: eventId,
      handed_over: eventId,
      customer_id: null,
      sequence: null,
      event_type: 'webhook.test',
      event_version: 1,
      occurred_at: now(),
    });
    const envelope = eventEnvelopeSchema.strict().parse(JSON.parse(rows[0].body));
    expect(envelope).toEqual({
      eventId,
      eventType: 'webhook.test',
      eventVersion: 1,
      occurredAt: now().toISOString(),
      partnerId,
      sequence: null,
      correlation: { requestId: answer.headers['x-request-id'], customerId: null, partnerCustomerId: null },
      data: { message: 'This is a test event.' },
    });
  });

  test('is rejected while more than ten are pending, and accepted again after one is delivered', {
    tags: ['S-351'],
  }, async () => {
    await register(api, admin);
    const events = await storeEvents(database.owner, { partnerId, count: 11, from: now(), type: 'webhook.test' });
    await storeDeliveries(database.owner, events.slice(0, 10), { status: 'Pending' });
    expect((await ask(api, admin, 'POST', '/test')).statusCode).toBe(200);
    const [last] = await storeDeliveries(database.owner, events.slice(10), { status: 'Pending' });
    expect(refusal(await ask(api, admin, 'POST', '/test'))).toBe('400 Webhook.TestFireRejected');
    await database.owner.query(
      `update webhook_deliveries set status = 'Delivered', completed_at = now() where delivery_id = $1`,
      [last],
    );
    expect((await ask(api, admin, 'POST', '/test')).statusCode).toBe(200);
  });
});

describe('without an active dispatcher', () => {
  test('tests and replays return 503 with Retry-After and change nothing, 30 seconds after its last heartbeat', {
    tags: ['S-355'],
  }, async () => {
    await register(api, admin);
    const [eventId = ''] = await storeEvents(database.owner, { partnerId, count: 1, from: now() });
    const [deliveryId = ''] = await storeDeliveries(database.owner, [eventId]);
    const body = { from: new Date(START - 1_000).toISOString(), to: new Date(START + 1_000).toISOString() };
    const requests = [
      ['/test', {}],
      [`/deliveries/${deliveryId}/replay`, {}],
      ['/replay', { body }],
    ] as const;
    const before = await database.countRows();
    await beat(database.owner, new Date(START - 30_000));
    for (const [path, asking] of requests) {
      const answer = await ask(api, admin, 'POST', path, asking);
      expect(refusal(answer)).toBe('503 Webhook.DispatcherUnavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await database.countRows()).toEqual(before);
    await beat(database.owner, new Date(START - 29_999));
    for (const [path, asking] of requests) {
      expect((await ask(api, admin, 'POST', path, asking)).statusCode, path).toBe(200);
    }
  });

  test('reads still work', async () => {
    await register(api, admin);
    await database.owner.query('delete from webhook_dispatchers');
    for (const path of ['', '/deliveries', '/event-types']) {
      expect((await ask(api, admin, 'GET', path)).statusCode, path).toBe(200);
    }
  });
});

describe('a delivery', () => {
  const detail = async (deliveryId: string) =>
    deliveryDetailSchema.strict().parse((await ask(api, admin, 'GET', `/deliveries/${deliveryId}`)).json().value);

  const later = (ms: number) => new Date(time.at + ms).toISOString();

  async function storeEvent(body: string, at = now()): Promise<string> {
    const eventId = uuidv7(at);
    await database.owner.query(
      `insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
       values ($1, $2, 'business.profile.created', 1, $3, $4)`,
      [partnerId, eventId, at, body],
    );
    return eventId;
  }

  test('shows its attempts in order, and its body byte for byte', {
    tags: ['S-178', 'S-180', 'S-275'],
  }, async () => {
    await register(api, admin);
    // Formatting that no JSON library would preserve.
    const body = '{"b":1.0,  "a":"\\u00e9é😀","z":[ ]}';
    const eventId = await storeEvent(body);
    const [deliveryId = ''] = await storeDeliveries(database.owner, [eventId], { status: 'Exhausted' });
    for (const attempt of [2, 1]) {
      await database.owner.query(
        `insert into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code, error_kind,
           response_excerpt, signature) values ($1, $2, $3, $4, 17, $5, 503, 'HttpStatus', 'come back later', $6)`,
        [partnerId, deliveryId, attempt, now(), OTHER_URL, attempt === 1 ? null : 'v1,new= v1,old='],
      );
    }
    const shown = await detail(deliveryId);
    expect(shown.envelopeJson).toBe(body);
    expect(shown).toMatchObject({ id: deliveryId, eventId, status: 'Exhausted', nextAttemptAt: null, isReplay: false });
    expect(shown.attempts.map(({ attemptNo }) => attemptNo)).toEqual([1, 2]);
    expect(shown.attempts[0]).toEqual({
      attemptNo: 1,
      sentAt: now().toISOString(),
      url: OTHER_URL,
      statusCode: 503,
      responseExcerpt: 'come back later',
      durationMs: 17,
      errorKind: 'HttpStatus',
      svcTimestamp: Math.floor(now().getTime() / 1000),
      // From before signatures were stored.
      signatures: null,
    });
    expect(shown.attempts[1]?.signatures).toEqual(['v1,new=', 'v1,old=']);
  });

  test('has exactly the documented fields, in the list and in the details', {
    tags: ['S-166', 'S-167', 'S-172'],
  }, async () => {
    await register(api, admin);
    const customerId = crypto.randomUUID();
    const [eventId = ''] = await storeEvents(database.owner, { partnerId, count: 1, from: now(), customerId });
    const series = await storeReplay(database.owner, { partnerId, at: now() });
    const [deliveryId = ''] = await storeDeliveries(database.owner, [eventId], { status: 'Exhausted', series });
    const fields = {
      id: deliveryId,
      eventId,
      eventType: 'business.profile.updated',
      eventVersion: 1,
      occurredAt: now().toISOString(),
      status: 'Exhausted',
      attemptCount: 2,
      nextAttemptAt: null,
      lastStatusCode: 200,
      isReplay: true,
      replaySeries: series,
      completedAt: later(STORED_DELIVERY_MS.completed),
      customerId,
      companyName: null,
    };
    expect((await ask(api, admin, 'GET', '/deliveries')).json().value.items).toEqual([fields]);
    expect((await ask(api, admin, 'GET', `/deliveries/${deliveryId}`)).json().value).toEqual({
      ...fields,
      attempts: [],
      envelopeJson: '{"n":0}',
    });
  });

  test('that is pending has no next attempt while the endpoint is disabled, in the list and in the details', {
    tags: ['S-173'],
  }, async () => {
    await register(api, admin);
    const [deliveryId = ''] = await storeDeliveries(database.owner, [await storeEvent('{}')], { status: 'Pending' });
    const shown = async () => [
      (await ask(api, admin, 'GET', '/deliveries')).json().value.items[0].nextAttemptAt,
      (await detail(deliveryId)).nextAttemptAt,
    ];
    expect(await shown()).toEqual([later(STORED_DELIVERY_MS.due), later(STORED_DELIVERY_MS.due)]);
    await disable(database.owner, partnerId, now());
    expect(await shown()).toEqual([null, null]);
  });

  test('has no body and cannot be replayed once its event is purged', { tags: ['S-181'] }, async () => {
    await register(api, admin);
    const [deliveryId = ''] = await storeDeliveries(database.owner, [await storeEvent('{}')]);
    await database.owner.query('delete from events where partner_id = $1', [partnerId]);
    expect(await detail(deliveryId)).toMatchObject({ envelopeJson: null, attempts: [] });
    expect(refusal(await ask(api, admin, 'POST', `/deliveries/${deliveryId}/replay`))).toBe('400 Webhook.EventExpired');
  });

  test("returns the same 404 for another partner's delivery, an unknown id and a malformed id", {
    tags: ['S-354'],
  }, async () => {
    await register(api, admin);
    const [deliveryId = ''] = await storeDeliveries(database.owner, [await storeEvent('{}')]);
    const outsider = await signIn(database, { at: now() });
    await register(api, outsider);
    for (const id of [deliveryId, crypto.randomUUID(), 'x', '%00', 'a'.repeat(300), '..%2f..']) {
      for (const [method, path] of [
        ['GET', `/deliveries/${id}`],
        ['POST', `/deliveries/${id}/replay`],
      ] as const) {
        expect(refusal(await ask(api, outsider, method, path)), path).toBe('404 Webhook.DeliveryNotFound');
      }
    }
  });

  test('is replayed as a new delivery of the same event, with replay priority, and its lane is woken', {
    tags: ['S-167', 'S-276'],
  }, async () => {
    await register(api, admin);
    const eventId = await storeEvent('{}');
    const [deliveryId = ''] = await storeDeliveries(database.owner, [eventId], { status: 'Exhausted' });
    time.at += 5_000;
    const answer = await ask(api, admin, 'POST', `/deliveries/${deliveryId}/replay`);
    const replay = answer.json().value.deliveryId;
    expect(replay).not.toBe(deliveryId);
    expect(await detail(replay)).toMatchObject({
      eventId,
      status: 'Pending',
      attemptCount: 0,
      nextAttemptAt: now().toISOString(),
      isReplay: true,
      replaySeries: null,
      envelopeJson: '{}',
      attempts: [],
    });
    const { rows } = await database.owner.query('select class from webhook_deliveries where delivery_id = $1', [
      replay,
    ]);
    expect(rows).toEqual([{ class: 'Replay' }]);
    expect((await stored()).due_at).toEqual(now());
    expect((await detail(deliveryId)).status).toBe('Exhausted');
  });

  test("is replayed only after the lock on its lane's row is released, so that the holder misses nothing", async () => {
    await register(api, admin);
    const [deliveryId = ''] = await storeDeliveries(database.owner, [await storeEvent('{}')]);
    const holder = new pg.Client({ connectionString: database.superuserUrl });
    await holder.connect();
    await holder.query('set search_path = onboarding');
    await holder.query('begin');
    await holder.query('select from webhook_lanes where partner_id = $1 for update', [partnerId]);
    const replaying = Promise.resolve(ask(api, admin, 'POST', `/deliveries/${deliveryId}/replay`));
    // On another connection: within a transaction, pg_stat_activity shows the state of the first access.
    const watcher = new pg.Client({ connectionString: database.superuserUrl });
    await watcher.connect();
    const waiting = async () =>
      (
        await watcher.query<{ query: string }>(
          `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows;
    await until(
      async () => (await waiting()).some(({ query }) => query.includes('for update of l')),
      'the request waits for the lane',
    );
    await holder.query('commit');
    expect((await replaying).statusCode).toBe(200);
    await holder.end();
    await watcher.end();
  });

  test('can be replayed until its event is exactly 30 days old, and 1 ms later no longer', {
    tags: ['S-363'],
  }, async () => {
    await register(api, admin);
    const event = await storeEvent('{}', new Date(START - 30 * 86_400_000));
    const [deliveryId = ''] = await storeDeliveries(database.owner, [event]);
    const replay = () => ask(api, admin, 'POST', `/deliveries/${deliveryId}/replay`);
    expect((await replay()).statusCode).toBe(200);
    time.at += 1;
    expect(refusal(await replay())).toBe('400 Webhook.EventExpired');
  });
});

describe('the event types', () => {
  test('are those of the catalogue, each with an example that matches its schema', {
    tags: ['S-182', 'S-284'],
  }, async () => {
    const items = eventTypesSchema.parse((await ask(api, admin, 'GET', '/event-types')).json().value);
    expect(items.map(({ name, version, owner, description }) => ({ name, version, owner, description }))).toEqual(
      Object.entries(EVENT_TYPES).map(([name, { version, owner, description }]) => ({
        name,
        version,
        owner,
        description,
      })),
    );
    // An annotation that does not affect validation.
    const ajv = new Ajv2020({ keywords: ['x-extensible-enum'] });
    addFormats.default(ajv);
    for (const { name, schema, example } of items) expect(ajv.validate(schema, example), name).toBe(true);
  });
});

describe('another partner', () => {
  test("cannot see or change the first partner's webhook", async () => {
    await register(api, admin);
    const [eventId = ''] = await storeEvents(database.owner, { partnerId, count: 1, from: now() });
    await storeDeliveries(database.owner, [eventId]);
    const before = await stored();
    const outsider = await signIn(database, { at: now() });
    expect((await read(outsider)).status).toBe('NotRegistered');
    expect((await ask(api, outsider, 'GET', '/deliveries')).json().value).toMatchObject({ items: [], total: 0 });
    for (const path of ['/rotate-secret', '/enable', '/test']) {
      expect(refusal(await ask(api, outsider, 'POST', path))).toBe('404 Webhook.EndpointNotFound');
    }
    await register(api, outsider, OTHER_URL);
    const body = { from: new Date(START - 1_000).toISOString(), to: new Date(START + 1_000).toISOString() };
    const all = await ask(api, outsider, 'POST', '/replay', { body: { ...body, includeUnrouted: true } });
    expect(all.json().value.created).toBe(0);
    expect(await stored()).toEqual(before);
  });
});
