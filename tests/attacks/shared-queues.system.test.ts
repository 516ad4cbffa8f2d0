// Work of one partner waits for a moment behind another's, but not for the other's backlog: four times the backlog makes it no
// slower. Both backlogs are measured alternately in the same run, so that any other load on the machine slows both.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { validBody, validPerson } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { startWatchman, type WatchmanServer } from '../harness/servers/watchman-server.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const BUSINESSES = 80;
const PEOPLE = 100;
const ROUNDS = 5;
const MOST_ROUNDS = 15;
const SHORT = BUSINESSES / 4;
/** How much longer it may take with four times the backlog; in one common queue, it would take four times as long. */
const MOST = 2;

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningApi;
let provider: WatchmanServer;
let flooding: TestPartner;
let neighbour: TestPartner;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  provider = await startWatchman({});
  flooding = await database.addPartner();
  neighbour = await database.addPartner();
  const people = Array.from({ length: PEOPLE }, (_, at) => validPerson({ lastName: `Ade${at}`, percentageShare: 1 }));
  for (let count = 0; count < BUSINESSES; count++) await create(flooding, people);
  await calm();
});
afterEach(async () => {
  await worker?.kill();
  await calm();
});
afterAll(async () => {
  await provider.close();
  await api.kill();
  await issuer.close();
  await database.close();
});

async function create(partner: TestPartner, people: unknown[]): Promise<string> {
  const token = await issuer.issuer.token(partner);
  const answer = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(validBody({ companyName: crypto.randomUUID(), businessPersonList: people })),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { value: { customerId: string } }).value.customerId;
}

/** Clears the backlog. */
const calm = () =>
  database.owner.query('update reviews set screening_due_at = null, flags_due_at = null where partner_id = $1', [
    flooding.partnerId,
  ]);

type Due = 'screening_due_at' | 'flags_due_at';

const flood = (due: Due, businesses: number) =>
  database.owner.query(
    `update reviews set ${due} = now(), screen_again_at = now() where customer_id in (
       select customer_id from reviews where partner_id = $1 limit $2)`,
    [flooding.partnerId, businesses],
  );

async function countWaiting(due: Due): Promise<number> {
  const { rows } = await database.owner.query(
    `select count(*)::int as count from reviews where partner_id = $1 and ${due} is not null`,
    [flooding.partnerId],
  );
  return rows[0].count;
}

/** How long a new business of the other partner waits after its create until no work on it is due. */
async function measure(due: Due): Promise<number> {
  const people = Array.from({ length: 3 }, (_, at) => validPerson({ lastName: `Eze${at}`, percentageShare: 1 }));
  const customerId = await create(neighbour, people);
  const started = performance.now();
  while (performance.now() - started < PATIENCE_MS) {
    const { rows } = await database.owner.query(`select ${due} is null as done from reviews where customer_id = $1`, [
      customerId,
    ]);
    if (rows[0].done) return performance.now() - started;
    await delay(5);
  }
  throw new Error('The neighbour waits for ever');
}

interface Times {
  short: number[];
  long: number[];
}

const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const isSlow = ({ short, long }: Times) => median(long) > MOST * median(short);

/** Runs more rounds when the machine is busy. */
async function expectAbout(due: Due): Promise<void> {
  const times: Times = { short: [], long: [] };
  await measure(due);
  for (let round = 0; round < ROUNDS || (isSlow(times) && round < MOST_ROUNDS); round++) {
    await flood(due, SHORT);
    times.short.push(await measure(due));
    await calm();
    await flood(due, BUSINESSES);
    times.long.push(await measure(due));
    // The backlog lasted the whole time.
    expect(await countWaiting(due)).toBeGreaterThan(0);
    await calm();
  }
  console.log(`${due} in ms:`, { short: median(times.short), long: median(times.long) });
  expect(times).toSatisfy((found: Times) => !isSlow(found));
}

async function startWorker(environment: Record<string, string>): Promise<void> {
  worker = await runWorker({ database, smtpUrl: 'smtp://127.0.0.1:1', environment });
}

test("four times the backlog of screenings does not slow another partner's, with the built-in list", async () => {
  await startWorker({ WORKER_ROLES: 'screening' });
  await expectAbout('screening_due_at');
});

test("four times the backlog of screenings does not slow another partner's, with a slow provider", async () => {
  provider.delayMs = 50;
  await startWorker({ WORKER_ROLES: 'screening', SCREENING_PROVIDER: 'watchman', SCREENING_URL: provider.url });
  await expectAbout('screening_due_at');
});

test("four times the backlog of large businesses does not slow the flags of another partner's business", async () => {
  await startWorker({ WORKER_ROLES: 'reviews' });
  await expectAbout('flags_due_at');
});
