// Replaying a window: what is rejected, which events are sent, and that exactly the announced number of deliveries is created.
import { replayQueuedSchema } from '@onboarding/contract';
import { REPLAY_QUEUE } from '@onboarding/domain/webhooks';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { QUEUE_HANDLERS } from '../../apps/worker/src/jobs/jobs.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { keep } from '../harness/artefacts.ts';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { insist } from '../harness/insist.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { bareParts } from '../harness/queue-handlers.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ask, beat, makePastPartitions, register, storeDeliveries, storeEvents } from '../harness/webhooks.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** In the middle of a day, so that times close to it are in one partition. */
const START = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;
const time = { at: START };
const now = () => new Date(time.at);
/** The worker's clock advances each time it is read. */
const ticking = { now: () => new Date(time.at++) };
const fault: { before?: string } = {};
let api: TestApi;
let database: TestDatabase;
let worker: Db;
let partnerId: string;
let admin: SignedIn;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now } });
  await makePastPartitions(database.owner, 33);
  worker = openTestDb(database.workerUrl, {
    poolSize: 4,
    beforeStatement(name) {
      if (name !== fault.before) return;
      delete fault.before;
      throw new Error('a fault of the test');
    },
  });
});
beforeEach(async () => {
  time.at = START;
  delete fault.before;
  ({ partnerId } = await database.addPartner());
  admin = await signIn(database, { partnerId, at: now() });
  await beat(database.owner, now());
  await database.owner.query('delete from pgboss.job');
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await database.close();
});

const iso = (at: number) => new Date(at).toISOString();
const ask4 = (body: object) => ask(api, admin, 'POST', '/replay', { body });
const window = { from: iso(START - HOUR), to: iso(START) };

async function replay(body: object = window) {
  const answer = await insist(() => ask4(body));
  expect(answer.statusCode, answer.body).toBe(200);
  const { created, replaySeries } = replayQueuedSchema.strict().parse(answer.json().value);
  return { created, replaySeries: replaySeries ?? '' };
}

async function jobs(): Promise<{ partnerId: string; replayId: string }[]> {
  const { rows } = await database.owner.query('select data from pgboss.job where name = $1 order by created_on, id', [
    REPLAY_QUEUE,
  ]);
  return rows.map(({ data }) => data);
}

/** Handles a job as the worker does. */
async function perform(payload: unknown): Promise<void> {
  const handler = QUEUE_HANDLERS.find(({ queue }) => queue === REPLAY_QUEUE);
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const context = { db: worker, clock: ticking, keys: api.context.keys, logger, jobs: createJobs() };
  const handle = handler?.handle(bareParts(context));
  await handle?.({ id: 'job', payload, attempt: 1, signal: AbortSignal.timeout(PATIENCE_MS) });
}

interface Made {
  delivery_id: string;
  event_id: string;
  [column: string]: unknown;
}
async function madeBy(series: string): Promise<Made[]> {
  const { rows } = await database.owner.query(
    'select * from webhook_deliveries where replay_series = $1 order by delivery_id',
    [series],
  );
  return rows;
}
const eventsOf = (made: readonly Made[]) => made.map(({ event_id }) => event_id);

async function traces() {
  const { rows } = await database.owner.query(
    `select (select count(*)::int from webhook_replays where partner_id = $1) as replays,
       (select count(*)::int from webhook_replay_batches where partner_id = $1) as batches,
       (select count(*)::int from webhook_changes where partner_id = $1 and action = 'ReplayRequested') as changes,
       (select count(*)::int from pgboss.job where name = $2) as jobs`,
    [partnerId, REPLAY_QUEUE],
  );
  return rows[0];
}

