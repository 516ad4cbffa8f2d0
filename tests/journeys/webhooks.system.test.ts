// The life of a partner's webhook with a real API, a real worker and a real HTTPS receiver, and a clock that skips days. The
// tests depend on each other and run in order.
import type { Delivery, DeliveryDetail, DeliveryPage, WebhookEndpoint } from '@onboarding/contract';
import { verifyWebhook, type WebhookEvent } from '@onboarding/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../harness/account-rows.ts';
import { validBody } from '../harness/bodies.ts';
import { type MovableClock, movableClock } from '../harness/clock.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { answerWith, type ReceivedRequest, type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { openSessionFor } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Both addresses reach the receiver; its certificate covers only its name and the first address. */
const BY_ADDRESS = { certified: '93.184.215.14', other: '93.184.215.15' };
let clock: MovableClock;
let database: TestDatabase;
let partner: TestPartner;
let account: string;
let issuer: RunningIssuer;
let receiver: Receiver;
let mailbox: Mailbox;
let api: RunningApi;
let worker: RunningWorker;
let secret = '';

beforeAll(async () => {
  clock = movableClock();
  database = await cloneDatabase();
  partner = await database.addPartner();
  account = await addAccount(database, { partnerId: partner.partnerId });
  issuer = await runIssuer({ now: () => clock.now() });
  receiver = await startReceiver({
    hosts: ['journey', ...Object.values(BY_ADDRESS)],
    certificate: { hosts: ['*.receivers.example', BY_ADDRESS.certified] },
  });
  mailbox = await startMailbox();
  const environment = {
    ...clock.environment,
    WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
    NODE_EXTRA_CA_CERTS: receiver.caFile,
  };
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: {
      ...environment,
      PORTAL_URL: ORIGINS.partner,
      PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    },
  });
  worker = await runWorker({ database, smtpUrl: mailbox.url, environment });
});
afterAll(async () => {
  await worker.kill();
  await api.kill();
  await mailbox.close();
  await receiver.close();
  await issuer.close();
  await database.close();
});

