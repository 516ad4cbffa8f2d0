// The webhook overview for a partner's users: pending deliveries, hourly statistics, and who changed what.
import {
  type ErrorKind,
  PENDING_COUNTED,
  webhookChangePageSchema,
  webhookEndpointSchema,
  webhookStatisticsSchema,
} from '@onboarding/contract';
import {
  deleteOldStatistics,
  endAncientDeliveries,
  type MadeAttempt,
  pauseEndpoint,
  readEndpoint,
  readStatistics,
  recordTurns,
  resumeDeliveries,
} from '@onboarding/domain/webhooks';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db, Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { explaining } from '../../harness/checks/plans.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { addDelivery, makeEarlierPartitions, openWorkerDb, workerContext } from '../../harness/dispatching.ts';
import { PATIENCE_MS } from '../../harness/patience.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { HOOK_URL } from '../../harness/values.ts';
import { ask, beat, disable, register, storeDeliveries, storeEvents } from '../../harness/webhooks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In the middle of an hour, so that times a few minutes away are in the same hour. */
const START = Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2;
const time = { at: START };
const now = () => new Date(time.at);
let database: TestDatabase;
let api: TestApi;
let worker: Db;
let partnerId: string;
let admin: SignedIn;
const context = () => workerContext(database, worker, { now });

beforeAll(async () => {
  database = await cloneDatabase();
  await makeEarlierPartitions(database, 12);
  api = await startTestApi(database, { clock: { now } });
  worker = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  time.at = START;
  ({ partnerId } = await database.addPartner());
  admin = await signIn(database, { partnerId, at: now() });
  await beat(database.owner, now());
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await database.close();
});

const read = async (person = admin) =>
  webhookEndpointSchema.strict().parse((await ask(api, person, 'GET', '')).json().value);
const statistics = async (query = '', person = admin) =>
  webhookStatisticsSchema.strict().parse((await ask(api, person, 'GET', `/statistics${query}`)).json().value);
const changes = async (query = '', person = admin) =>
  webhookChangePageSchema.strict().parse((await ask(api, person, 'GET', `/changes${query}`)).json().value);

interface Outcome {
  errorKind?: ErrorKind | null;
  attemptCount?: number;
  durationMs?: number;
  at?: Date;
}

/** A pending delivery with one attempt, as a dispatcher records it. */
async function attempted(partner: string, outcome: Outcome = {}): Promise<MadeAttempt> {
  const { errorKind = null, attemptCount = 0, durationMs = 40, at = now() } = outcome;
  const { deliveryId, eventId } = await addDelivery(database, partner, { attemptCount, madeAt: at });
  const delivery = { partnerId: partner, deliveryId, eventId, attemptCount, nextAttemptAt: at, isReplay: false };
  return {
    delivery: { ...delivery, eventType: 'x', class: 'First', body: '{}', traceparent: null },
    ...{ sentAt: at, endedAt: at, durationMs, errorKind, statusCode: errorKind === null ? 204 : 500 },
    ...{ excerpt: null, retryAfter: null, signature: 'v1,signed' },
  };
}

const record = (attempts: readonly MadeAttempt[], expired: readonly MadeAttempt[] = []) => {
  const turns = [...Map.groupBy([...attempts, ...expired], ({ delivery }) => delivery.partnerId)].map(
    ([partner, own]) => ({
      lane: { partnerId: partner, leaseId: crypto.randomUUID(), url: HOOK_URL },
      startedAt: now(),
      attempts: own.filter((one) => attempts.includes(one)),
      expired: own.filter((one) => expired.includes(one)).map(({ delivery }) => delivery),
      postponed: [],
    }),
  );
  const terms = { now: now(), releasedUntil: now(), portalUrl: 'https://portal.example' };
  return worker.transaction((tx) => recordTurns(tx, context(), turns, terms));
};

