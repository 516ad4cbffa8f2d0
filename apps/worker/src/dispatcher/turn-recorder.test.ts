// Recording turns on a real database that tests can make unavailable.
import { type FinishedTurn, takeTurns } from '@onboarding/domain/webhooks';
import { createMetrics } from '@onboarding/platform/metrics';
import { AmbiguousCommit, DatabaseUnavailable, type Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { TIMINGS } from '../../../../tests/harness/dispatcher.ts';
import { ACCEPTED, bareDispatcherParts, refused } from '../../../../tests/harness/dispatcher-parts.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  laneOf,
  openWorkerDb,
  wakeLane,
} from '../../../../tests/harness/dispatching.ts';
import { createTurnRecorder } from './turn-recorder.ts';

let database: TestDatabase;
let db: Db;
let now: Date;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  now = new Date();
  await database.owner.query('update webhook_lanes set due_at = null, lease_id = null, leased_until = null');
});
afterAll(async () => {
  await db.close();
  await database.close();
});

/** Creates a lane with `due` deliveries, of which the turn has sent the first. */
async function makeTurn({ due = 1, attemptCount = 0, answer = {} } = {}): Promise<FinishedTurn> {
  const { partnerId } = await addEndpoint(database, 'https://hooks.receivers.example/');
  for (let count = 0; count < due; count++)
    await addDelivery(database, partnerId, { nextAttemptAt: now, attemptCount });
  await wakeLane(database, partnerId, now);
  const terms = { now, leaseMs: TIMINGS.leaseMs, lanes: 1, failing: true, deliveriesPerLane: 1 };
  const [turn] = await db.transaction((tx) => takeTurns(tx, terms));
  if (turn === undefined || ACCEPTED.ours) throw new Error('The lane is not due');
  const { ours: _, ...answered } = ACCEPTED;
  const attempts = turn.deliveries.map((delivery) => ({
    ...{ delivery, sentAt: now, endedAt: now, signature: 'v1,signed' },
    ...answered,
    ...answer,
  }));
  return { lane: turn.lane, startedAt: now, attempts, expired: [], postponed: [] };
}

/** `fail` gets the number of each transaction and returns the error with which it fails, if any. */
function open(fail: (transaction: number) => Error | undefined = () => undefined) {
  let transactions = 0;
  let woken = 0;
  const atRecorded: (() => Promise<void>)[] = [];
  const parts = bareDispatcherParts({
    clock: { now: () => now },
    db: {
      ...db,
      async transaction(work, options) {
        const error = fail(++transactions);
        if (error !== undefined) throw error;
        return db.transaction(work, options);
      },
    },
    async faultPoint(name) {
      if (name === 'recorded') for (const look of atRecorded) await look();
    },
  });
  const record = createTurnRecorder(parts, { wake: () => woken++ });
  return { ...parts, record, atRecorded, woken: () => woken, transactions: () => transactions };
}

const stateOf = async ({ lane: { partnerId } }: FinishedTurn) => {
  const { lease_id, due_at } = await laneOf(database, partnerId);
  const deliveries = await deliveriesOf(database, partnerId);
  return { lease_id, due_at, statuses: deliveries.map(({ status }) => status) };
};
const DONE = { lease_id: null, due_at: null, statuses: ['Delivered'] };

test('turns that end together are recorded in one transaction and checked for more in another', async () => {
  const turns = [await makeTurn(), await makeTurn()];
  const { record, transactions, woken, registry, log } = open();
  await Promise.all(turns.map(record));
  expect(await Promise.all(turns.map(stateOf))).toEqual([DONE, DONE]);
  expect([transactions(), woken(), log]).toEqual([2, 0, []]);
  expect(await registry.metrics()).toContain('onboarding_webhook_settled_turns_total 2\n');
});

