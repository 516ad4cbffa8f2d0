// Tests how dispatchers and their jobs change the tables, with a test clock.
import { openMail } from '@onboarding/domain/mails';
import { uuidv7 } from '@onboarding/platform/ids';
import { createMetrics } from '@onboarding/platform/metrics';
import { DatabaseUnavailable, type Db, declaredStatements } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../../tests/harness/database.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  keys,
  laneOf,
  makeEarlierPartitions,
  openWorkerDb,
  recordEvents,
  wakeLane,
  workerContext,
} from '../../../../../tests/harness/dispatching.ts';
import { PATIENCE_MS } from '../../../../../tests/harness/patience.ts';
import {
  beatAsDispatcher,
  DISPATCHER_SETTINGS,
  endAncientDeliveries,
  fanOut,
  leaveAsDispatcher,
  measureWaiting,
  recoverQuietReceivers,
  resumeDeliveries,
  sweepLanes,
  takeTurns,
} from '../index.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const URL = 'https://hooks.receivers.example/';

let database: TestDatabase;
let db: Db;
let now: Date;
let partnerId: string;
const context = () => workerContext(database, db, { now: () => now });
const earlier = (ms: number) => new Date(now.getTime() - ms);

beforeAll(async () => {
  database = await cloneDatabase();
  await makeEarlierPartitions(database, 12);
  db = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  now = new Date();
  await database.owner.query('truncate webhook_deliveries, event_outbox, webhook_dispatchers');
  await database.owner.query('update webhook_lanes set due_at = null, lease_id = null, leased_until = null');
  partnerId = (await addEndpoint(database, URL, earlier(DAY))).partnerId;
});
afterAll(async () => {
  await db.close();
  await database.close();
});

/** Retries while the database is too busy, as the queue does. */
async function resume(triesLeft = 3): Promise<void> {
  try {
    await resumeDeliveries(context(), { partnerId }, AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || triesLeft === 0) throw error;
    await resume(triesLeft - 1);
  }
}
const setLane = (what: string, ...values: unknown[]) =>
  database.owner.query(`update webhook_lanes set ${what} where partner_id = $1`, [partnerId, ...values]);

