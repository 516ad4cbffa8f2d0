// Rate limits of the token endpoint, and how callers are identified.
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withinWindow } from '../harness/checks/window.ts';
import { makeAssertion, makeCertificate, tokenForm } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import {
  addMachine,
  ask,
  askWith,
  errorIn,
  type Machine,
  type TokenAnswer,
  watchRequests,
} from '../harness/scenes/asking.ts';
import { type Identity, startIdentity } from '../harness/scenes/identity-process.ts';
import { startRedis } from '../harness/servers/redis.ts';

let database: TestDatabase;
/** Without a proxy, with the default limits. */
let identity: Identity;
/** Behind one trusted proxy. */
let behind: Identity;

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database);
  behind = await startIdentity(database, { TRUSTED_PROXIES: '1', TOKENS_PER_MINUTE_PER_ADDRESS: '5' });
});
afterAll(async () => {
  await identity.stop();
  await behind.stop();
  await database.close();
});

/** The window of a limit. */
const MINUTE = 60_000;
const LEFT = /^"client";r=(\d+);t=(\d+)$/;
const left = (answer: TokenAnswer) => Number(LEFT.exec(answer.headers.get('ratelimit') ?? '')?.[1]);

function expectTooMany(answer: TokenAnswer, limit: string): void {
  expect([answer.status, errorIn(answer), answer.token]).toEqual([429, 'temporarily_unavailable', undefined]);
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(answer.headers.get('ratelimit-policy')).toBe(limit);
  expect(answer.headers.get('ratelimit')).toMatch(/^"\w+";r=0;t=\d+$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.text).toContain(`Wait ${wait} seconds`);
}

const garbage = (to: Identity, headers: Record<string, string> = {}) => ask(to, tokenForm('garbage'), headers);

test('a client gets 60 tokens a minute; only authenticated requests count, and other clients are not affected', async () => {
  const used = async () => (await database.owner.query('select from used_assertions')).rowCount ?? 0;
  const prepare = async () => ({ machine: await addMachine(database), certificate: await makeCertificate() });
  await withinWindow(MINUTE, prepare, async ({ machine, certificate }) => {
    const usedBefore = await used();
    const impostor: Machine = { partner: machine.partner, certificate };
    const fresh = watchRequests(database);
    const first = await askWith(identity, machine);
    expect([first.status, left(first)]).toEqual([200, 59]);
    expect(first.headers.get('ratelimit-policy')).toBe('"client";q=60;w=60');

    const forged = await Promise.all(Array.from({ length: 70 }, () => askWith(identity, impostor)));
    expect(new Set(forged.map((answer) => answer.status))).toEqual(new Set([401]));
    expect(forged.every((answer) => answer.headers.get('ratelimit') === null)).toBe(true);
    const late = { claims: { exp: Math.floor(Date.now() / 1000) + 1000 } };
    const faulty = await makeAssertion(identity.issuer, machine.partner, machine.certificate, late);
    expect((await ask(identity, tokenForm(faulty))).status).toBe(401);

    const more = await Promise.all(Array.from({ length: 59 }, () => askWith(identity, machine)));
    expect(more.every((answer) => answer.status === 200)).toBe(true);
    await fresh();
    const assertion = await makeAssertion(identity.issuer, machine.partner, machine.certificate);
    expectTooMany(await ask(identity, tokenForm(assertion)), '"client";q=60;w=60');
    expect(await fresh()).toMatchObject([{ outcome: 'Refused', error: 'temporarily_unavailable', scope: null }]);
    expect((await used()) - usedBefore, 'an assertion that met the limit is not used up').toBe(60);
  });

  expect((await askWith(identity, await addMachine(database))).status).toBe(200);
});

