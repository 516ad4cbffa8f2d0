// Replays by filter: dry run, progress and cancellation.
import { replayPageSchema, replayProgressSchema, replayQueuedSchema } from '@onboarding/contract';
import { REPLAY_QUEUE } from '@onboarding/domain/webhooks';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { continueReplays } from '../../../apps/worker/src/jobs/replay-job.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { openDispatcher } from '../../harness/dispatcher.ts';
import { laneOf, openWorkerDb, workerContext } from '../../harness/dispatching.ts';
import { PATIENCE_MS, until } from '../../harness/patience.ts';
import { type Receiver, startReceiver } from '../../harness/servers/receiver.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { ask, beat, register, storeDeliveries, storeEvents, storeReplay } from '../../harness/webhooks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let database: TestDatabase;
let api: TestApi;
let worker: Db;
let partnerId: string;
let developer: SignedIn;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
  worker = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  ({ partnerId } = await database.addPartner());
  developer = await signIn(database, { partnerId, role: 'developer' });
  await register(api, await signIn(database, { partnerId }));
  await beat(database.owner, new Date());
  await database.owner.query('delete from pgboss.job');
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await database.close();
});

const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
const window = () => ({ from: iso(-2 * HOUR), to: iso(1_000) });

async function replay(filter: object = {}) {
  const answer = await ask(api, developer, 'POST', '/replay', { body: { ...window(), ...filter } });
  expect(answer.statusCode, answer.body).toBe(200);
  const { created, replaySeries } = replayQueuedSchema.strict().parse(answer.json().value);
  return { created, series: replaySeries ?? '' };
}