describe('resuming deliveries', () => {
  test('exhausts deliveries older than 72 hours at the time of resuming, and no others', async () => {
    await setLane('resumed_at = $2', earlier(HOUR));
    const { deliveryId } = await addDelivery(database, partnerId, { madeAt: earlier(73 * HOUR) });
    await addDelivery(database, partnerId, { madeAt: earlier(73 * HOUR + 1), class: 'Retry', attemptCount: 3 });
    await database.owner.query(
      `insert into webhook_deliveries select partner_id, overlay(delivery_id::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, event_id,
         event_type, event_version, occurred_at, status, class, attempt_count, next_attempt_at, last_status_code, is_replay
       from webhook_deliveries, generate_series(1, 1200) n where delivery_id = $1`,
      [deliveryId],
    );
    await database.owner.query('delete from webhook_deliveries where delivery_id = $1', [deliveryId]);
    await addDelivery(database, partnerId, { madeAt: new Date(earlier(73 * HOUR).getTime() + 1) });
    const other = (await addEndpoint(database, URL)).partnerId;
    await addDelivery(database, other, { madeAt: earlier(100 * HOUR) });
    await resume();
    const statuses = (await deliveriesOf(database, partnerId)).map(({ status }) => status);
    // Sending resumed an hour ago: a delivery made exactly 73 hours ago was 72 hours old then, and is still sent.
    expect(Object.entries(Object.groupBy(statuses, (status) => status)).map(([s, all]) => [s, all?.length])).toEqual([
      ['Exhausted', 1],
      ['Pending', 1201],
    ]);
    expect(await deliveriesOf(database, other)).toMatchObject([{ status: 'Pending' }]);
    expect((await laneOf(database, partnerId)).due_at).toEqual(now);
  });

  test('moves late retries forward, spaced 100 ms apart, and postpones none', async () => {
    await addDelivery(database, partnerId, { class: 'Retry', attemptCount: 5, nextAttemptAt: earlier(-20 * HOUR) });
    await addDelivery(database, partnerId, { class: 'Retry', attemptCount: 4, nextAttemptAt: earlier(-5 * HOUR) });
    await addDelivery(database, partnerId, { class: 'Retry', attemptCount: 1, nextAttemptAt: earlier(-50) });
    await addDelivery(database, partnerId, { class: 'Replay', attemptCount: 1, nextAttemptAt: earlier(-HOUR) });
    await resume();
    const due = (await deliveriesOf(database, partnerId)).map(
      ({ next_attempt_at: at }) => at.getTime() - now.getTime(),
    );
    expect(due).toEqual([300, 200, 50, HOUR]);
  });

  test('spreads 8,000 retries over about a quarter of an hour', async () => {
    const { deliveryId } = await addDelivery(database, partnerId, {
      class: 'Retry',
      nextAttemptAt: earlier(-9 * HOUR),
    });
    await database.owner.query(
      `insert into webhook_deliveries select partner_id, overlay(delivery_id::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, event_id,
         event_type, event_version, occurred_at, status, class, attempt_count, next_attempt_at, last_status_code, is_replay
       from webhook_deliveries, generate_series(1, 7999) n where delivery_id = $1`,
      [deliveryId],
    );
    await resume();
    const { rows } = await database.owner.query(
      `select max(next_attempt_at) as last, max(count)::int as together, sum(count)::int as all from (
         select next_attempt_at, count(*) from webhook_deliveries where partner_id = $1 group by 1) x`,
      [partnerId],
    );
    expect(rows[0].all).toBe(8_000);
    expect(rows[0].together).toBeLessThanOrEqual(4);
    expect(rows[0].last.getTime()).toBeLessThanOrEqual(now.getTime() + 1_000 * SECOND);
  });

  test('ignores an endpoint that was disabled again in the meantime', async () => {
    await setLane(`status = 'Disabled', disabled_at = $2, disabled_reason = 'Gone', resumed_at = $2`, now);
    await addDelivery(database, partnerId, { madeAt: earlier(80 * HOUR) });
    await resume();
    expect(await deliveriesOf(database, partnerId)).toMatchObject([{ status: 'Pending' }]);
    expect((await laneOf(database, partnerId)).due_at).toBeNull();
  });
});

test('an event from before the endpoint was registered is unrouted, no matter when fan-out takes it', async () => {
  const [before] = await recordEvents(database, [partnerId], earlier(1));
  const late = (await addEndpoint(database, URL, now)).partnerId;
  const events = [
    ...(await recordEvents(database, [late], earlier(HOUR))),
    ...(await recordEvents(database, [late], earlier(1))),
    ...(await recordEvents(database, [late], now)),
  ];
  const made = await db.transaction((tx) => fanOut(tx, { now, limit: 50 }));
  expect(made).toEqual({ taken: 4, partnerIds: expect.toSatisfy((ids: string[]) => ids.length === 2) });
  expect(await deliveriesOf(database, late)).toMatchObject([{ event_id: events[2]?.eventId }]);
  expect(await deliveriesOf(database, partnerId)).toMatchObject([{ event_id: before?.eventId }]);
});

// The outbox fills and empties, so the planner's statistics are outdated: they may say that it is empty, and that repeating
// the scan for each row is cheap.
test('fan-out takes no more events than its limit, even with a plan cached while the outbox was empty', async () => {
  await recordEvents(database, Array(300).fill(partnerId), now);
  await database.owner.query('delete from event_outbox');
  await database.owner.query('vacuum analyze event_outbox');
  const fresh = openWorkerDb(database, createMetrics('worker'));
  const round = () => fresh.transaction((tx) => fanOut(tx, { now, limit: 50 }));
  expect((await round()).taken).toBe(0);
  await recordEvents(database, Array(300).fill(partnerId), now);
  expect([await round(), await round(), await round()]).toMatchObject([{ taken: 50 }, { taken: 50 }, { taken: 50 }]);
  await fresh.close();
});

