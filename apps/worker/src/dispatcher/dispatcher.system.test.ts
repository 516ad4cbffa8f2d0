// The dispatcher with a real database and a real HTTPS receiver.
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import {
  openDispatcher,
  type TestDispatcher,
  type TestDispatcherOptions,
} from '../../../../tests/harness/dispatcher.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  laneOf,
  makeEarlierPartitions,
  recordEvents,
  untilQuiet,
  wakeLane,
} from '../../../../tests/harness/dispatching.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { answerWith, type Receiver, startReceiver } from '../../../../tests/harness/servers/receiver.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let receiver: Receiver;
let running: TestDispatcher[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  await makeEarlierPartitions(database, 9);
  receiver = await startReceiver({ hosts: 20 });
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer(answerWith(200));
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
  // Removes what a previous test left pending.
  await database.owner.query('update webhook_lanes set due_at = null, lease_id = null, leased_until = null');
  await database.owner.query('delete from event_outbox');
  await database.owner.query(
    `update webhook_deliveries set status = 'Exhausted', next_attempt_at = null where status = 'Pending'`,
  );
});
afterAll(async () => {
  await receiver.close();
  await database.close();
});

function start(options: Partial<TestDispatcherOptions> = {}): TestDispatcher {
  const started = openDispatcher({ database, receiver, ...options });
  running.push(started);
  return started;
}

/** Holds every answer back until the test releases it. */
function holdAnswers() {
  const held: ServerResponse[] = [];
  receiver.answer((_request, response) => void held.push(response));
  return {
    held,
    letGo() {
      receiver.answer(answerWith(200));
      for (const response of held.splice(0)) response.writeHead(200).end();
    },
  };
}

/** A receiver gets the full number of deliveries at once only after it has answered one; until then one more per second. */
async function untilProven(partnerId: string): Promise<void> {
  await recordEvents(database, [partnerId]);
  await until(async () => (await statusesOf(partnerId))[0] === 'Delivered', 'the receiver has answered');
  await untilQuiet(database);
  receiver.requests.length = 0;
}

const sentIds = (name = 'svc-delivery-id') => receiver.requests.map(({ headers }) => headers[name]);
const statusesOf = async (partnerId: string) => (await deliveriesOf(database, partnerId)).map(({ status }) => status);

describe('events', () => {
  test('reach the receiver of their partner once, unaltered and signed; without a receiver no delivery is created', {
    tags: ['S-303'],
  }, async () => {
    const { partnerId, secret } = await addEndpoint(database, receiver.url());
    const without = (await database.addPartner()).partnerId;
    const events = await recordEvents(database, [partnerId, without, partnerId, partnerId]);
    start();
    await until(async () => receiver.requests.length === 3, 'all are received');
    await untilQuiet(database);
    const expected = events.filter((event) => event.partnerId === partnerId);
    expect(receiver.requests.map(({ body }) => body.toString()).sort()).toEqual(
      expected.map(({ body }) => body).sort(),
    );
    for (const { body, headers } of receiver.requests) {
      expect(new Webhook(secret).verify(body.toString(), headers as Record<string, string>)).toBeTruthy();
      expect(headers['svc-attempt']).toBe('1');
    }
    expect(await deliveriesOf(database, partnerId)).toMatchObject(
      [1, 2, 3].map(() => ({
        status: 'Delivered',
        attempt_count: 1,
        attempts: [1],
        last_status_code: 200,
        next_attempt_at: null,
      })),
    );
    expect(await deliveriesOf(database, without)).toEqual([]);
    // Between its release and the check for more, the lane has a due time.
    await until(async () => (await laneOf(database, partnerId)).due_at === null, 'the lane sleeps');
    expect(await laneOf(database, partnerId)).toMatchObject({ lease_id: null, leased_until: null });
  });

  test('are sent once when several dispatchers run', async () => {
    const endpoints = await Promise.all(
      Array.from({ length: 10 }, (_, index) => addEndpoint(database, receiver.url(index))),
    );
    const dispatchers = [start(), start(), start()];
    const partners = Array.from({ length: 300 }, (_, index) => endpoints[index % 10]?.partnerId ?? '');
    await recordEvents(database, partners);
    for (const { dispatcher } of dispatchers) dispatcher.wake();
    await until(async () => receiver.requests.length >= 300, 'all are received');
    await untilQuiet(database);
    expect(new Set(sentIds()).size).toBe(300);
    expect(receiver.requests).toHaveLength(300);
  });
});