async function progress(series: string, who = developer) {
  const answer = await ask(api, who, 'GET', `/replays/${series}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return replayProgressSchema.strict().parse(answer.json().value);
}

async function cancel(series: string) {
  const answer = await ask(api, developer, 'POST', `/replays/${series}/cancel`);
  expect(answer.statusCode, answer.body).toBe(200);
  return replayProgressSchema.strict().parse(answer.json().value);
}

/** Handles all queued jobs as the worker does. Returns the warnings that it logs. */
async function work(): Promise<Record<string, unknown>[]> {
  const warned: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'worker', level: 'warn' },
    { write: (line) => void warned.push(JSON.parse(line)) },
  );
  const { rows } = await database.owner.query('delete from pgboss.job where name = $1 returning data, created_on, id', [
    REPLAY_QUEUE,
  ]);
  // In one run, however slow the machine is.
  const handle = continueReplays({ ...workerContext(database, worker), logger }, { runMs: PATIENCE_MS });
  for (const { data } of rows)
    await handle({ id: 'job', payload: data, attempt: 1, signal: AbortSignal.timeout(PATIENCE_MS) });
  return warned;
}

const eventsOf = async (series: string): Promise<string[]> =>
  (
    await database.owner.query('select event_id from webhook_deliveries where replay_series = $1 order by event_id', [
      series,
    ])
  ).rows.map(({ event_id }) => event_id);

const changes = async () =>
  (
    await database.owner.query('select action from webhook_changes where partner_id = $1 order by change_id', [
      partnerId,
    ])
  ).rows
    .map(({ action }) => action)
    .filter((action) => action !== 'Registered');

describe('a replay sends, for the filter', () => {
  let delivered: string[];
  let exhausted: string[];
  let recovered: string[];
  let earlier: string;
  beforeEach(async () => {
    const { owner } = database;
    const some = (count: number, type?: string) =>
      storeEvents(owner, {
        partnerId,
        count,
        from: new Date(Date.now() - HOUR),
        ...(type === undefined ? {} : { type }),
      });
    delivered = await some(5);
    exhausted = await some(3, 'business.person.added');
    recovered = await some(2);
    await storeDeliveries(owner, delivered);
    await storeDeliveries(owner, [...exhausted, ...recovered], { status: 'Exhausted' });
    // Delivered by an earlier replay.
    earlier = await storeReplay(owner, { partnerId, at: new Date(), created: 2 });
    await storeDeliveries(owner, recovered, { series: earlier, afterMs: 1_000 });
    await storeDeliveries(owner, await some(4), { status: 'Pending' });
  });

  /** A dry run first; the replay then sends the same number. */
  async function sent(filter: object): Promise<string[]> {
    const counted = await replay({ ...filter, dryRun: true });
    expect(counted.series, 'a dry run has no series').toBe('');
    expect(await changes(), 'a dry run leaves nothing').toEqual([]);
    const { created, series } = await replay(filter);
    expect(created).toBe(counted.created);
    expect(await work()).toEqual([]);
    const events = await eventsOf(series);
    expect(events).toHaveLength(created);
    return events;
  }
  const sorted = (...ids: string[][]) => ids.flat().sort();

  test('none: delivered and exhausted events', async () => {
    expect(await sent({})).toEqual(sorted(delivered, exhausted, recovered));
  });
  test('Delivered: events with a successful delivery', async () => {
    expect(await sent({ status: 'Delivered' })).toEqual(sorted(delivered, recovered));
  });
  test('Exhausted: only events that no other delivery has delivered since', async () => {
    expect(await sent({ status: 'Exhausted' })).toEqual(sorted(exhausted));
  });
  test('Exhausted with a type that has no failures: nothing', async () => {
    expect(await sent({ status: 'Exhausted', eventType: 'business.profile.updated' })).toEqual([]);
  });
  test('Pending: nothing, because they are sent anyway', async () => {
    expect(await sent({ status: 'Pending' })).toEqual([]);
  });
  test('replaySeries: the events of that replay', async () => {
    expect(await sent({ replaySeries: earlier })).toEqual(sorted(recovered));
  });
  test('replaySeries of another partner: nothing', async () => {
    const { partnerId: other } = await database.addPartner();
    await register(api, await signIn(database, { partnerId: other }));
    expect(
      await sent({ replaySeries: await storeReplay(database.owner, { partnerId: other, at: new Date() }) }),
    ).toEqual([]);
  });
});

test('a replay sends the rest if some of its events have been purged since, and the worker warns of their number', async () => {
  const { owner } = database;
  const events = await storeEvents(owner, { partnerId, count: 5, from: new Date(Date.now() - HOUR) });
  await storeDeliveries(owner, events);
  const { series } = await replay();
  await owner.query('delete from webhook_deliveries where event_id = any($1)', [events.slice(0, 2)]);
  await owner.query('delete from events where event_id = any($1)', [events.slice(0, 2)]);
  expect(await work()).toMatchObject([{ missing: 2, msg: 'events of a replay were already purged' }]);
  expect(await eventsOf(series)).toEqual(events.slice(2));
});

test('a replay by customerId sends only the events of that business', async () => {
  const { owner } = database;
  const own = api.partner.partnerId;
  const [admin, created] = [await signIn(database, { partnerId: own }), await api.create(validBody())];
  await register(api, admin);
  const { customerId } = created.json().value;
  await storeDeliveries(owner, await storeEvents(owner, { partnerId: own, count: 5, from: new Date() }));
  const { rows } = await owner.query('select event_id from events where customer_id = $1 order by 1', [customerId]);
  const events: string[] = rows.map(({ event_id }) => event_id);
  expect(events.length).toBeGreaterThan(1);
  await storeDeliveries(owner, events.slice(1));
  await storeDeliveries(owner, events.slice(0, 1), { status: 'Exhausted' });
  const asked = async (body: object) =>
    (await ask(api, admin, 'POST', '/replay', { body: { ...window(), customerId, ...body } })).json().value;
  expect(await asked({ dryRun: true })).toEqual({ created: events.length, replaySeries: null });
  expect(await asked({ dryRun: true, status: 'Exhausted' })).toEqual({ created: 1, replaySeries: null });
  const { replaySeries } = await asked({});
  await work();
  expect(await eventsOf(replaySeries)).toEqual(events);
});

test.each([
  ['status', { status: 'Lost' }, 'Webhook.StatusUnknown', '/status'],
  ['status', { status: 7 }, 'ValidationControl.Error', '/status'],
  ['customerId', { customerId: 'x' }, 'ValidationControl.Error', '/customerId'],
  ['replaySeries', { replaySeries: '' }, 'ValidationControl.Error', '/replaySeries'],
  ['dryRun', { dryRun: 'yes' }, 'ValidationControl.Error', '/dryRun'],
  [
    'combination of includeUnrouted and status',
    { includeUnrouted: true, status: 'Delivered' },
    'ValidationControl.Error',
    '/includeUnrouted',
  ],
])('an invalid %s is rejected with 400 and a pointer', async (_what, filter, code, pointer) => {
  const answer = await ask(api, developer, 'POST', '/replay', { body: { ...window(), ...filter } });
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, code]);
  expect(answer.json().error.details).toContainEqual({ pointer, code, message: expect.any(String) });
  expect(await changes()).toEqual([]);
});

describe('the list of replays', () => {
  test('is paged, newest first, with who requested what; another partner sees nothing', async () => {
    await storeDeliveries(database.owner, await storeEvents(database.owner, { partnerId, count: 2, from: new Date() }));
    const asked: string[] = [];
    for (const filter of [
      {},
      { status: 'Exhausted' },
      { eventType: 'business.person.added' },
      { includeUnrouted: true },
    ]) {
      asked.unshift((await replay(filter)).series);
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await ask(api, developer, 'GET', `/replays?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const page = replayPageSchema.strict().parse(answer.json().value);
      seen.push(...page.items.map(({ replaySeries }) => replaySeries));
      cursor = page.nextCursor;
      for (const { requestedBy } of page.items) {
        expect(requestedBy).toEqual({ accountId: developer.accountId, name: expect.stringMatching(/\w/) });
      }
    }
    expect(seen).toEqual(asked);
    expect(await progress(asked[2] ?? '')).toMatchObject({
      filter: { status: 'Exhausted', eventType: null },
      created: 0,
    });
    const outsider = await signIn(database, await database.addPartner());
    expect((await ask(api, outsider, 'GET', '/replays')).json().value).toEqual({ items: [], nextCursor: null });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      const answer = await ask(api, outsider, method, `/replays/${asked[0]}${path}`);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'Webhook.ReplayNotFound']);
    }
  });

  test('excludes replays whose deliveries have been purged', async () => {
    const old = await storeReplay(database.owner, { partnerId, at: new Date(Date.now() - 30 * DAY - 60_000) });
    expect((await ask(api, developer, 'GET', '/replays')).json().value.items).toEqual([]);
    expect((await ask(api, developer, 'GET', `/replays/${old}`)).statusCode).toBe(404);
  });

  test.each(['limit=0', 'limit=101', 'cursor=abc', 'cursor=%21'])('%s is rejected', async (query) => {
    expect((await ask(api, developer, 'GET', `/replays?${query}`)).statusCode).toBe(400);
  });
});