describe('the sweeper', () => {
  test('skips lanes that are already due, leased, paused or disabled, or whose deliveries are due later', async () => {
    await addDelivery(database, partnerId, { nextAttemptAt: earlier(300 * SECOND) });
    for (const state of [
      'due_at = $2',
      `due_at = $2::timestamptz + interval '50 s', leased_until = $2::timestamptz + interval '50 s', lease_id = gen_random_uuid()`,
      `due_at = null, lease_id = null, leased_until = null, paused_at = $2`,
      `paused_at = null, status = 'Disabled', disabled_at = $2, disabled_reason = 'Gone'`,
    ]) {
      await setLane(state, now);
      expect(await sweepLanes(context())).toBe(0);
    }
    await setLane(`status = 'Active', disabled_at = null, disabled_reason = null`);
    await database.owner.query('update webhook_deliveries set next_attempt_at = $1', [earlier(-HOUR)]);
    expect(await sweepLanes(context())).toBe(0);
    expect((await laneOf(database, partnerId)).due_at).toBeNull();
  });

  test.each(['First', 'Retry', 'Replay'])('wakes a sleeping lane with a due delivery of class %s', async (kind) => {
    await addDelivery(database, partnerId, { class: kind, nextAttemptAt: earlier(11 * SECOND) });
    expect(await sweepLanes(context())).toBe(1);
    expect((await laneOf(database, partnerId)).due_at).toEqual(now);
    expect(await sweepLanes(context())).toBe(0);
  });

  test('recovers a receiver once, after a success and an hour without failures, and mails its admins', async () => {
    await database.owner.query(
      `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
       values (gen_random_uuid(), 'partner', $1, 'admin', $2, $2, 'Ada', 'Active', now())`,
      [partnerId, `admin-${partnerId}@partner.example`],
    );
    await database.owner.query(`delete from pgboss.job where name = 'mail.send'`);
    const memory = { successes: 1, succeedingSince: now.getTime() - HOUR, pulledForward: true };
    await setLane(`status = 'Degraded', degraded_since = $2, health = $3`, earlier(2 * HOUR), memory);
    now = earlier(1);
    expect(await recoverQuietReceivers(context(), 'https://portal.example')).toBe(0);
    now = earlier(-1);
    expect(await recoverQuietReceivers(context(), 'https://portal.example')).toBe(1);
    expect(await recoverQuietReceivers(context(), 'https://portal.example')).toBe(0);
    expect(await laneOf(database, partnerId)).toMatchObject({ status: 'Active', degraded_since: null });
    const { rows } = await database.owner.query(`select data from pgboss.job where name = 'mail.send'`);
    expect(rows.map(({ data }) => openMail(keys, data).subject)).toEqual([
      'Webhook deliveries to hooks.receivers.example are working again',
    ]);
  });

  test('measures the number of waiting deliveries and the age of the oldest', async () => {
    expect(await measureWaiting(context())).toEqual({ waiting: 0, oldestSeconds: null });
    await addDelivery(database, partnerId, { madeAt: earlier(90 * SECOND) });
    await addDelivery(database, partnerId, { madeAt: earlier(10 * SECOND) });
    expect(await measureWaiting(context())).toEqual({ waiting: 2, oldestSeconds: 90 });
  });
});

describe('dispatchers', () => {
  const beat = (dispatcherId: string, startedAt: Date) =>
    db.transaction((tx) => beatAsDispatcher(tx, { dispatcherId, startedAt }, now));

  test('agree on the eldest, and remove dispatchers without a heartbeat for more than 30 seconds', async () => {
    const begun = now;
    const [first, second] = [uuidv7(begun), uuidv7(earlier(-1))];
    expect(await beat(first, begun)).toEqual({ gone: 0, eldest: true });
    expect(await beat(second, earlier(-1))).toEqual({ gone: 0, eldest: false });
    expect(await beat(first, begun)).toEqual({ gone: 0, eldest: true });
    now = new Date(begun.getTime() + 30 * SECOND);
    expect(await beat(second, earlier(-1))).toEqual({ gone: 0, eldest: false });
    now = new Date(begun.getTime() + 31 * SECOND);
    expect(await beat(second, begun)).toEqual({ gone: 1, eldest: true });
    await db.transaction((tx) => leaveAsDispatcher(tx, second));
    const { rows } = await database.owner.query('select * from webhook_dispatchers');
    expect(rows).toEqual([]);
  });
});