describe('a lane', () => {
  test('sends new deliveries first, then retries, then those held back, then replays, each oldest first', async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * 60_000);
    await database.owner.query(`update webhook_lanes set resumed_at = $2, status = 'Degraded' where partner_id = $1`, [
      partnerId,
      ago(10),
    ]);
    const made = {
      replay: await addDelivery(database, partnerId, { class: 'Replay', nextAttemptAt: ago(60) }),
      heldLater: await addDelivery(database, partnerId, { nextAttemptAt: ago(11) }),
      heldFirst: await addDelivery(database, partnerId, { nextAttemptAt: ago(20) }),
      retryLater: await addDelivery(database, partnerId, { class: 'Retry', attemptCount: 1, nextAttemptAt: ago(3) }),
      retryFirst: await addDelivery(database, partnerId, { class: 'Retry', attemptCount: 2, nextAttemptAt: ago(50) }),
      newLater: await addDelivery(database, partnerId, { nextAttemptAt: ago(1) }),
      newFirst: await addDelivery(database, partnerId, { nextAttemptAt: ago(2) }),
    };
    await wakeLane(database, partnerId);
    start();
    await until(async () => receiver.requests.length === 7, 'all are received');
    const order = ['newFirst', 'newLater', 'retryFirst', 'retryLater', 'heldFirst', 'heldLater', 'replay'] as const;
    expect(sentIds()).toEqual(order.map((name) => made[name].deliveryId));
    expect(receiver.requests.map(({ headers }) => headers['svc-replay'])).toEqual([
      ...Array(6).fill(undefined),
      'true',
    ]);
  });

  test.each([
    ['Active', 6],
    ['Degraded', 1],
  ])('%s has at most %i deliveries in flight', async (status, atOnce) => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    start();
    await untilProven(partnerId);
    await database.owner.query('update webhook_lanes set status = $2 where partner_id = $1', [partnerId, status]);
    const answers = holdAnswers();
    await recordEvents(database, Array(10).fill(partnerId));
    await until(async () => answers.held.length === atOnce, 'as many as may are on their way');
    // Takes long enough for a seventh, or a second, delivery to arrive.
    const other = await addEndpoint(database, receiver.url(1));
    await recordEvents(database, [other.partnerId]);
    await until(async () => answers.held.length > atOnce, "another partner's delivery goes past");
    expect(receiver.requests.filter(({ host }) => host === receiver.hosts[0])).toHaveLength(atOnce);
    answers.letGo();
    await until(async () => (await statusesOf(partnerId)).every((one) => one === 'Delivered'), 'all are delivered');
  });

  test('that fails uses only the slots shared by failing lanes, no matter how many wait', async () => {
    const failing = await Promise.all([1, 2, 3, 4].map((host) => addEndpoint(database, receiver.url(host))));
    await database.owner.query(`update webhook_lanes set status = 'Degraded' where partner_id = any($1)`, [
      failing.map(({ partnerId }) => partnerId),
    ]);
    const healthy = await addEndpoint(database, receiver.url());
    const answers = holdAnswers();
    // One lane at a time, so that a round cannot take more lanes than there are free slots.
    start({ slots: { all: 3, failing: 2 } });
    await recordEvents(database, [failing[0]?.partnerId ?? '']);
    await until(async () => answers.held.length === 1, 'the first failing one is sent to');
    await recordEvents(database, [failing[1]?.partnerId ?? '']);
    await until(async () => answers.held.length === 2, 'and the second');
    await recordEvents(database, [failing[2]?.partnerId ?? '', failing[3]?.partnerId ?? '', healthy.partnerId]);
    await until(async () => answers.held.length === 3, 'one more is sent to');
    expect(receiver.requests.at(-1)?.host).toBe(receiver.hosts[0]);
    answers.letGo();
    await until(async () => receiver.requests.length === 5, 'those that waited come when there is room again');
    await untilQuiet(database);
  });

  test.each([
    ['Disabled', `status = 'Disabled', disabled_at = now(), disabled_reason = 'Gone'`],
    ['paused', 'paused_at = now()'],
  ])('that is %s is neither woken nor sent to, and keeps its deliveries', async (_, how) => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    await database.owner.query(`update webhook_lanes set ${how} where partner_id = $1`, [partnerId]);
    const other = await addEndpoint(database, receiver.url(1));
    await recordEvents(database, [partnerId, other.partnerId]);
    start();
    await until(async () => receiver.requests.length > 0, 'the other is sent to');
    await untilQuiet(database);
    expect(sentIds('host')).toEqual([receiver.hosts[1]]);
    expect(await deliveriesOf(database, partnerId)).toMatchObject([
      { status: 'Pending', attempt_count: 0, attempts: [] },
    ]);
    expect(await laneOf(database, partnerId)).toMatchObject({ due_at: null, lease_id: null });
  });

  test('sends about ten replays a second, and live events between them immediately', async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    for (let count = 0; count < 45; count++) await addDelivery(database, partnerId, { class: 'Replay' });
    const began = Date.now();
    await wakeLane(database, partnerId);
    const { dispatcher } = start();
    await until(async () => receiver.requests.length >= 8, 'replays are under way');
    await recordEvents(database, [partnerId]);
    dispatcher.wake();
    await until(async () => receiver.requests.length === 46, 'all are received');
    const replays = receiver.requests.filter(({ headers }) => headers['svc-replay'] === 'true');
    expect(replays).toHaveLength(45);
    // At most a burst ahead of ten a second, measured from before the first was sent, because it may have arrived late.
    for (const [index, { at }] of replays.entries()) expect(at - began).toBeGreaterThanOrEqual((index - 5) * 100 - 100);
    const live = receiver.requests.findIndex(({ headers }) => headers['svc-replay'] === undefined);
    expect(live).toBeLessThan(40);
  });

  test('does not send deliveries over 72 hours old when it resumed, nor purged events', async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    const resumedAt = new Date();
    await database.owner.query('update webhook_lanes set resumed_at = $2 where partner_id = $1', [
      partnerId,
      resumedAt,
    ]);
    const before = (ms: number) => ({ madeAt: new Date(resumedAt.getTime() - ms) });
    await addDelivery(database, partnerId, before(72 * HOUR + 1));
    await addDelivery(database, partnerId, before(72 * HOUR));
    const purged = await addDelivery(database, partnerId, before(HOUR));
    await database.owner.query('delete from events where event_id = $1', [purged.eventId]);
    await wakeLane(database, partnerId);
    start();
    await until(async () => !(await statusesOf(partnerId)).includes('Pending'), 'all have come to an end');
    expect(await deliveriesOf(database, partnerId)).toMatchObject([
      { status: 'Exhausted', attempt_count: 0, attempts: [], completed_at: expect.any(Date) },
      { status: 'Delivered', attempt_count: 1 },
      { status: 'Exhausted', attempt_count: 0, attempts: [] },
    ]);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  test('is recorded and retried when due, up to eight attempts with the same event id and body', {
    tags: ['S-310', 'S-311'],
  }, async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    receiver.answer(answerWith(500, {}, 'out of order'));
    let now = new Date();
    const [event] = await recordEvents(database, [partnerId], now);
    start({ clock: { now: () => now } });
    for (let attempt = 1; attempt <= 8; attempt++) {
      await until(
        async () => (await deliveriesOf(database, partnerId))[0]?.attempt_count === attempt,
        `attempt ${attempt}`,
      );
      const [delivery] = await deliveriesOf(database, partnerId);
      expect(delivery).toMatchObject(
        attempt < 8
          ? { status: 'Pending', class: 'Retry', last_status_code: 500 }
          : { status: 'Exhausted', next_attempt_at: null },
      );
      // The lane is due at the time of the next attempt.
      if (attempt < 8) {
        await until(
          async () => (await laneOf(database, partnerId)).due_at?.getTime() === delivery.next_attempt_at.getTime(),
          'the lane waits',
        );
        now = new Date(delivery.next_attempt_at);
      }
    }
    expect(receiver.requests.map(({ headers }) => headers['svc-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
    expect(new Set(sentIds('svc-id'))).toEqual(new Set([event?.eventId]));
    expect(new Set(receiver.requests.map(({ body }) => body.toString()))).toEqual(new Set([event?.body]));
    const { rows } = await database.owner.query(
      'select attempt_no, status_code, error_kind, response_excerpt, url from webhook_attempts where partner_id = $1 order by attempt_no',
      [partnerId],
    );
    expect(rows).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((attempt_no) => ({
        attempt_no,
        status_code: 500,
        error_kind: 'HttpStatus',
        response_excerpt: 'out of order',
        url: receiver.url(),
      })),
    );
  });

  test('on our side is not an attempt: the delivery is postponed and then sent', async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    await recordEvents(database, [partnerId, partnerId]);
    let away = true;
    let now = new Date();
    const asked: string[] = [];
    const sender = {
      async post({ url }: { url: string }) {
        asked.push(url);
        if (away) return { ours: true, cause: 'ResolverUnavailable' } as const;
        return {
          ours: false,
          statusCode: 204,
          errorKind: null,
          excerpt: null,
          retryAfter: null,
          durationMs: 1,
        } as const;
      },
      close: async () => {},
    };
    start({ sender, clock: { now: () => now } });
    const postponed = async () =>
      (await deliveriesOf(database, partnerId)).filter(({ next_attempt_at }) => next_attempt_at > now);
    await until(async () => (await postponed()).length === 2, 'both wait');
    expect(await deliveriesOf(database, partnerId)).toMatchObject([
      { status: 'Pending', class: 'First', attempt_count: 0, attempts: [] },
      { status: 'Pending', class: 'First', attempt_count: 0, attempts: [] },
    ]);
    expect(await laneOf(database, partnerId)).toMatchObject({ status: 'Active', consecutive_failures: 0 });
    away = false;
    now = new Date(now.getTime() + 11_000);
    await until(
      async () => (await statusesOf(partnerId)).every((status) => status === 'Delivered'),
      'both are delivered',
    );
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });

  test('that repeats makes the receiver Degraded, records the change and mails the admins', async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    await database.owner.query(
      `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
       values (gen_random_uuid(), 'partner', $1, 'admin', $2, $2, 'Ada', 'Active', now())`,
      [partnerId, `admin-${partnerId}@partner.example`],
    );
    await database.owner.query(`delete from pgboss.job where name = 'mail.send'`);
    receiver.answer(answerWith(503));
    await recordEvents(database, Array(6).fill(partnerId));
    start();
    await until(async () => (await laneOf(database, partnerId)).status === 'Degraded', 'the receiver is Degraded');
    const { rows } = await database.owner.query(
      'select action, actor_kind, actor_id from webhook_changes where partner_id = $1',
      [partnerId],
    );
    expect(rows).toEqual([{ action: 'Degraded', actor_kind: 'Service', actor_id: 'endpoint-health' }]);
    const mails = await database.owner.query(`select count(*)::int as count from pgboss.job where name = 'mail.send'`);
    expect(mails.rows).toEqual([{ count: 1 }]);
  });

  test('with a second 410 disables the receiver immediately, within the turn', async () => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    await database.owner.query(
      `update webhook_lanes set status = 'Degraded', degraded_since = now() where partner_id = $1`,
      [partnerId],
    );
    receiver.answer(answerWith(410));
    await recordEvents(database, Array(5).fill(partnerId));
    start();
    await until(async () => (await laneOf(database, partnerId)).status === 'Disabled', 'the receiver is Disabled');
    expect(receiver.requests).toHaveLength(2);
    expect(await laneOf(database, partnerId)).toMatchObject({ disabled_reason: 'Gone', due_at: null, lease_id: null });
    expect((await statusesOf(partnerId)).filter((status) => status === 'Pending')).toHaveLength(5);
  });
});