/** Completes some pending deliveries of a replay as the dispatcher does. */
const end = (series: string, status: 'Delivered' | 'Exhausted', count: number) =>
  database.owner.query(
    `update webhook_deliveries set status = $2, next_attempt_at = null, completed_at = now() where delivery_id in (
       select delivery_id from webhook_deliveries where replay_series = $1 and status = 'Pending' order by 1 limit $3)`,
    [series, status, count],
  );

describe('progress', () => {
  const COUNT = 1_600;
  let series: string;
  beforeEach(async () => {
    const events = await storeEvents(database.owner, { partnerId, count: COUNT, from: new Date(Date.now() - HOUR) });
    await storeDeliveries(database.owner, events);
    await beat(database.owner, new Date());
    ({ series } = await replay());
  });
  const sum = ({ delivered, failed, waiting, notSent }: Awaited<ReturnType<typeof progress>>) =>
    delivered + failed + waiting + notSent;

  test('counts every event exactly once, from the request to the end', async () => {
    expect(await progress(series)).toMatchObject({
      created: COUNT,
      status: 'Running',
      waiting: COUNT,
      finishedAt: null,
    });
    await work();
    await end(series, 'Delivered', 100);
    await end(series, 'Exhausted', 7);
    const now = Date.now();
    const half = await progress(series);
    expect(half).toMatchObject({ status: 'Running', delivered: 100, failed: 7, waiting: COUNT - 107, notSent: 0 });
    const left = Date.parse(half.expectedEndAt ?? '') - now;
    expect(left).toBeGreaterThanOrEqual((COUNT - 107) * 100 - 1_000);
    await end(series, 'Delivered', COUNT);
    const done = await progress(series);
    expect(done).toMatchObject({
      status: 'Finished',
      delivered: COUNT - 7,
      failed: 7,
      waiting: 0,
      expectedEndAt: null,
    });
    expect(Date.parse(done.finishedAt ?? '')).toBeGreaterThan(now - 60_000);
    expect(await cancel(series)).toEqual(done);
    expect(await changes()).toEqual(['ReplayRequested']);
  });

  test('has no expected end while the lane is paused', async () => {
    await database.owner.query('update webhook_lanes set paused_at = now() where partner_id = $1', [partnerId]);
    expect(await progress(series)).toMatchObject({ status: 'Running', expectedEndAt: null });
  });

  test.each(['before the worker has begun', 'afterwards'])(
    'when cancelled %s gives up pending deliveries and keeps completed ones',
    async (when) => {
      if (when === 'afterwards') {
        await work();
        await end(series, 'Delivered', 100);
        await end(series, 'Exhausted', 7);
      }
      const [delivered, failed] = when === 'afterwards' ? [100, 7] : [0, 0];
      const answered = await cancel(series);
      expect(answered).toMatchObject({ status: 'Cancelled', expectedEndAt: null });
      expect(sum(answered)).toBe(COUNT);
      await work();
      const after = await progress(series);
      expect(after).toMatchObject({ delivered, failed, waiting: 0, notSent: COUNT - delivered - failed });
      expect(after.finishedAt).not.toBeNull();
      expect(await changes()).toEqual(['ReplayRequested', 'ReplayCancelled']);
      // Cancelling again changes nothing.
      expect((await cancel(series)).cancelledAt).toBe(answered.cancelledAt);
      await work();
      expect(await changes()).toHaveLength(2);
      // The events can be replayed again. A dispatcher's heartbeat is valid for only half a minute, hence the new one.
      await beat(database.owner, new Date());
      expect((await replay()).created).toBe(COUNT);
    },
  );
});