test('housekeeping exhausts deliveries still pending after eight days, in chunks', async () => {
  for (const days of [11, 10, 9]) await addDelivery(database, partnerId, { madeAt: earlier(days * DAY) });
  await addDelivery(database, partnerId, { madeAt: earlier(8 * DAY - HOUR) });
  const end = () => db.transaction((tx) => endAncientDeliveries(tx, now, 2));
  expect([await end(), await end(), await end()]).toEqual([2, 1, 0]);
  const rows = await deliveriesOf(database, partnerId);
  expect(rows.map(({ status }) => status)).toEqual(['Exhausted', 'Exhausted', 'Exhausted', 'Pending']);
});

describe('dispatcher statements', () => {
  let client: pg.Client;
  const plan = async (name: string, values: Record<string, unknown>) => {
    const declared = declaredStatements().find((one) => one.name === name);
    if (declared === undefined) throw new Error(`The statement ${name} has another name`);
    const { text, order } = declared;
    const types = order.map(() => 'unknown').join(', ');
    await client.query(`deallocate all`);
    await client.query(`prepare checked (${types}) as ${text}`);
    const literals = order.map((one) => pg.escapeLiteral(String(values[one])));
    await client.query('begin');
    const { rows } = await client.query(
      `explain (analyze, costs off, timing off, summary off) execute checked (${literals.join(', ')})`,
    );
    await client.query('rollback');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const array = (ids: string[]) => `{${ids.join(',')}}`;
  async function addOneEach(partners: number): Promise<void> {
    for (let count = 0; count < partners; count++)
      await addDelivery(database, (await addEndpoint(database, URL, earlier(DAY))).partnerId);
  }
  /** Otherwise autovacuum would decide which statistics exist. */
  async function stopAutovacuum(): Promise<void> {
    const { rows } = await database.owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'webhook_deliveries'::regclass`,
    );
    for (const { name } of rows) await database.owner.query(`alter table ${name} set (autovacuum_enabled = false)`);
  }

  beforeAll(async () => {
    client = new pg.Client({
      connectionString: database.workerUrl,
      options: Object.entries(DISPATCHER_SETTINGS)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    });
    await client.connect();
    await stopAutovacuum();
  });
  afterAll(() => client.end());

  /** The partitions of the table that were scanned, by index only. */
  function partitionsOf(text: string, table: string): string[] {
    expect(text).not.toMatch(new RegExp(`Seq Scan on ${table}`));
    const used = text.split('\n').filter((line) => line.includes(`on ${table}_2`));
    return [...new Set(used.map((line) => /on (\w+_2\d+)/.exec(line)?.[1] ?? ''))].sort();
  }
  const suffix = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

  test('find due deliveries by index, only in the partitions of the last eight days', async () => {
    for (let count = 0; count < 50; count++) await addDelivery(database, partnerId, { madeAt: earlier(count) });
    await wakeLane(database, partnerId, now);
    const until = new Date(now.getTime() + 60_000);
    const leaseId = uuidv7(now);
    await setLane('due_at = $2, lease_id = $3', until, leaseId);
    const floor = `${uuidv7(earlier(8 * DAY)).slice(0, 13)}-0000-0000-000000000000`;
    const text = await plan('webhook_deliveries_due', {
      until: until.toISOString(),
      leaseId,
      now: now.toISOString(),
      oldest: floor,
      deliveriesPerLane: 30,
      notYetMade: uuidv7(earlier(-DAY)),
    });
    expect(text).toMatch(/Index Scan using webhook_lanes_due on webhook_lanes/);
    expect(text).toMatch(/Subplans Removed/);
    const looked = partitionsOf(text, 'webhook_deliveries');
    expect(looked[0]).toBe(`webhook_deliveries_${suffix(now.getTime() - 8 * DAY)}`);
    expect(looked.at(-1)).toBe(`webhook_deliveries_${suffix(now.getTime() + DAY)}`);
    expect(text).toMatch(/\(never executed\)/);
    expect(text).not.toMatch(/Sort Method|Seq Scan/);
    expect(partitionsOf(text, 'events').length).toBeGreaterThan(0);
    expect(text).toMatch(/Index Scan using \w+ on events_\d+ \w+ \(actual rows=1 loops=\d+\)/);
  });

  test.each([
    [
      'webhook_lanes_lease',
      () => ({ lanes: 100, until: earlier(-60_000).toISOString(), leaseId: uuidv7(now), failing: true }),
    ],
    ['webhook_lanes_wake', () => ({ partnerIds: array([partnerId]), at: now.toISOString() })],
    [
      'webhook_lanes_look',
      () => ({
        partnerIds: array([partnerId]),
        releasedUntil: now.toISOString(),
        oldest: uuidv7(earlier(8 * DAY)),
        notYetMade: uuidv7(earlier(-DAY)),
      }),
    ],
    ['webhook_lanes_lock', () => ({ partnerIds: array([partnerId]) })],
    ['webhook_statistics_delete_old', () => ({ before: earlier(31 * DAY).toISOString(), limit: 100 })],
    ['webhook_fan_out', () => ({ limit: 50, deliveryIds: array([uuidv7(now)]) })],
    [
      'webhook_attempts_record',
      () => ({
        outcomes: JSON.stringify([
          { partner_id: partnerId, delivery_id: uuidv7(now), attempt_no: 1, url: URL, duration_ms: 1 },
        ]),
      }),
    ],
  ])('%s scans no whole table', async (name, values: () => Record<string, unknown>) => {
    await recordEvents(database, [partnerId]);
    await addDelivery(database, partnerId);
    const text = await plan(name, { now: now.toISOString(), ...values() });
    expect(text).toMatch(/Index (Only )?Scan/);
    expect(text).not.toMatch(/Seq Scan on (webhook|event)/);
  });

  // A partition is analysed early in its day; its statistics are then still used for thousands of rows.
  describe.each<[string, () => Promise<unknown>]>([
    ['never analysed', async () => {}],
    ['analysed with one delivery', () => addDelivery(database, partnerId)],
    ['analysed with one delivery of each of 80 partners', () => addOneEach(80)],
  ])('on partitions %s', (statistics, prepare) => {
    test.each(['webhook_attempts_record', 'webhook_deliveries_set_aside'])(
      '%s looks up each delivery by its key, no matter how many are waiting',
      async (name) => {
        await prepare();
        if (statistics !== 'never analysed') await database.owner.query('analyze webhook_deliveries');
        await recordEvents(database, Array(2_000).fill(partnerId), now);
        await db.transaction((tx) => fanOut(tx, { now, limit: 2_000 }));
        const waiting = await deliveriesOf(database, partnerId);
        const outcomes = waiting.slice(-100).map(({ delivery_id }) => ({
          partner_id: partnerId,
          delivery_id,
          ...{ attempt_no: 1, attempt_count: 0, url: URL, duration_ms: 1, sent_at: now, completed_at: now },
          ...{ status: 'Delivered', class: 'First' },
        }));
        // Each statement has its own parameter name for the list.
        const text = await plan(name, { outcomes: JSON.stringify(outcomes), deliveries: JSON.stringify(outcomes) });
        expect(text).toMatch(/Index Scan using webhook_deliveries_\d+_pkey .*\(actual rows=1 loops=100\)/);
        expect(text).not.toMatch(/Rows Removed by Join Filter|Materialize/);
        expect(text.match(/never executed/g)?.length).toBeGreaterThan(10);
      },
    );
  });

  test('do not wake or lease a paused lane', async () => {
    await setLane(`paused_at = $2, due_at = $2`, now);
    await recordEvents(database, [partnerId]);
    const { partnerIds } = await db.transaction((tx) => fanOut(tx, { now, limit: 50 }));
    expect(partnerIds).toEqual([partnerId]);
    const terms = { now, leaseMs: 60_000, lanes: 10, failing: true, deliveriesPerLane: 10 };
    expect(await db.transaction((tx) => takeTurns(tx, terms))).toEqual([]);
    await setLane('paused_at = null');
  });
});