describe('an IP address', () => {
  test('gets 600 requests a minute, valid or not, regardless of forwarding headers', async () => {
    const machine = await addMachine(database);
    const start = () => startIdentity(database, { TOKENS_PER_MINUTE_PER_CLIENT: '1000' });
    await withinWindow(MINUTE, start, async (own) => {
      try {
        const answers: TokenAnswer[] = [];
        for (let round = 0; round < 12; round++) {
          const forwarded = { 'x-forwarded-for': `203.0.113.${round}`, forwarded: `for=203.0.113.${round}` };
          const batch = Array.from({ length: 50 }, () => garbage(own, forwarded));
          answers.push(...(await Promise.all(batch)));
        }
        expect(answers.filter((answer) => answer.status === 401)).toHaveLength(600);
        const fresh = watchRequests(database);
        await fresh();
        expectTooMany(await askWith(own, machine), '"address";q=600;w=60');
        expectTooMany(await garbage(own, { 'x-forwarded-for': '203.0.113.99' }), '"address";q=600;w=60');
        expect(await fresh(), 'a flood does not fill the log').toEqual([]);
      } finally {
        await own.stop();
      }
    });
  });

  test('is taken from the last X-Forwarded-For entry, which only our proxy can set', async () => {
    const from = (list: string) => garbage(behind, { 'x-forwarded-for': list });
    for (let sent = 0; sent < 5; sent++) {
      expect((await from(`198.51.100.${sent}, 192.0.2.1`)).status).toBe(401);
    }
    expectTooMany(await from('198.51.100.77, 192.0.2.1'), '"address";q=5;w=60');
    expect((await from('192.0.2.1, 192.0.2.2')).status).toBe(401);
    const { rows } = await database.owner.query(
      `select distinct address from token_requests where address like '192.%' or address like '198.%' order by 1`,
    );
    expect(rows).toEqual([{ address: '192.0.2.1' }, { address: '192.0.2.2' }]);
  });

  test('of IPv6 counts as its /64 network', async () => {
    const from = (address: string) => garbage(behind, { 'x-forwarded-for': address });
    for (const end of ['1', '2', 'a:b', 'ffff:0:1', '5']) {
      expect((await from(`2001:db8:0:1::${end}`)).status).toBe(401);
    }
    expectTooMany(await from('2001:db8:0:1:9:9:9:9'), '"address";q=5;w=60');
    expect((await from('2001:db8:0:2::1')).status).toBe(401);
  });
});

test('processes with one Redis share the limit, and continue without Redis', async () => {
  const redis = await startRedis();
  const settings = { REDIS_URL: redis.url, TOKENS_PER_MINUTE_PER_CLIENT: '2' };
  const both = [await startIdentity(database, settings), await startIdentity(database, settings)] as const;
  try {
    let machine: Machine;
    let answers: TokenAnswer[];
    let rounds = 0;
    // If Redis takes longer than 50 ms, a request passes uncounted and shows the full quota of two.
    do {
      machine = await addMachine(database);
      answers = [];
      for (const one of [...both, ...both]) answers.push(await askWith(one, machine));
    } while (answers.some((answer) => left(answer) === 2) && ++rounds < 20);
    expect(answers.slice(0, 2).map(left)).toEqual([1, 0]);
    for (const answer of answers.slice(2)) expectTooMany(answer, '"client";q=2;w=60');
    await redis.kill();
    for (const one of both) expect((await askWith(one, machine)).status).toBe(200);
  } finally {
    for (const one of both) await one.stop();
    await redis.close();
  }
});

test('a forged Host header changes no published URL', async () => {
  const hosts = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const plain = await (await fetch(identity.url + path)).text();
    const headers = { ...hosts, forwarded: 'host=evil.example;proto=https' };
    const { body } = await request(identity.url + path, { headers });
    expect(await body.text()).toBe(plain);
    const { issuer } = identity;
    expect(JSON.parse(plain)).toMatchObject({ issuer, token_endpoint: `${issuer}/oauth2/token` });
  }
  // Nor does it change the audience that an assertion must have.
  const machine = await addMachine(database);
  const aud = 'http://evil.example/oauth2/token';
  const assertion = await makeAssertion(identity.issuer, machine.partner, machine.certificate, { claims: { aud } });
  const headers = { ...hosts, 'content-type': 'application/x-www-form-urlencoded' };
  const body = tokenForm(assertion).toString();
  const answer = await request(`${identity.url}/oauth2/token`, { method: 'POST', headers, body });
  expect(answer.statusCode).toBe(401);
});