describe('a window is rejected, and nothing is stored,', () => {
  test.each([
    ['without from', { to: window.to }, 'Webhook.RangeInvalid', '/from'],
    ['without to', { from: window.from }, 'Webhook.RangeInvalid', '/to'],
    ['with an empty body', {}, 'Webhook.RangeInvalid', '/from'],
    ['with null', { ...window, from: null }, 'Webhook.RangeInvalid', '/from'],
    ['with a number', { ...window, from: 7 }, 'Webhook.RangeInvalid', '/from'],
    ['with a word', { ...window, to: 'now' }, 'Webhook.RangeInvalid', '/to'],
    ['without a zone', { ...window, to: window.to.slice(0, 19) }, 'Webhook.RangeInvalid', '/to'],
    ['with a space instead of a plus', { ...window, to: '2026-11-15T09:00:00 01:00' }, 'Webhook.RangeInvalid', '/to'],
    ['with a day that does not exist', { ...window, from: '2026-02-30T00:00:00Z' }, 'Webhook.RangeInvalid', '/from'],
    ['that is empty', { ...window, to: window.from }, 'Webhook.RangeInvalid', '/to'],
    ['that ends before it begins', { from: window.to, to: window.from }, 'Webhook.RangeInvalid', '/to'],
    ['of more than seven days', { from: iso(START - 7 * DAY - 1), to: window.to }, 'Webhook.RangeTooWide', '/to'],
    [
      'that starts more than 30 days ago',
      { from: iso(START - 30 * DAY - 1), to: iso(START - 29 * DAY) },
      'Webhook.EventExpired',
      '/from',
    ],
    ['with a type that is not a string', { ...window, eventType: 7 }, 'ValidationControl.Error', '/eventType'],
    ['with an empty type', { ...window, eventType: ' ' }, 'ValidationControl.Error', '/eventType'],
    [
      'with "yes" for includeUnrouted',
      { ...window, includeUnrouted: 'yes' },
      'ValidationControl.Error',
      '/includeUnrouted',
    ],
  ])('%s', { tags: ['S-280', 'S-347', 'S-348', 'S-349', 'S-362'] }, async (_what, body, code, pointer) => {
    await register(api, admin);
    await storeDeliveries(
      database.owner,
      await storeEvents(database.owner, { partnerId, count: 3, from: new Date(START - 60_000) }),
    );
    const answer = await ask4(body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, code]);
    expect(answer.json().error.details).toContainEqual({ pointer, code, message: expect.any(String) });
    expect(await traces()).toEqual({ replays: 0, batches: 0, changes: 0, jobs: 0 });
  });

  test('without an endpoint', { tags: ['S-353'] }, async () => {
    const answer = await ask4(window);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'Webhook.EndpointNotFound']);
    expect(await traces()).toEqual({ replays: 0, batches: 0, changes: 0, jobs: 0 });
  });
});

test('accepts exactly seven days, a start exactly 30 days ago, and other time zones', {
  tags: ['S-280', 'S-362'],
}, async () => {
  await register(api, admin);
  expect((await replay({ from: iso(START - 7 * DAY), to: iso(START) })).created).toBe(0);
  expect((await replay({ from: iso(START - 30 * DAY), to: iso(START - 23 * DAY) })).created).toBe(0);
  const events = await storeEvents(database.owner, { partnerId, count: 1, from: new Date(START - HOUR) });
  await storeDeliveries(database.owner, events);
  const elsewhere = (at: number) => `${iso(at + 2 * HOUR).slice(0, 19)}+02:00`;
  expect((await replay({ from: elsewhere(START - HOUR), to: elsewhere(START - HOUR + 1_000) })).created).toBe(1);
});

test('a date means its start in UTC, as in the history', async () => {
  await register(api, admin);
  const midnight = START - 12 * HOUR;
  const moments = [midnight - DAY - 1, midnight - DAY, midnight - 1, midnight];
  for (const at of moments) {
    const events = await storeEvents(database.owner, { partnerId, count: 1, from: new Date(at) });
    await storeDeliveries(database.owner, events);
  }
  const [from, to] = [iso(midnight - DAY), iso(midnight)].map((at) => at.slice(0, 10));
  const history = (await ask(api, admin, 'GET', `/deliveries?from=${from}&to=${to}`)).json().value;
  expect(history.items.map(({ occurredAt }: { occurredAt: string }) => occurredAt)).toEqual([
    iso(midnight - 1),
    iso(midnight - DAY),
  ]);
  expect((await replay({ from, to })).created).toBe(2);
});

