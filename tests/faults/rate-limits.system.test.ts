// Rate limits over several processes: exact with Redis, fail-open if Redis dies, and without affecting other partners.
import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { tally } from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { startRedis, type TestRedis } from '../harness/servers/redis.ts';

/** Low enough for a slow machine to exceed. */
const READS = 20;
const SECONDS = 5;
/** Concurrent callers; as many requests may be in flight when time is up. */
const LANES = 8;

let database: TestDatabase;
let issuer: RunningIssuer;
let redis: TestRedis;
let apis: RunningApi[] = [];
let agent: Agent;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  redis = await startRedis();
  agent = new Agent({ connections: LANES });
});
afterEach(async () => {
  for (const api of apis.splice(0)) await api.kill();
});
afterAll(async () => {
  await agent.destroy();
  await redis.close();
  await issuer.close();
  await database.close();
});

async function startTwo(environment: Record<string, string>): Promise<void> {
  const limits = { RATE_LIMIT_READS: String(READS), RATE_LIMIT_WRITES: '25' };
  const options = { databaseUrl: database.appUrl, issuerUrl: issuer.url, environment: { ...limits, ...environment } };
  apis = await Promise.all([runApi(options), runApi(options)]);
}

interface Answer {
  status: number;
  ms: number;
  headers: Record<string, string | string[] | undefined>;
}