test('a delivery in progress when its replay is cancelled is recorded with its outcome, and not retried', async () => {
  const receiver: Receiver = await startReceiver();
  const held: (() => void)[] = [];
  const statusFor = (body: unknown) => (String(body).includes('"n":0') ? 500 : 200);
  receiver.answer(async ({ body }, response) => {
    await new Promise<void>((resolve) => held.push(resolve));
    response.writeHead(statusFor(body)).end();
  });
  await database.owner.query('update webhook_endpoints set url = $2 where partner_id = $1', [
    partnerId,
    receiver.url(),
  ]);
  const events = await storeEvents(database.owner, { partnerId, count: 20, from: new Date(Date.now() - HOUR) });
  await storeDeliveries(database.owner, events);
  const dispatcher = openDispatcher({ database, receiver });
  try {
    const { series } = await replay();
    await work();
    await until(async () => held.length > 1, 'two deliveries are on their way');
    await cancel(series);
    await work();
    const onTheWay = receiver.requests.length;
    expect(await progress(series)).toMatchObject({ waiting: 0, notSent: 20 });
    // The first event fails even if it arrives only now.
    receiver.answer(async ({ body }, response) => void response.writeHead(statusFor(body)).end());
    for (const release of held.splice(0)) release();
    await until(
      async () => (await laneOf(database, partnerId)).lease_id === null,
      'the turn is over, and what it has sent is recorded',
    );
    const { delivered, waiting } = await progress(series);
    expect(receiver.requests.length).toBeLessThan(20);
    expect(onTheWay).toBeGreaterThan(1);
    expect([delivered, waiting]).toEqual([receiver.requests.length - 1, 0]);
    const { rows } = await database.owner.query(
      `select d.status, d.attempt_count, d.next_attempt_at, count(a.attempt_no)::int as attempts
       from webhook_deliveries d left join webhook_attempts a using (partner_id, delivery_id)
       where d.replay_series = $1 and d.event_id = $2 group by d.status, d.attempt_count, d.next_attempt_at`,
      [series, events[0]],
    );
    expect(rows).toEqual([{ status: 'Exhausted', attempt_count: 1, next_attempt_at: null, attempts: 1 }]);
  } finally {
    await dispatcher.stop();
    await receiver.close();
  }
});