describe('a replay sends', () => {
  const owner = () => database.owner;
  const at = (minutes: number) => new Date(START - HOUR + minutes * 60_000);
  let ends: { delivered: string[]; exhausted: string[]; waiting: string[]; unrouted: string[]; replaying: string[] };

  beforeEach(async () => {
    await register(api, admin);
    const some = (minutes: number, type?: string) =>
      storeEvents(owner(), { partnerId, count: 5, from: at(minutes), ...(type === undefined ? {} : { type }) });
    ends = {
      delivered: await some(1),
      exhausted: await some(2, 'business.person.added'),
      waiting: await some(3),
      unrouted: await some(4, 'business.person.added'),
      replaying: await some(5),
    };
    await storeDeliveries(owner(), ends.delivered);
    // An event that was delivered twice is still sent once.
    await storeDeliveries(owner(), ends.delivered, { afterMs: 1_000, replay: true });
    await storeDeliveries(owner(), ends.exhausted, { status: 'Exhausted' });
    await storeDeliveries(owner(), ends.waiting, { status: 'Pending' });
    await storeDeliveries(owner(), ends.replaying);
    await storeDeliveries(owner(), ends.replaying, { status: 'Pending', afterMs: 1_000, replay: true });
    // Not yet picked up by a worker, of another partner, and outside the window.
    const onTheWay = await some(6);
    await owner().query('insert into event_outbox select unnest($1::uuid[]), $2::uuid', [onTheWay, partnerId]);
    const outsider = await database.addPartner();
    await storeDeliveries(owner(), await storeEvents(owner(), { ...outsider, count: 5, from: at(1) }));
    await storeDeliveries(owner(), await storeEvents(owner(), { partnerId, count: 1, from: at(60) }));
    await storeDeliveries(
      owner(),
      await storeEvents(owner(), { partnerId, count: 1, from: new Date(at(0).getTime() - 1) }),
    );
  });

  async function sent(body: object): Promise<string[]> {
    const { created, replaySeries } = await replay({ ...window, ...body });
    for (const job of await jobs()) await perform(job);
    const made = await madeBy(replaySeries);
    expect(made).toHaveLength(created);
    return eventsOf(made);
  }

  test('delivered and exhausted events, but none with a pending delivery', {
    tags: ['S-279'],
  }, async () => {
    expect(await sent({})).toEqual([...ends.delivered, ...ends.exhausted]);
  });

  test('with includeUnrouted, also events without a delivery, but none still in the outbox', {
    tags: ['S-281'],
  }, async () => {
    expect(await sent({ includeUnrouted: true })).toEqual([...ends.delivered, ...ends.exhausted, ...ends.unrouted]);
  });

  test('only events of the given type', { tags: ['S-279'] }, async () => {
    expect(await sent({ eventType: 'business.person.added' })).toEqual(ends.exhausted);
  });

  test('only events of the given type, with includeUnrouted', async () => {
    expect(await sent({ eventType: 'business.person.added', includeUnrouted: true })).toEqual([
      ...ends.exhausted,
      ...ends.unrouted,
    ]);
  });

  test('nothing for an unknown type, and completes without a job', async () => {
    const { created, replaySeries } = await replay({ ...window, eventType: 'business.castle.built' });
    expect(created).toBe(0);
    const { rows } = await owner().query('select completed_at from webhook_replays where replay_id = $1', [
      replaySeries,
    ]);
    expect(rows).toEqual([{ completed_at: now() }]);
    expect(await jobs()).toEqual([]);
  });

  test('no event twice if a second replay starts before the first is done', async () => {
    const first = await replay();
    expect(first.created).toBe(10);
    expect((await replay()).created).toBe(0);
    const more = await replay({ ...window, includeUnrouted: true });
    expect(more.created).toBe(5);
    for (const job of await jobs()) await perform(job);
    expect(eventsOf(await madeBy(more.replaySeries))).toEqual(ends.unrouted);
    expect((await replay({ ...window, includeUnrouted: true })).created).toBe(0);
  });
});

describe('the job', () => {
  const COUNT = 2_345;
  let events: string[];
  beforeEach(async () => {
    await register(api, admin);
    events = await storeEvents(database.owner, { partnerId, count: COUNT, from: new Date(START - HOUR) });
    await storeDeliveries(database.owner, events);
  });

  test('creates every delivery once, in the order of the events, with replay priority, and wakes the lane', async () => {
    const { created, replaySeries } = await replay();
    expect(created).toBe(COUNT);
    expect(await traces()).toEqual({ replays: 1, batches: 3, changes: 1, jobs: 1 });
    time.at += 60_000;
    const [job] = await jobs();
    expect(job).toEqual({ partnerId, replayId: replaySeries, before: 0 });
    await perform(job);
    const made = await madeBy(replaySeries);
    expect(eventsOf(made)).toEqual(events);
    for (const delivery of [made[0], made.at(-1)]) {
      expect(delivery).toMatchObject({
        partner_id: partnerId,
        event_type: 'business.profile.updated',
        status: 'Pending',
        class: 'Replay',
        attempt_count: 0,
        next_attempt_at: expect.any(Date),
        is_replay: true,
        completed_at: null,
      });
    }
    const { rows } = await database.owner.query(
      'select r.created, r.completed_at, l.due_at from webhook_replays r join webhook_lanes l using (partner_id) where replay_id = $1',
      [replaySeries],
    );
    expect(rows).toEqual([{ created: COUNT, completed_at: expect.any(Date), due_at: expect.any(Date) }]);
    expect(rows[0].due_at.getTime()).toBeLessThanOrEqual(time.at);
    expect((await traces()).batches).toBe(0);
  });

  test('includes each event in exactly one of five concurrent replays', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => replay()));
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(COUNT);
  });

  test('creates no further deliveries when repeated or run concurrently', async () => {
    const { replaySeries } = await replay();
    const [job] = await jobs();
    await Promise.all([perform(job), perform(job), perform(job)]);
    await perform(job);
    expect(eventsOf(await madeBy(replaySeries))).toEqual(events);
  });

  test.each([
    'replay_claim',
    'replay_take_batch',
    'replay_insert_batch',
    'replay_complete',
    'webhook_lanes_wake',
    'commit',
  ])('that fails at %s continues where it stopped', async (statement) => {
    const { replaySeries } = await replay();
    const [job] = await jobs();
    fault.before = statement;
    await expect(perform(job)).rejects.toThrow('a fault of the test');
    await database.owner.query('update webhook_lanes set due_at = null where partner_id = $1', [partnerId]);
    await perform(job);
    expect(eventsOf(await madeBy(replaySeries))).toEqual(events);
    const { rows } = await database.owner.query('select due_at from webhook_lanes where partner_id = $1', [partnerId]);
    expect(rows).toEqual([{ due_at: expect.any(Date) }]);
  });

  test('ignores an unknown partner and rejects an invalid payload', async () => {
    await perform({ partnerId: crypto.randomUUID(), replayId: crypto.randomUUID() });
    await expect(perform({ partnerId: 'x' })).rejects.toThrow();
    expect((await traces()).batches).toBe(0);
  });
});