async function read(token: string, process: number): Promise<Answer> {
  const started = performance.now();
  const answer = await agent.request({
    origin: apis[process % apis.length]?.url ?? '',
    method: 'GET',
    path: '/api/partner/v1/business-profiles/by-reference/nobody',
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.body.dump();
  return { status: answer.statusCode, ms: performance.now() - started, headers: answer.headers };
}

/** Sends requests to all processes as fast as possible while `keepGoing` allows it. */
async function flood(
  partner: TestPartner,
  keepGoing: (sofar: Answer[]) => boolean,
  processes: readonly number[] = [0, 1],
): Promise<Answer[]> {
  const token = await issuer.issuer.token(partner);
  const answers: Answer[] = [];
  const lane = async (process: number) => {
    while (keepGoing(answers)) answers.push(await read(token, process));
  };
  await Promise.all(Array.from({ length: LANES }, (_, index) => lane(processes[index % processes.length] ?? 0)));
  return answers;
}

const forSeconds = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
};

const untilRefused = (sofar: Answer[]) => !sofar.some(isRefused);

const isRefused = (answer: Answer) => answer.status === 429;

const middle = (list: Answer[]) => list.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** The number of seconds in which the partner used its whole limit. */
const exhausted = (answers: Answer[]) =>
  answers.filter(({ status, headers }) => status === 404 && String(headers.ratelimit).startsWith('"reads";r=0;'))
    .length;

/** Requests in flight that were refused because the machine stalled. */
const busy = (answers: Answer[]) => answers.filter((answer) => answer.status === 503).length;
const MOST_BUSY = 3 * LANES;

const served = (answers: Answer[]) => answers.filter((answer) => answer.status === 404).length;

async function failedOpen(): Promise<number> {
  const texts = await Promise.all(apis.map(async (api) => (await fetch(api.metricsUrl)).text()));
  const values = texts.flatMap((text) => [...text.matchAll(/^onboarding_rate_limit_fail_open_total\{.*\} (\d+)$/gm)]);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

test('two processes with one Redis enforce the limit of a partner, and another partner is neither slowed nor refused', async () => {
  await startTwo({ REDIS_URL: redis.url });
  const greedy = await database.addPartner();
  const modestToken = await issuer.issuer.token(await database.addPartner());
  const quietToken = await issuer.issuer.token(await database.addPartner());
  const quiet: Answer[] = [];
  for (let count = 0; count < READS; count++) quiet.push(await read(quietToken, count));

  const started = performance.now();
  const beside: Answer[] = [];
  let seconds = 0;
  let flooded = false;
  // Continues longer if the machine stalls.
  const flooding = flood(greedy, (sofar) => {
    const now = (performance.now() - started) / 1000;
    const enough = exhausted(sofar) >= SECONDS - 2 && beside.length > SECONDS * 2;
    flooded = now > SECONDS && (enough || now > 120);
    if (!flooded) seconds = now;
    return !flooded;
  });
  // Sequential, about ten a second.
  for (let count = 0; !flooded; count++) {
    const [answer] = await Promise.all([read(modestToken, count), new Promise((later) => setTimeout(later, 100))]);
    beside.push(answer);
  }
  const answers = await flooding;
  const uncounted = await failedOpen();
  console.log('rate limits:', {
    ...tally(answers.map((answer) => String(answer.status))),
    beside: tally(beside.map((answer) => String(answer.status))),
    uncounted,
    seconds,
    exhausted: exhausted(answers),
    msAlone: middle(quiet),
    msBeside: middle(beside),
  });
  expect(answers.some(isRefused), 'it asked for more than it may').toBe(true);
  expect(exhausted(answers)).toBeGreaterThanOrEqual(SECONDS - 2);
  expect(served(answers)).toBeGreaterThanOrEqual(READS * exhausted(answers) - busy(answers));
  expect(served(answers)).toBeLessThanOrEqual(READS * Math.ceil(seconds) + LANES + uncounted);
  expect(new Set(answers.map((answer) => answer.status)).difference(new Set([404, 429, 503]))).toEqual(new Set());
  expect(busy([...answers, ...beside])).toBeLessThanOrEqual(MOST_BUSY);
  for (const { headers } of answers.filter(isRefused)) {
    expect([headers['retry-after'], headers['ratelimit-policy']]).toEqual(['1', `"reads";q=${READS};w=1`]);
  }
  expect(served(beside)).toBe(beside.length - busy(beside));
  expect(beside.length).toBeGreaterThan(SECONDS * 2);
  // Both share the CPU with eight flooding callers; this only shows that requests do not queue.
  expect(middle(beside)).toBeLessThan(Math.max(50, middle(quiet) * 10));
  // On a busy machine Redis sometimes responds late, and those requests are not counted.
  expect(uncounted).toBeLessThan(READS * SECONDS);
});

test('when Redis is killed, requests pass and are counted as fail-open; when it is back, limits apply again', async () => {
  await startTwo({ REDIS_URL: redis.url });
  const partner = await database.addPartner();
  const limited = await flood(partner, untilRefused);
  expect(limited.some(isRefused)).toBe(true);

  const before = await failedOpen();
  let going = true;
  const flooding = flood(partner, () => going);
  await redis.kill();
  await until(async () => (await failedOpen()) - before > READS * 5, 'requests continue uncounted');
  going = false;
  const open = await flooding;
  expect(new Set(open.map((answer) => answer.status)).difference(new Set([404, 429, 503]))).toEqual(new Set());
  expect(busy(open)).toBeLessThanOrEqual(MOST_BUSY);
  expect(served(open)).toBeGreaterThan(READS * 3);
  // The median, because single requests are slow on a busy machine anyway.
  expect(middle(open), 'nobody waits for a dead Redis').toBeLessThan(1_000);

  await redis.start();
  const token = await issuer.issuer.token(partner);
  // Both processes use Redis again once a few requests to each no longer increase the fail-open counter.
  await until(async () => {
    const sofar = await failedOpen();
    for (let count = 0; count < 4; count++) await read(token, count);
    return (await failedOpen()) === sofar;
  }, 'Redis is found again');
  const again = await flood(partner, untilRefused);
  expect(again.some(isRefused)).toBe(true);
  const openBefore = await failedOpen();
  const after = await flood(partner, forSeconds(3));
  // On a busy machine Redis may respond late; requests that pass because of that are counted.
  const uncounted = (await failedOpen()) - openBefore;
  expect(uncounted, 'Redis answers again').toBeLessThan(after.length / 2);
  expect(served(after) - uncounted).toBeLessThanOrEqual(READS * 3 + LANES);
});

test('without Redis, each process counts separately', async () => {
  await startTwo({});
  const partner = await database.addPartner();
  const token = await issuer.issuer.token(partner);
  // Refusals in one process do not affect the other.
  const elsewhere: Answer[] = [];
  for (let round = 0; round < 5; round++) {
    expect((await flood(partner, untilRefused, [0])).some(isRefused)).toBe(true);
    elsewhere.push(await read(token, 1));
  }
  expect(served(elsewhere)).toBe(5);
  const answers = await flood(await database.addPartner(), forSeconds(3));
  expect(served(answers)).toBeLessThanOrEqual(READS * 3 * 2 + LANES);
});