test('a lane whose lease expires is taken by another dispatcher, and the attempt counts once', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  let now = new Date();
  const clock = { now: () => now };
  await recordEvents(database, [partnerId]);
  const answers = holdAnswers();
  start({ clock });
  await until(async () => answers.held.length === 1, 'the first has sent');
  now = new Date(now.getTime() + 61_000);
  start({ clock });
  await until(async () => answers.held.length === 2, 'the second has sent');
  answers.letGo();
  await until(async () => (await laneOf(database, partnerId)).lease_id === null, 'the lane is given back');
  await Promise.all(running.map((one) => one.stop()));
  running = [];
  expect(await deliveriesOf(database, partnerId)).toMatchObject([
    { status: 'Delivered', attempt_count: 1, attempts: [1] },
  ]);
  expect(new Set(sentIds()).size).toBe(1);
});

test('an attempt that cannot be recorded does not affect other partners', async () => {
  const poisonous = await addEndpoint(database, receiver.url());
  const others = await Promise.all([1, 2, 3].map((index) => addEndpoint(database, receiver.url(index))));
  const sender = {
    async post({ url }: { url: string }) {
      const statusCode = url === receiver.url() ? 99_999 : 200;
      return { ours: false, statusCode, errorKind: null, excerpt: 'ok', retryAfter: null, durationMs: 1 } as const;
    },
    close: async () => {},
  };
  await recordEvents(
    database,
    [poisonous, ...others].map(({ partnerId }) => partnerId),
  );
  start({ sender });
  for (const { partnerId } of others) {
    await until(async () => (await statusesOf(partnerId))[0] === 'Delivered', 'the others are recorded');
  }
  expect(await statusesOf(poisonous.partnerId)).toEqual(['Pending']);
});