test('ten concurrent replays during live traffic replay no event twice and lose none', async () => {
  await register(api, admin);
  const { owner } = database;
  const first = await storeEvents(owner, { partnerId, count: 1_500, from: new Date(START - HOUR) });
  await storeDeliveries(owner, first.slice(0, 1_000));
  await storeDeliveries(owner, first.slice(1_000), { status: 'Pending' });

  const rounds: { created: number; replaySeries: string }[] = [];
  const stop = { now: false };
  const live = (async () => {
    // Live traffic of the dispatcher and the API: 20 deliveries complete, and 20 events are recorded and assigned to lanes.
    for (let round = 0; !stop.now && round < 25; round++) {
      await owner.query(
        `update webhook_deliveries set status = 'Delivered', completed_at = now() where (partner_id, delivery_id) in (
           select partner_id, delivery_id from webhook_deliveries
           where partner_id = $1 and status = 'Pending' and not is_replay limit 20)`,
        [partnerId],
      );
      const from = new Date(START - HOUR / 2 + round * 1_000);
      await storeEvents(owner, { partnerId, count: 20, from, outgoing: true });
      await owner.query(
        `with taken as (delete from event_outbox where partner_id = $1 returning event_id)
         insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status,
           class, next_attempt_at, is_replay)
         select partner_id, gen_delivery.id, event_id, event_type, 1, occurred_at, 'Pending', 'First', now(), false
         from taken join events using (event_id),
           lateral (select (substr(uuid_floor(occurred_at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id) gen_delivery`,
        [partnerId],
      );
    }
  })();
  const asking = Array.from({ length: 10 }, async (_, index) => {
    rounds.push(await replay({ ...window, includeUnrouted: index % 2 === 0 }));
    for (const job of await jobs()) await perform(job);
  });
  await Promise.all(asking);
  stop.now = true;
  await live;
  for (const job of await jobs()) await perform(job);

  const all: string[] = [];
  for (const { created, replaySeries } of rounds) {
    const made = await madeBy(replaySeries);
    expect(made).toHaveLength(created);
    all.push(...eventsOf(made));
  }
  // Every replay is still Pending, so that no event may be in two replays.
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(first.slice(0, 1_000)));
  const { rows } = await owner.query(
    `select count(*)::int as waiting from webhook_deliveries p join webhook_deliveries r using (partner_id, event_id)
     where partner_id = $1 and p.status = 'Pending' and not p.is_replay and r.is_replay`,
    [partnerId],
  );
  // Events still waiting for their first delivery were never replayed.
  expect(rows).toEqual([{ waiting: 0 }]);
});

// A statement is cancelled after five seconds.
test('100,000 events are selected within the statement timeout', async () => {
  await register(api, admin);
  const { owner } = database;
  const from = new Date(START - 12 * HOUR);
  const events = await storeEvents(owner, { partnerId, count: 100_000, from, everyMs: 400 });
  await storeDeliveries(owner, events.slice(0, 90_000));
  await owner.query('vacuum analyze webhook_deliveries');
  await owner.query('vacuum analyze events');
  for (const [includeUnrouted, expected] of [
    [false, 90_000],
    [true, 10_000],
  ] as const) {
    const { created } = await replay({ from: iso(from.getTime()), to: iso(START), includeUnrouted });
    expect(created).toBe(expected);
  }
});