test('a lane is released for a short time before the check for more, in case its holder dies in between', async () => {
  const turn = await makeTurn();
  const { record, atRecorded } = open();
  const seen: unknown[] = [];
  atRecorded.push(async () => void seen.push(await stateOf(turn)));
  await record(turn);
  expect(seen).toEqual([{ ...DONE, due_at: new Date(now.getTime() + TIMINGS.releaseMs) }]);
});

test('the lanes are woken when there is more to send', async () => {
  const turn = await makeTurn({ due: 2 });
  const { record, woken } = open();
  await record(turn);
  expect(await stateOf(turn)).toEqual({ lease_id: null, due_at: now, statuses: ['Delivered', 'Pending'] });
  expect(woken()).toBe(1);
});

test.each([
  ['unavailable', new DatabaseUnavailable('away')],
  ['not answering a commit', new AmbiguousCommit('lost')],
  ['closing connections', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
])('while the database is %s, turns are kept and recorded later together', async (_, error) => {
  const turns = [await makeTurn(), await makeTurn()];
  const { record, log } = open((transaction) => (transaction % 2 === 1 && transaction < 7 ? error : undefined));
  await Promise.all(turns.map(record));
  expect(await Promise.all(turns.map(stateOf))).toEqual([DONE, DONE]);
  const kept = { level: 'warn', msg: 'turns could not be recorded; retrying' };
  expect(log).toMatchObject([kept, kept]);
});

test('a turn that cannot be recorded does not affect others, and stays leased', async () => {
  const poisonous = await makeTurn({ answer: { statusCode: 99_999 } });
  const others = [await makeTurn(), await makeTurn()];
  const { record, log } = open();
  await Promise.all([poisonous, ...others].map(record));
  expect(await Promise.all(others.map(stateOf))).toEqual([DONE, DONE]);
  expect(await stateOf(poisonous)).toMatchObject({ lease_id: poisonous.lane.leaseId, statuses: ['Pending'] });
  expect(log.map(({ msg }) => msg)).toEqual([
    'turns could not be recorded together; recording one by one',
    'turn could not be recorded; retrying without excerpts',
    'turn given up; its deliveries will be repeated',
  ]);
});

test('a turn whose excerpt cannot be recorded is recorded without it', async () => {
  await database.owner.query(
    `alter table webhook_attempts add constraint refused check (response_excerpt <> 'refused')`,
  );
  const turn = await makeTurn({ answer: { excerpt: 'refused' } });
  const { record, log } = open();
  await record(turn);
  expect(await stateOf(turn)).toEqual(DONE);
  const { rows } = await database.owner.query(
    'select status_code, response_excerpt from webhook_attempts where partner_id = $1',
    [turn.lane.partnerId],
  );
  expect(rows).toEqual([{ status_code: 200, response_excerpt: null }]);
  expect(log.map(({ level }) => level)).toEqual(['warn', 'error']);
});

test.each([
  { title: 'a success at the last attempt', before: 7, answer: {}, counted: ['Delivered'] },
  { title: 'a failure at the last attempt but one', before: 6, answer: refused(500), counted: ['HttpStatus'] },
  { title: 'a failure at the last attempt', before: 7, answer: refused(500), counted: ['Exhausted', 'HttpStatus'] },
])('$title counts as $counted', async ({ before, answer, counted }) => {
  const turn = await makeTurn({ attemptCount: before, answer });
  await open().record(turn);
  const { rows } = await database.owner.query(
    'select outcome from webhook_statistics where partner_id = $1 order by outcome',
    [turn.lane.partnerId],
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(counted);
});

test('more than fifty turns are recorded in several transactions', async () => {
  const turns = await Promise.all(Array.from({ length: 51 }, async () => expiredTurn()));
  const { record, transactions } = open();
  await Promise.all(turns.map(record));
  expect(transactions()).toBe(4);
});

/** A turn with nothing to record, of a lane that no longer exists. */
function expiredTurn(): FinishedTurn {
  const lane = { partnerId: crypto.randomUUID(), leaseId: crypto.randomUUID(), url: '' };
  return { lane, startedAt: now, attempts: [], expired: [], postponed: [] };
}