test('stop waits for deliveries in flight, records them and releases the lane', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  const { stop } = start();
  await untilProven(partnerId);
  const answers = holdAnswers();
  await recordEvents(database, Array(10).fill(partnerId));
  running = [];
  await until(async () => answers.held.length === 6, 'six are on their way');
  const stopped = stop();
  await until(async () => (await laneOf(database, partnerId)).lease_id !== null, 'the lane is held');
  answers.letGo();
  await stopped;
  const [, ...statuses] = await statusesOf(partnerId);
  expect(statuses.filter((status) => status === 'Delivered')).toHaveLength(6);
  expect(statuses.filter((status) => status === 'Pending')).toHaveLength(4);
  const lane = await laneOf(database, partnerId);
  expect(lane).toMatchObject({ lease_id: null, leased_until: null });
  expect(lane.due_at.getTime()).toBeLessThanOrEqual(Date.now());
  const { rows } = await database.owner.query('select * from webhook_dispatchers');
  expect(rows).toEqual([]);
});

test('metrics report lag by class, attempts by outcome and error kind, and waiting deliveries', async () => {
  const good = await addEndpoint(database, receiver.url());
  const bad = await addEndpoint(database, receiver.url(1));
  receiver.answer(({ host }, response) => void response.writeHead(host === receiver.hosts[1] ? 302 : 200).end());
  await recordEvents(database, [good.partnerId, bad.partnerId]);
  const { registry } = start({ timings: { sweepMs: 50 } });
  await until(async () => receiver.requests.length === 2, 'both are received');
  await untilQuiet(database);
  await until(
    async () =>
      /onboarding_webhook_waiting\{service="worker",environment="development"\} [1-9]/.test(await registry.metrics()),
    'the waiting delivery is reported',
  );
  const text = await registry.metrics();
  expect(text).toContain(
    'onboarding_webhook_due_lag_seconds_count{service="worker",environment="development",class="First"} 2',
  );
  expect(text).toContain(
    'onboarding_webhook_attempts_total{outcome="delivered",error_kind="none",service="worker",environment="development"} 1',
  );
  expect(text).toContain(
    'onboarding_webhook_attempts_total{outcome="failed",error_kind="Redirect",service="worker",environment="development"} 1',
  );
  expect(text).toContain('onboarding_webhook_in_flight{service="worker",environment="development"} 0');
  expect(text).toMatch(/onboarding_webhook_waiting_oldest_seconds\{service="worker",environment="development"\} \d/);
  expect(text).toContain('onboarding_webhook_forgotten_lanes{service="worker",environment="development"} 0');
});