/** Sends a request as the partner's admin, who has just signed in. */
async function ask<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<{ status: number; value: T; code: string }> {
  const person = await openSessionFor(database, account, 'partner', clock.now());
  const answer = await fetch(`${api.url}${WEBHOOKS}${path}`, {
    method,
    headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value, error } = (await answer.json()) as { value: T; error?: { code: string } };
  return { status: answer.status, value, code: error?.code ?? '' };
}

const endpoint = async () => (await ask<WebhookEndpoint>('GET', '')).value;
const deliveries = async (query = '') =>
  (await ask<DeliveryPage>('GET', `/deliveries?pageSize=200${query}`)).value.items;
const detail = async (id: string) => (await ask<DeliveryDetail>('GET', `/deliveries/${id}`)).value;

/** Causes two events: one for the business and one for its person. */
async function postBusiness(body = validBody()) {
  const answer = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await issuer.issuer.token(partner)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { value } = (await answer.json()) as { value: { customerId: string; ubos: { uboId: string }[] } };
  expect(answer.status).toBe(200);
  return { ...value, requestId: answer.headers.get('x-request-id') };
}

const createBusiness = async () => (await postBusiness()).customerId;

const eventOf = (request: ReceivedRequest): WebhookEvent => JSON.parse(request.body.toString());
const about = (customerId: string) =>
  receiver.requests.filter((request) => eventOf(request).correlation.customerId === customerId);
const verified = (request: ReceivedRequest, secrets: string | string[]) =>
  verifyWebhook({ body: request.body, headers: request.headers, secrets, receivedAt: clock.now() });
/** Headers of HTTP and of Standard Webhooks; all others are our own. */
const KNOWN_HEADERS =
  /^(accept-encoding|connection|content-length|content-type|host|user-agent|webhook-(id|signature|timestamp))$/;
const ownHeadersOf = ({ headers }: ReceivedRequest) =>
  Object.keys(headers)
    .filter((name) => !KNOWN_HEADERS.test(name))
    .sort();
const OWN_HEADERS = ['svc-attempt', 'svc-delivery-id', 'svc-event-type', 'svc-id', 'svc-signature', 'svc-timestamp'];
const tokensOf = (request: ReceivedRequest) => String(request.headers['svc-signature']).split(' ');

async function received(customerId: string, count = 2): Promise<ReceivedRequest[]> {
  await until(async () => about(customerId).length >= count, 'the events arrive');
  return about(customerId);
}

test('registers and tests an endpoint; earlier events get no delivery', {
  tags: ['S-10', 'S-161', 'S-192', 'S-282', 'S-320'],
}, async () => {
  expect(await endpoint()).toMatchObject({ status: 'NotRegistered', url: null });
  await createBusiness();
  await until(async () => {
    const { rows } = await database.owner.query('select count(*)::int as waiting from event_outbox');
    return rows[0].waiting === 0;
  }, 'the dispatcher has seen it');
  const registered = await ask<{ webhookSecret: string }>('POST', '', { url: receiver.url() });
  expect(registered).toMatchObject({ status: 200, value: { url: receiver.url() } });
  secret = registered.value.webhookSecret;
  expect(await endpoint()).toMatchObject({ status: 'Active', url: receiver.url(), consecutiveFailures: 0 });

  const { value: testEvent } = await ask<{ eventId: string }>('POST', '/test');
  await until(async () => receiver.requests.length === 1, 'the test event arrives');
  const [request] = receiver.requests;
  expect(request && verified(request, secret)).toMatchObject({ eventType: 'webhook.test', eventId: testEvent.eventId });
  await until(async () => (await deliveries()).every(({ status }) => status === 'Delivered'), 'it is delivered');
  expect(await deliveries()).toHaveLength(1);
});

test('delivers a new business as two signed events, and the history shows exactly what was sent', {
  tags: ['S-10', 'S-172', 'S-180', 'S-186', 'S-304', 'S-307', 'S-308', 'S-316', 'S-318'],
}, async () => {
  const body = validBody();
  const { partnerCustomerId } = body;
  const { customerId, ubos, requestId } = await postBusiness(body);
  const requests = await received(customerId);
  const events = requests
    .map((request) => verified(request, secret))
    .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const created = { customerId, partnerCustomerId, verificationStatus: 'PendingVerification', version: 1 };
  expect(events.map(({ eventType, sequence, data }) => [eventType, sequence, data])).toEqual([
    ['business.profile.created', 1, created],
    ['business.person.added', 2, { customerId, uboId: ubos[0]?.uboId, ownershipType: ['UBO'] }],
  ]);
  for (const { eventVersion, correlation } of events) {
    expect([eventVersion, correlation]).toEqual([1, { requestId, customerId, partnerCustomerId }]);
  }
  await until(async () => (await deliveries('&status=Delivered')).length === 3, 'they are delivered');
  for (const request of requests) {
    const id = String(request.headers['svc-delivery-id']);
    const shown = await detail(id);
    expect(Date.parse(shown.completedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(shown.attempts[0]?.sentAt ?? ''));
    expect(shown).toMatchObject({
      id,
      occurredAt: eventOf(request).occurredAt,
      eventId: request.headers['svc-id'],
      eventType: request.headers['svc-event-type'],
      envelopeJson: request.body.toString(),
      status: 'Delivered',
      attemptCount: 1,
      nextAttemptAt: null,
      lastStatusCode: 200,
      isReplay: false,
      attempts: [{ attemptNo: 1, url: receiver.url(), statusCode: 200, responseExcerpt: 'ok', errorKind: null }],
    });
    expect(request.headers).toMatchObject({ 'svc-attempt': '1', 'webhook-id': request.headers['svc-id'] });
    expect(ownHeadersOf(request)).toEqual(OWN_HEADERS);
  }
});

test('signs with both secrets until one second before 24 hours have passed, and only with the new one after that', {
  tags: ['S-266', 'S-306', 'S-358'],
}, async () => {
  const rotation = await ask<{ webhookSecret: string; previousSecretExpiresAt: string }>('POST', '/rotate-secret');
  expect(rotation.status).toBe(200);
  const { webhookSecret: next, previousSecretExpiresAt } = rotation.value;
  const expiry = new Date(previousSecretExpiresAt).getTime();
  expect(expiry - clock.now().getTime()).toBeGreaterThan(24 * HOUR - MINUTE);

  clock.stopAt(new Date(expiry - 1_000));
  for (const request of await received(await createBusiness())) {
    expect(tokensOf(request)).toHaveLength(2);
    for (const one of [secret, next]) expect(verified(request, one)).toMatchObject({ partnerId: partner.partnerId });
    // The new signature comes first, for receivers that check only one.
    const first = { ...request, headers: { ...request.headers, 'svc-signature': tokensOf(request)[0] } };
    expect(verified(first, next)).toBeDefined();
  }
  clock.stopAt(new Date(expiry + 1_000));
  for (const request of await received(await createBusiness())) {
    expect(tokensOf(request)).toHaveLength(1);
    expect(verified(request, next)).toBeDefined();
    expect(() => verified(request, secret)).toThrow();
  }
  clock.move(0);
  secret = next;
});

let failing: Delivery[] = [];

test('marks a failing receiver Degraded, notifies the partner by mail and retries each delivery on schedule', {
  tags: ['S-161', 'S-163', 'S-179', 'S-192', 'S-314'],
}, async () => {
  receiver.answer(answerWith(500, {}, 'out of order'));
  const [first, second, third] = [await createBusiness(), await createBusiness(), await createBusiness()];
  await until(async () => (await endpoint()).status === 'Degraded', 'the endpoint is Degraded');
  await mailbox.waitFor(({ subject }) => subject.endsWith('are failing'));
  expect(await endpoint()).toMatchObject({ degradedSince: expect.any(String), disabledAt: null });
  await until(async () => {
    failing = await deliveries('&status=Pending');
    return failing.length === 6 && failing.every(({ attemptCount }) => attemptCount >= 1);
  }, 'each of the six is tried');
  for (const customerId of [first, second, third]) expect(about(customerId).length).toBeGreaterThanOrEqual(2);
  const [one] = failing;
  const { attempts, nextAttemptAt } = await detail(one?.id ?? '');
  // A second attempt may already have followed after half a minute.
  const failed = { attemptNo: 1, statusCode: 500, errorKind: 'HttpStatus', responseExcerpt: 'out of order' };
  expect(attempts[0]).toMatchObject(failed);
  expect(nextAttemptAt).toEqual(expect.any(String));
});

test('disables the endpoint after three days without success, not earlier, and notifies the partner by mail', {
  tags: ['S-161', 'S-163', 'S-192', 'S-195', 'S-312', 'S-314'],
}, async () => {
  // Each a little longer than the maximum delay before the next attempt.
  const waits = [1 * MINUTE, 7 * MINUTE, 75 * MINUTE, 6.1 * HOUR, 18.1 * HOUR, 24.1 * HOUR, 30.1 * HOUR];
  for (const [index, wait] of waits.entries()) {
    expect((await endpoint()).status).toBe('Degraded');
    clock.move(wait);
    const last = index === waits.length - 1;
    const tried = async () => {
      const now: DeliveryDetail[] = [];
      for (const { id } of failing) now.push(await detail(id));
      return last
        ? (await endpoint()).status === 'Disabled'
        : now.every(({ attemptCount }) => attemptCount >= index + 2);
    };
    await until(tried, `attempt ${index + 2} is made`);
  }
  expect(await endpoint()).toMatchObject({
    status: 'Disabled',
    disabledReason: 'NoSuccess',
    disabledAt: expect.any(String),
  });
  await mailbox.waitFor(({ subject }) => subject.endsWith('have stopped'));
  const exhausted = (await deliveries()).filter(({ status }) => status === 'Exhausted');
  expect(exhausted.length).toBeGreaterThanOrEqual(1);
  const { attempts } = await detail(exhausted[0]?.id ?? '');
  expect(attempts.map(({ attemptNo }) => attemptNo)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const hours = attempts.map(({ sentAt }) => (Date.parse(sentAt) - Date.parse(attempts[0]?.sentAt ?? '')) / HOUR);
  expect(hours.at(-1)).toBeGreaterThan(72);
});

/** After the clock has skipped days, the last heartbeat looks old; the next one comes within seconds. */
async function dispatcherIsHeardOf(): Promise<void> {
  await until(async () => {
    const { rows } = await database.owner.query('select max(beat_at) as at from webhook_dispatchers');
    return rows[0].at > new Date(clock.now().getTime() - 20_000);
  }, 'the dispatcher is heard of');
}

let held = '';

test('holds new events while Disabled, and refuses test events and replays', async () => {
  const before = receiver.requests.length;
  held = await createBusiness();
  const { rows } = await database.owner.query('select event_id from events where customer_id = $1', [held]);
  expect(rows).toHaveLength(2);
  await until(async () => {
    const waiting = (await deliveries('&status=Pending')).map(({ eventId }) => eventId);
    return rows.every(({ event_id }) => waiting.includes(event_id));
  }, 'they wait');
  for (const one of await deliveries('&status=Pending')) expect(one.nextAttemptAt).toBeNull();
  expect(await ask('POST', '/test')).toMatchObject({ code: 'Webhook.EndpointDisabled' });
  expect(await ask('POST', `/deliveries/${failing[0]?.id}/replay`)).toMatchObject({ code: 'Webhook.EndpointDisabled' });
  expect(receiver.requests.length).toBe(before);
});

test('delivers the held events after re-enabling, except those older than three days', {
  tags: ['S-193'],
}, async () => {
  receiver.answer(answerWith(204));
  expect(await ask('POST', '/enable')).toMatchObject({ status: 200 });
  const requests = await received(held);
  for (const request of requests) {
    expect(verified(request, secret)).toBeDefined();
    expect(request.headers['svc-attempt']).toBe('1');
  }
  await until(async () => (await deliveries('&status=Pending')).length === 0, 'nothing is waiting');
  expect(await endpoint()).toMatchObject({ status: 'Active', consecutiveFailures: 0, disabledAt: null });
  for (const { id } of failing) expect(await detail(id)).toMatchObject({ status: 'Exhausted', nextAttemptAt: null });
});

test('replays one delivery as a separate delivery, marked as replay, with the same event and bytes', {
  tags: ['S-167', 'S-175', 'S-276', 'S-278', 'S-304', 'S-307', 'S-310'],
}, async () => {
  await dispatcherIsHeardOf();
  const original = await detail(failing[0]?.id ?? '');
  const { value } = await ask<{ deliveryId: string }>('POST', `/deliveries/${original.id}/replay`);
  await until(
    async () => receiver.requests.at(-1)?.headers['svc-delivery-id'] === value.deliveryId,
    'the replay arrives',
  );
  const request = receiver.requests.at(-1);
  expect(request?.headers).toMatchObject({ 'svc-id': original.eventId, 'svc-replay': 'true', 'svc-attempt': '1' });
  expect(request && ownHeadersOf(request)).toEqual([...OWN_HEADERS, 'svc-replay'].sort());
  expect(request?.body.toString()).toBe(original.envelopeJson);
  await until(async () => (await detail(value.deliveryId)).status === 'Delivered', 'it is delivered');
  expect(await detail(value.deliveryId)).toMatchObject({
    isReplay: true,
    replaySeries: null,
    eventId: original.eventId,
  });
});

test('replays a window including unrouted events, each event once, and returns the exact count in `created`', {
  tags: ['S-175', 'S-279', 'S-281'],
}, async () => {
  const { rows } = await database.owner.query(
    'select event_id, body from events where partner_id = $1 order by event_id',
    [partner.partnerId],
  );
  const before = receiver.requests.length;
  const [from, to] = [new Date(clock.now().getTime() - 7 * 24 * HOUR + HOUR), clock.now()];
  const { value } = await ask<{ created: number; replaySeries: string }>('POST', '/replay', {
    from,
    to,
    includeUnrouted: true,
  });
  expect(value.created).toBe(rows.length);
  await until(async () => receiver.requests.length === before + rows.length, 'all of them arrive');
  const requests = receiver.requests.slice(before);
  // Several are sent concurrently, so adjacent events can arrive in either order.
  const arrived = requests.map(({ headers, body }) => ({ event_id: headers['svc-id'], body: body.toString() }));
  expect(arrived.toSorted((one, other) => (String(one.event_id) < String(other.event_id) ? -1 : 1))).toEqual(rows);
  expect(new Set(requests.map(({ headers }) => headers['svc-replay']))).toEqual(new Set(['true']));
  await until(async () => (await deliveries('&status=Pending')).length === 0, 'they are delivered');
  const series = (await deliveries()).filter(({ replaySeries }) => replaySeries === value.replaySeries);
  expect(series).toHaveLength(value.created);
});

test('delivers to an IP address only if the certificate covers that address', async () => {
  const testAt = async (address: string) => {
    expect(await ask('PUT', '', { url: `https://${address}/hooks` })).toMatchObject({ status: 200 });
    await dispatcherIsHeardOf();
    const { value } = await ask<{ eventId: string }>('POST', '/test');
    const found = async () => (await deliveries()).find(({ eventId }) => eventId === value.eventId);
    await until(async () => ((await found())?.attemptCount ?? 0) > 0, 'it was tried');
    return detail((await found())?.id ?? '');
  };
  expect(await testAt(BY_ADDRESS.certified)).toMatchObject({ status: 'Delivered', attempts: [{ errorKind: null }] });
  expect(receiver.requests.at(-1)?.host).toBe(BY_ADDRESS.certified);
  const before = receiver.requests.length;
  const refused = await testAt(BY_ADDRESS.other);
  expect([refused.status, refused.attempts[0]?.errorKind]).toEqual(['Pending', 'TlsFailure']);
  expect(receiver.requests.length).toBe(before);
  expect(await ask('PUT', '', { url: 'https://127.0.0.1/hooks' })).toMatchObject({ code: 'Webhook.UrlNotPublic' });
});