describe('the state of the webhook', () => {
  test('shows when it was registered, how many deliveries are pending, and its last success', async () => {
    await register(api, admin);
    expect(await read()).toMatchObject({
      ...{ registeredAt: now().toISOString(), previousSecretExpiresAt: null, pausedAt: null },
      ...{ pending: 0, pendingIsCapped: false, oldestPendingAt: null, lastSuccessAt: null },
    });
    const first = new Date(START - 5 * HOUR);
    const events = await storeEvents(database.owner, { partnerId, count: 3, from: first, everyMs: 60_000 });
    await storeDeliveries(database.owner, events, { status: 'Pending', afterMs: 1_000 });
    await record([await attempted(partnerId, { at: new Date(START - 1_000) })]);
    await record([await attempted(partnerId, { errorKind: 'HttpStatus', at: now() })]);
    expect(await read()).toMatchObject({
      // The three, and the failed one, which is retried.
      ...{ pending: 4, oldestPendingAt: first.toISOString(), lastSuccessAt: new Date(START - 1_000).toISOString() },
    });
  });

  test('shows the end of a secret overlap until it is reached', async () => {
    await register(api, admin);
    await ask(api, admin, 'POST', '/rotate-secret');
    expect((await read()).previousSecretExpiresAt).toBe(new Date(START + DAY).toISOString());
    time.at = START + DAY;
    admin = await signIn(database, { partnerId, at: now() });
    expect((await read()).previousSecretExpiresAt).toBeNull();
  });

  test('shows that an operator has paused it', async () => {
    await register(api, admin);
    await worker.transaction((tx) => pauseEndpoint(tx, context(), { partnerId, operator: 'grace' }));
    expect((await read()).pausedAt).toBe(now().toISOString());
  });

  test('caps the number of pending deliveries at 10,000 and reads no more rows than that', async () => {
    await register(api, admin);
    const from = new Date(START - 10 * HOUR);
    const more = PENDING_COUNTED + 5_000;
    await storeDeliveries(database.owner, await storeEvents(database.owner, { partnerId, count: more, from }), {
      status: 'Pending',
    });
    await database.owner.query('analyze webhook_deliveries');
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    const reading = (tx: Tx) => readEndpoint(tx, partnerId, now());
    const explained = await explaining(client, partnerId, /^endpoint_pending$/, reading, { carriedOut: true });
    await client.end();
    expect(explained.result).toMatchObject({
      ...{ pending: PENDING_COUNTED, pendingIsCapped: true, oldestPendingAt: from.toISOString() },
    });
    const scans = explained.plans.flatMap(({ nodes }) => nodes).filter((node) => node['Relation Name'] !== undefined);
    const rowsRead = scans.reduce((rows, node) => rows + (node['Actual Rows'] ?? 0), 0);
    expect(rowsRead).toBeGreaterThan(PENDING_COUNTED);
    // One more to detect that there are more, and the oldest one of each day.
    expect(rowsRead).toBeLessThan(PENDING_COUNTED + 100);
  });
});

