// One partner within its limits cannot starve the others, whatever it sends.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody, validPerson } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { tally } from '../harness/load.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';

const ROUNDS = 7;
const MOST_ROUNDS = 40;
const ROUND_MS = 500;
const CREATE = '/api/partner/v1/business-profiles';

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningApi;
/** One each, so that they do not wait for each other's connections. */
let agents: Record<'attacker' | 'neighbour', Agent>;
let attacker: string;
let neighbour: string;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: { RATE_LIMIT_WRITES: '25' },
  });
  agents = { attacker: new Agent({ connections: 16 }), neighbour: new Agent({ connections: 1 }) };
  attacker = await issuer.issuer.token(await database.addPartner());
  neighbour = await issuer.issuer.token(await database.addPartner());
});
afterAll(async () => {
  await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
  await api.kill();
  await issuer.close();
  await database.close();
});

type Method = 'GET' | 'POST' | 'PATCH';

interface Answer {
  status: number;
  ms: number;
  text: string;
}

async function send(token: string, method: Method, path: string, body?: Buffer): Promise<Answer> {
  const started = performance.now();
  const answer = await agents[token === attacker ? 'attacker' : 'neighbour'].request({
    origin: api.url,
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  // Reads the whole body: otherwise the connection could not be reused.
  const text = await answer.body.text();
  return { status: answer.statusCode, ms: performance.now() - started, text };
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body));

/** The size at which such a body once blocked the process for half a second. */
const manyKeys = () => {
  const keys = Object.fromEntries(times(60_000, (at) => [`k${String(at).padStart(5, '0')}`, 0]));
  return bytesOf({ ...validBody(), ...keys });
};

/** Within all limits, but with every field invalid. */
const allWrong = () => {
  const identity = { identityTypeCode: 1, issuingCountry: 2, identityValue: 3, issueDate: 4, expiryDate: 5 };
  const wrong = Object.fromEntries(Object.keys(validPerson()).map((name) => [name, {}]));
  return bytesOf(
    validBody({ businessPersonList: times(100, () => ({ ...wrong, identities: times(10, () => identity) })) }),
  );
};

const rank = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

interface Attack {
  method: Method;
  path: string;
  body?: Buffer;
  everyMs: number;
}

const validating = (body: Buffer): Attack => ({ method: 'POST', path: `${CREATE}/validate`, body, everyMs: 50 });

/** The other partner reads sequentially while the attacker sends its requests, if any. */
async function round(attack: Attack | undefined): Promise<{ p95: number; statuses: number[] }> {
  const end = performance.now() + ROUND_MS;
  const sent: Promise<Answer>[] = [];
  let attacked = false;
  const attacking = (async () => {
    while (attack !== undefined && (performance.now() < end || sent.length < 10)) {
      sent.push(send(attacker, attack.method, attack.path, attack.body));
      await delay(attack.everyMs);
    }
    attacked = true;
  })();
  const reads: number[] = [];
  while (performance.now() < end || !attacked) {
    const { status, ms } = await send(neighbour, 'GET', `${CREATE}/by-reference/nobody`);
    expect(status).toBe(404);
    reads.push(ms);
  }
  await attacking;
  return { p95: rank(reads, 0.95), statuses: (await Promise.all(sent)).map(({ status }) => status) };
}

/**
 * Expects that no attack more than doubles the other partner's p95, plus `waitsMs`; returns the statuses of the attacks. Only
 * the fastest round of each counts: a request that blocks the process does so in every round, while a busy machine slows only
 * some, especially those with an attack, because its scheduler prefers processes that have used less CPU time. So there are
 * more rounds when it is busy.
 */
async function expectCalm(attacks: Record<string, Attack>, waitsMs = 0): Promise<number[]> {
  const p95s = new Map<string, number[]>();
  const statuses: number[] = [];
  const calmest = () => new Map([...p95s].map(([name, found]) => [name, Math.min(...found)]));
  const isLate = (found = calmest()) => Math.max(...found.values()) > 2 * (found.get('quiet') ?? 0) + waitsMs;
  for (let count = 0; count < ROUNDS || (isLate() && count < MOST_ROUNDS); count++) {
    for (const [name, attack] of Object.entries({ quiet: undefined, ...attacks })) {
      const { p95, statuses: answered } = await round(attack);
      p95s.set(name, [...(p95s.get(name) ?? []), p95]);
      statuses.push(...answered);
    }
  }
  console.log('p95 in ms:', Object.fromEntries(calmest()), { waitsMs }, tally(statuses.map(String)));
  expect(statuses.length).toBeGreaterThan(ROUNDS * 10);
  expect(calmest()).toSatisfy((found) => !isLate(found));
  return statuses;
}

test('20 bodies per second of one partner, at its limit, at most double the p95 of another', async () => {
  const attacks = { keys: validating(manyKeys()), faults: validating(allWrong()) };
  await round(attacks.faults);
  expect(new Set(await expectCalm(attacks))).toEqual(new Set([400, 429]));
});

test("100 reads per second of the largest business, at its partner's limit, delay another partner by at most half of one read", async () => {
  const directors = (name: string) =>
    times(100, (at) => validPerson({ lastName: `${name}${at}`, percentageShare: null, ownershipType: ['DIRECTOR'] }));
  const write = async (method: Method, path: string, body: unknown) => {
    // Each uses most of what may be written per second.
    await delay(1_000);
    const { status, text } = await send(attacker, method, path, bytesOf(body));
    expect(status).toBe(200);
    return JSON.parse(text).value;
  };
  const { customerId } = await write('POST', CREATE, validBody({ businessPersonList: directors('Ade') }));
  const path = `${CREATE}/${customerId}`;
  for (const name of ['Bola', 'Chi']) await write('PATCH', path, { businessPersonList: directors(name) });
  const large: Attack = { method: 'GET', path, everyMs: 10 };
  await round(large);
  const alone: number[] = [];
  while (alone.length < 20) alone.push((await send(attacker, 'GET', path)).ms);
  expect(new Set(await expectCalm({ large }, rank(alone, 0.5) / 2))).toEqual(new Set([200]));
});
