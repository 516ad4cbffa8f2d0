// Statistics of the queue: computed by the worker, read by analysts.
import { STATISTICS_QUEUE } from '@onboarding/domain/review-work';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUEUE_HANDLERS } from '../../../apps/worker/src/jobs/jobs.ts';
import { type Analyst, signInAnalyst } from '../../harness/analysts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { keep } from '../../harness/artefacts.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { PATIENCE_MS } from '../../harness/patience.ts';
import { bareParts } from '../../harness/queue-handlers.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-06-15T12:00:00Z');

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let ada: Analyst;
let db: Db;
beforeAll(async () => {
  ada = await signInAnalyst(api, database);
  db = openTestDb(database.workerUrl, { poolSize: 2 });
});
afterAll(() => db.close());

async function take(at: number): Promise<void> {
  const handler = QUEUE_HANDLERS.find(({ queue }) => queue === STATISTICS_QUEUE);
  if (handler === undefined) throw new Error('Nobody takes the statistics');
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const context = {
    db,
    clock: { now: () => new Date(at) },
    keys: openKeyRing(TEST_KEY_RING),
    logger,
    jobs: createJobs(),
  };
  await handler.handle(bareParts(context))({
    id: 'job',
    payload: null,
    attempt: 1,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

const read = async () => (await ada.call('GET', '/statistics')).json().value;

async function queued(at: number, priority: number, country: string): Promise<string> {
  const { customerId } = await createCustomer(api);
  await database.owner.query('update reviews set queued_at = $2, priority = $3, country = $4 where customer_id = $1', [
    customerId,
    new Date(at),
    priority,
    country,
  ]);
  return customerId;
}

/** A decision that took effect at this time, on a business submitted `hours` earlier. */
async function decided(
  at: number,
  outcome: string,
  codes: string[] = [],
  hours = 0,
  isWithinTarget: boolean | null = null,
): Promise<void> {
  const customerId = await queued(at, 0, 'XXX');
  const { partnerId } = api.partner;
  const decisionId = crypto.randomUUID();
  await database.owner.query('update reviews set queued_at = null where customer_id = $1', [customerId]);
  await database.owner.query('update customers set submitted_at = $2 where customer_id = $1', [
    customerId,
    new Date(at - hours * HOUR),
  ]);
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at, settled_at,
       within_target)
     values ($1, $2, $3, $4, 'Confirmed', 1, $5, $6, $6, $7)`,
    [partnerId, customerId, decisionId, outcome, ada.accountId, new Date(at), isWithinTarget],
  );
  for (const code of codes) {
    await database.owner.query(
      'insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code) values ($1, $2, $3, $4, $5)',
      [partnerId, customerId, decisionId, crypto.randomUUID(), code],
    );
  }
}

test('statistics are null before they are computed for the first time', async () => {
  expect(await read()).toEqual({ takenAt: null, figures: null });
});

test('statistics are zero for an empty queue', async () => {
  await take(NOON);
  const none = { Approve: 0, Reject: 0, RequestChanges: 0 };
  expect(await read()).toMatchObject({
    takenAt: '2026-06-15T12:00:00.000Z',
    figures: {
      waiting: 0,
      claimed: 0,
      oldestQueuedAt: null,
      waitingByPriority: [],
      waitingByCountry: [],
      decisions: { last24Hours: none, last7Days: none, last30Days: none },
      decisionsByReason: [],
      hoursToDecision: null,
    },
  });
});

test('statistics count waiting packages by age, priority and country, and claimed ones', async () => {
  await queued(NOON - HOUR, 0, 'NGA');
  await queued(NOON - 5 * HOUR, 2, 'NGA');
  await queued(NOON - 8 * DAY, 0, 'KEN');
  await ada.on(await queued(NOON - 2 * DAY, 0, 'GHA'), 'claim');
  await take(NOON + MINUTE);
  const { takenAt, figures } = await read();
  expect(takenAt).toBe('2026-06-15T12:01:00.000Z');
  expect(figures).toMatchObject({
    waiting: 3,
    claimed: 1,
    oldestQueuedAt: new Date(NOON - 8 * DAY).toISOString(),
    waitingByAge: [
      { fromHours: 0, toHours: 4, packages: 1 },
      { fromHours: 4, toHours: 24, packages: 1 },
      { fromHours: 24, toHours: 72, packages: 0 },
      { fromHours: 72, toHours: 168, packages: 0 },
      { fromHours: 168, toHours: null, packages: 1 },
    ],
    waitingByPriority: [
      { priority: 2, packages: 1 },
      { priority: 0, packages: 2 },
    ],
    waitingByCountry: [
      { country: 'NGA', packages: 2 },
      { country: 'KEN', packages: 1 },
    ],
  });
});

test('statistics count waiting packages by flag, and open proposals', async () => {
  const flag = (customerId: string, codes: string[]) =>
    database.owner.query('update reviews set flag_codes = $2 where customer_id = $1', [customerId, codes]);
  await flag(await queued(NOON, 0, 'NGA'), ['SimilarName', 'ScreeningHit']);
  await flag(await queued(NOON, 0, 'NGA'), ['ScreeningHit']);
  const proposed = await queued(NOON, 0, 'NGA');
  await flag(proposed, ['NoOwner']);
  await ada.on(proposed, 'claim');
  await ada.on(proposed, 'decisions', { outcome: 'Reject', reasons: [{ code: 'Business.NotAcceptable' }] });
  await take(NOON + 2 * MINUTE);
  const { figures } = await read();
  expect(figures.waitingByFlag).toEqual([
    { flag: 'ScreeningHit', packages: 2 },
    { flag: 'SimilarName', packages: 1 },
  ]);
  expect(figures.proposals).toBe(1);
});

test('statistics show entries, decisions, reasons and time to decision per day', async () => {
  const later = NOON + 20 * DAY;
  const came = (customerId: string, at: number) =>
    database.owner.query('update reviews set entered_at = $2 where customer_id = $1', [customerId, new Date(at)]);
  await came(await queued(later, 0, 'XXX'), later);
  await came(await queued(later, 0, 'XXX'), later - DAY);
  await came(await queued(later, 0, 'XXX'), later - DAY);
  await decided(later - DAY, 'RequestChanges', ['NAME_MISMATCH'], 6);
  await decided(later - DAY, 'Approve', [], 2);
  await take(later);
  const { days } = (await read()).figures;
  expect(days).toHaveLength(92);
  expect(days.at(-1)).toEqual({
    day: '2026-07-05',
    entered: 1,
    decisions: { Approve: 0, Reject: 0, RequestChanges: 0 },
    reasons: [],
    hoursToDecision: null,
    withinTarget: { decisions: 0, within: 0 },
  });
  expect(days.at(-2)).toEqual({
    day: '2026-07-04',
    entered: 2,
    decisions: { Approve: 1, Reject: 0, RequestChanges: 1 },
    reasons: [{ code: 'NAME_MISMATCH', decisions: 1 }],
    hoursToDecision: { decisions: 2, median: 2, p95: 6 },
    // Made by a release that did not record it.
    withinTarget: { decisions: 0, within: 0 },
  });
});

test('a package counts as entered when created or reopened, not when claimed or released', async () => {
  const { customerId } = await createCustomer(api);
  const entered = async () =>
    (await database.owner.query('select entered_at from reviews where customer_id = $1', [customerId])).rows[0]
      .entered_at;
  const first = await entered();
  expect(first).toEqual(expect.any(Date));
  await ada.on(customerId, 'claim');
  await ada.on(customerId, 'release');
  await ada.on(customerId, 'claim');
  expect(await entered()).toEqual(first);
  const proposal = await ada.on(customerId, 'decisions', {
    outcome: 'Reject',
    reasons: [{ code: 'Business.NotAcceptable' }],
  });
  const supervisor = await signInAnalyst(api, database, 'supervisor');
  await supervisor.on(customerId, `decisions/${proposal.json().value.decisionId}/confirm`);
  expect(await entered()).toEqual(first);
  expect((await supervisor.on(customerId, 'reopen')).statusCode).toBe(200);
  expect((await entered()).getTime()).toBeGreaterThan(first.getTime());
});

test('statistics computed by an older release are null until computed again', async () => {
  await database.owner.query(`update review_statistics set figures = figures #- '{shown,days}'`);
  expect(await read()).toEqual({ takenAt: null, figures: null });
  await database.owner.query('delete from review_statistics');
  await take(NOON + 3 * MINUTE);
  expect((await read()).figures).not.toBeNull();
});

test('statistics count decisions of the last 24 hours, 7 and 30 days, with reasons and time to decision', async () => {
  // Two months later, so that the days do not overlap with those above.
  const later = NOON + 60 * DAY;
  await decided(later - HOUR, 'Approve', [], 2);
  await decided(later - 2 * HOUR, 'RequestChanges', ['DOCUMENT_UNREADABLE', 'DOCUMENT_UNREADABLE', 'NAME_MISMATCH'], 4);
  await decided(later - 3 * DAY, 'Reject', ['NAME_MISMATCH'], 10);
  await decided(later - 29 * DAY, 'Approve', [], 1_000);
  await decided(later - 31 * DAY, 'Approve');
  await take(later);
  const { figures } = await read();
  expect(figures.decisions).toEqual({
    last24Hours: { Approve: 1, Reject: 0, RequestChanges: 1 },
    last7Days: { Approve: 1, Reject: 1, RequestChanges: 1 },
    last30Days: { Approve: 2, Reject: 1, RequestChanges: 1 },
  });
  expect(figures.decisionsByReason).toEqual([
    { code: 'NAME_MISMATCH', decisions: 2 },
    { code: 'DOCUMENT_UNREADABLE', decisions: 1 },
  ]);
  expect(figures.hoursToDecision).toEqual({ decisions: 3, median: 4, p95: 10 });

  // Past days are not counted again; the current day is, and also yesterday until late commits are no longer possible.
  await decided(later - 3 * DAY - HOUR, 'Reject');
  await decided(later + MINUTE, 'Reject');
  await take(later + 2 * MINUTE);
  expect((await read()).figures.decisions.last7Days).toEqual({ Approve: 1, Reject: 2, RequestChanges: 1 });
  const midnight = Date.parse('2026-08-15T00:00:00Z');
  await take(midnight + MINUTE);
  await decided(midnight - 1, 'Reject');
  await take(midnight + 11 * MINUTE);
  expect((await read()).figures.decisions.last7Days).toEqual({ Approve: 1, Reject: 3, RequestChanges: 1 });
  expect((await read()).figures.decisions.last24Hours).toEqual({ Approve: 1, Reject: 2, RequestChanges: 1 });
});

test.each([
  ['RequestChanges', 'Submitted', 47, true],
  ['RequestChanges', 'Submitted', 49, false],
  ['Reject', 'Answered', 23, true],
  ['Reject', 'Answered', 25, false],
  ['Reject', 'Monitoring', 9, false],
] as const)(
  '%s of a package queued as %s, %i hours ago, took effect within its target: %s',
  async (outcome, reason, hours, within) => {
    const { customerId } = await createCustomer(api);
    const now = api.context.clock.now().getTime();
    await database.owner.query('update reviews set queued_at = $2, queue_reason = $3 where customer_id = $1', [
      customerId,
      new Date(now - hours * HOUR),
      reason,
    ]);
    const stored = async () =>
      (await database.owner.query('select within_target from review_decisions where customer_id = $1', [customerId]))
        .rows;
    await ada.on(customerId, 'claim');
    const made = await ada.on(customerId, 'decisions', { outcome, reasons: [{ code: 'Business.NameMismatch' }] });
    if (outcome === 'Reject') {
      // A proposal has not taken effect yet.
      expect(await stored()).toEqual([{ within_target: null }]);
      const supervisor = await signInAnalyst(api, database, 'supervisor');
      await supervisor.on(customerId, `decisions/${made.json().value.decisionId}/confirm`);
    }
    expect(await stored()).toEqual([{ within_target: within }]);
  },
);

test('statistics show per day how many decisions took effect within the target, of those that recorded it', async () => {
  const later = NOON + 200 * DAY;
  await decided(later, 'Approve', [], 0, true);
  await decided(later, 'Reject', [], 0, true);
  await decided(later, 'RequestChanges', [], 0, false);
  await decided(later, 'Approve');
  await take(later + MINUTE);
  expect((await read()).figures.days.at(-1)).toMatchObject({
    decisions: { Approve: 2, Reject: 1, RequestChanges: 1 },
    withinTarget: { decisions: 3, within: 2 },
  });
});

test('statistics are never replaced by older ones', async () => {
  const { takenAt } = await read();
  await take(Date.parse(takenAt) - HOUR);
  expect((await read()).takenAt).toBe(takenAt);
});