describe('the statistics', () => {
  test('count every attempt once, by hour and outcome, even if it is recorded twice', async () => {
    await register(api, admin);
    const anHourAgo = new Date(START - HOUR);
    const attempts = [
      await attempted(partnerId, { durationMs: 100 }),
      await attempted(partnerId, { durationMs: 900 }),
      await attempted(partnerId, { errorKind: 'ConnectRefused' }),
      await attempted(partnerId, { errorKind: 'HttpStatus', attemptCount: 7 }),
      await attempted(partnerId, { at: anHourAgo }),
    ];
    await record(attempts.slice(0, 1));
    await record(attempts);
    await record(attempts);
    const { items, total } = await statistics();
    expect(total).toMatchObject({ delivered: 3, failed: 2, exhausted: 1 });
    expect(items.at(-1)).toMatchObject({
      ...{ delivered: 2, failed: 2, exhausted: 1 },
      errorKinds: [
        { errorKind: 'ConnectRefused', failed: 1 },
        { errorKind: 'HttpStatus', failed: 1 },
      ],
    });
    expect(items.at(-1)?.p95Ms).toBeGreaterThanOrEqual(900);
    expect(items.at(-2)).toMatchObject({ delivered: 1, failed: 0 });
    const byDay = await statistics('?bucket=Day');
    expect([byDay.items.length, byDay.total]).toEqual([30, total]);
  });

  test('count every exhausted delivery, however it was given up', async () => {
    await register(api, admin);
    const [late, last] = [await attempted(partnerId), await attempted(partnerId, { errorKind: 'HttpStatus' })];
    // Recorded together: a delivery after its last failed attempt, and one that is too old to be sent.
    await record([{ ...last, delivery: { ...last.delivery, attemptCount: 7 } }], [late]);
    await database.owner.query('update webhook_deliveries set attempt_count = 7 where delivery_id = $1', [
      last.delivery.deliveryId,
    ]);
    await record([{ ...last, delivery: { ...last.delivery, attemptCount: 7 } }]);
    expect((await statistics()).total.exhausted).toBe(2);
    // Deliveries that waited too long when sending resumes, and those that only housekeeping ends.
    await addDelivery(database, partnerId, { madeAt: new Date(START - 80 * HOUR) });
    await database.owner.query('update webhook_lanes set resumed_at = $2 where partner_id = $1', [partnerId, now()]);
    await resumeDeliveries(context(), { partnerId }, AbortSignal.timeout(PATIENCE_MS));
    expect((await statistics()).total.exhausted).toBe(3);
    await addDelivery(database, partnerId, { madeAt: new Date(START - 9 * DAY) });
    await worker.transaction((tx) => endAncientDeliveries(tx, now(), 1_000));
    expect((await statistics()).total.exhausted).toBe(4);
  });

  test('are exact when several dispatchers record attempts for the same receivers concurrently', async () => {
    const others = [partnerId, (await database.addPartner()).partnerId];
    await register(api, admin);
    await register(api, await signIn(database, { partnerId: others[1] ?? '', at: now() }));
    const rounds = 12;
    const groups: MadeAttempt[][] = [];
    for (let round = 0; round < rounds; round++) {
      const made = others.flatMap((partner) => [
        attempted(partner, { durationMs: 10 * round }),
        attempted(partner, { errorKind: 'TlsFailure' }),
      ]);
      groups.push(await Promise.all(made));
    }
    await Promise.all(groups.map((group, at) => record(at % 2 === 0 ? group : group.toReversed())));
    expect((await statistics()).total).toMatchObject({ delivered: rounds, failed: rounds });
  });

  test('include only deliveries of this partner, and are empty without a webhook', async () => {
    const outsider = await signIn(database, { at: now() });
    await register(api, admin);
    await record([await attempted(partnerId)]);
    expect((await statistics()).total.delivered).toBe(1);
    expect((await statistics('', outsider)).total).toEqual({
      ...{ delivered: 0, failed: 0, exhausted: 0, p95Ms: null, errorKinds: [] },
    });
  });

  test.each([
    ['?bucket=Week', 'ValidationControl.Error', 'Hour'],
    ['?from=yesterday', 'ValidationControl.Error', 'must be a date'],
    ['?from=2026-11-02&to=2026-11-01', 'Webhook.RangeInvalid', 'later than from'],
    ['?from=2026-11-01&to=2026-11-09', 'ValidationControl.Error', 'bucket=Day'],
    ['?bucket=Day&from=2026-09-01&to=2026-11-01', 'ValidationControl.Error', '31 days'],
  ])('%s is rejected with 400 and an explanation', async (query, code, told) => {
    const answer = await ask(api, admin, 'GET', `/statistics${query}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, code]);
    expect(answer.body).toContain(told);
  });

  test('are read by primary key, within the requested period, and old ones are deleted', async () => {
    await database.owner.query(
      `insert into webhook_statistics select $1, h, o, 1, '{0,1}' from generate_series($2::timestamptz - interval '300 days', $2, interval '1 hour') h,
         unnest(array['Delivered', 'HttpStatus', 'TlsFailure']) o`,
      [partnerId, new Date(START - HOUR / 2)],
    );
    await database.owner.query('analyze webhook_statistics');
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    const { result, plans } = await explaining(client, partnerId, /^webhook_statistics_read$/, (tx) =>
      readStatistics(tx, partnerId, { bucket: 'Day' }, now()),
    );
    await client.end();
    expect(result.total.failed).toBe(2 * result.total.delivered);
    const [scan] = plans.flatMap(({ nodes }) => nodes).filter((node) => node['Index Name'] !== undefined);
    expect(scan?.['Index Name']).toBe('webhook_statistics_pkey');
    expect(scan?.['Index Cond']).toMatch(/partner_id.*hour >=.*hour </s);
    const before = new Date(START - 31 * DAY);
    let deleted = 0;
    for (let more = 1; more > 0; deleted += more) {
      more = await worker.transaction((tx) => deleteOldStatistics(tx, before, 10_000));
    }
    expect(deleted).toBeGreaterThan(269 * 24 * 3);
    const { rows } = await database.owner.query('select min(hour) as oldest from webhook_statistics');
    expect(rows[0].oldest.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });
});

describe('the changes', () => {
  test('show who did what, newest first, with operators unnamed', async () => {
    await register(api, admin);
    const other = await signIn(database, { partnerId, at: now() });
    time.at += 1_000;
    await ask(api, other, 'PUT', '', { body: { url: 'https://other.partner.example/hooks?key=abc' } });
    time.at += 1_000;
    await worker.transaction((tx) => pauseEndpoint(tx, context(), { partnerId, operator: 'grace@operator.example' }));
    time.at += 1_000;
    await disable(database.owner, partnerId, now(), 'Gone');
    await ask(api, admin, 'POST', '/enable');
    const { items, nextCursor } = await changes();
    const { rows } = await database.owner.query('select account_id, name from accounts where partner_id = $1', [
      partnerId,
    ]);
    const nameOf = (accountId: string) => rows.find((row) => row.account_id === accountId).name;
    expect(nextCursor).toBeNull();
    expect(items.map(({ action, actorKind, accountId, name }) => [action, actorKind, accountId, name])).toEqual([
      ['Enabled', 'PartnerPerson', admin.accountId, nameOf(admin.accountId)],
      ['Paused', 'Operator', null, null],
      ['UrlReplaced', 'PartnerPerson', other.accountId, nameOf(other.accountId)],
      ['Registered', 'PartnerPerson', admin.accountId, nameOf(admin.accountId)],
    ]);
    expect(items[2]).toMatchObject({ host: 'other.partner.example', previousHost: 'hooks.partner.example' });
    expect(JSON.stringify(items)).not.toMatch(/grace|key=abc/);
    expect((await changes('', await signIn(database, { at: now() }))).items).toEqual([]);
  });

  test('are paged, and the cursor is rejected for another partner', async () => {
    await register(api, admin);
    for (let times = 0; times < 4; times++) {
      time.at += 1_000;
      await ask(api, admin, 'POST', '/rotate-secret');
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await changes(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ changeId }) => changeId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual((await changes()).items.map(({ changeId }) => changeId));
    expect(seen).toHaveLength(5);
    const { nextCursor } = await changes('?limit=2');
    const outsider = await signIn(database, { at: now() });
    const answer = await ask(api, outsider, 'GET', `/changes?cursor=${nextCursor}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'ValidationControl.Error']);
  });
});