describe('concurrent replays', () => {
  const waiting = async () =>
    (
      await database.owner.query(
        `select data->>'replayId' as replay, group_id, priority from pgboss.job where name = $1 order by created_on, priority desc`,
        [REPLAY_QUEUE],
      )
    ).rows;

  test('have lower priority for each further open replay of the same partner, and are grouped by partner', async () => {
    // Neither a completed one nor that of another partner counts.
    const other = await database.addPartner();
    await register(api, await signIn(database, other));
    await storeReplay(database.owner, { partnerId: other.partnerId, at: new Date() });
    const completed = await storeReplay(database.owner, { partnerId, at: new Date() });
    await database.owner.query('update webhook_replays set completed_at = now() where replay_id = $1', [completed]);
    const series: string[] = [];
    for (const hours of [4, 3, 2]) {
      const from = new Date(Date.now() - hours * HOUR);
      await storeDeliveries(database.owner, await storeEvents(database.owner, { partnerId, count: 1, from }));
      const to = new Date(from.getTime() + HOUR / 2);
      series.push((await replay({ from: from.toISOString(), to: to.toISOString() })).series);
    }
    expect(await waiting()).toEqual(
      series.map((one, before) => ({ replay: one, group_id: partnerId, priority: 0 - before })),
    );
  });

  test('take turns: a long one is queued again after its turn, and completed in the following turns; each turn wakes the lane', async () => {
    const events = await storeEvents(database.owner, { partnerId, count: 2_500, from: new Date(Date.now() - HOUR) });
    await storeDeliveries(database.owner, events);
    const { series, created } = await replay();
    expect(created).toBe(2_500);
    const handle = continueReplays(workerContext(database, worker), { runMs: 0 });
    const made: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const jobs = await database.owner.query('delete from pgboss.job where name = $1 returning data', [REPLAY_QUEUE]);
      expect(jobs.rows).toEqual([{ data: { partnerId, replayId: series, before: 0 } }]);
      const payload = jobs.rows[0]?.data;
      await database.owner.query('update webhook_lanes set due_at = null where partner_id = $1', [partnerId]);
      await handle({ id: 'job', payload, attempt: 1, signal: AbortSignal.timeout(PATIENCE_MS) });
      made.push((await eventsOf(series)).length);
      const lane = await database.owner.query('select due_at from webhook_lanes where partner_id = $1', [partnerId]);
      expect(lane.rows).toEqual([{ due_at: expect.any(Date) }]);
    }
    expect(made).toEqual([1_000, 2_000, 2_500, 2_500]);
    expect(await waiting()).toEqual([]);
  });
});
