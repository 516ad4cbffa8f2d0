// Rate limits: what is counted for whom, what the headers say, and which requests are not counted.
import { dashboardFailureSchema, failureSchema } from '@onboarding/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/harness/api.ts';
import { validBody } from '../../../../tests/harness/bodies.ts';
import { withinWindow } from '../../../../tests/harness/checks/window.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { signIn } from '../../../../tests/harness/session.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { limitClassOf } from './limits.ts';

let database: TestDatabase;
/** Three reads and two writes per second, so that a test takes much less than a second. */
let api: TestApi;
let partner: TestPartner;
let token: string;
let ahead = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  const clock = { now: () => new Date(Date.now() + ahead) };
  api = await startTestApi(database, { clock, limits: { reads: 3, writes: 2, session: 4 } });
  // The first request of a process also loads the catalogue, which must not take up a test's window.
  await api.call('GET', '/partner/v1/changes');
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  ahead = 0;
  await takePartner();
});

async function takePartner(): Promise<void> {
  partner = await database.addPartner();
  token = await api.issuer.token(partner);
}

const SECOND = 1_000;

const read = (by = token) => api.call('GET', '/partner/v1/business-profiles/by-reference/nobody', { token: by });
const write = (by = token) =>
  api.call('POST', '/partner/v1/business-profiles/validate', { body: validBody(), token: by });

const shown = (answer: LightMyRequestResponse) => [
  answer.statusCode,
  answer.headers['ratelimit-policy'],
  answer.headers.ratelimit,
  answer.headers['retry-after'],
];

/** Concurrently, so that they are in one window. */
const many = (count: number, ask: () => Promise<LightMyRequestResponse>) =>
  Promise.all(Array.from({ length: count }, ask));

const refused = (answers: LightMyRequestResponse[]) => answers.filter((answer) => answer.statusCode === 429);

test('reads beyond the limit per second get 429 with Retry-After', async () => {
  await withinWindow(SECOND, takePartner, async () => {
    const answers = await many(5, read);
    // Signatures are verified concurrently, so that the order of simultaneous requests may change.
    answers.sort((a, b) => (shown(a).join() < shown(b).join() ? -1 : 1));
    expect(answers.map(shown)).toEqual([
      [404, '"reads";q=3;w=1', '"reads";r=0;t=1', undefined],
      [404, '"reads";q=3;w=1', '"reads";r=1;t=1', undefined],
      [404, '"reads";q=3;w=1', '"reads";r=2;t=1', undefined],
      [429, '"reads";q=3;w=1', '"reads";r=0;t=1', '1'],
      [429, '"reads";q=3;w=1', '"reads";r=0;t=1', '1'],
    ]);
    const { error } = failureSchema.parse(answers[4]?.json());
    expect(error).toMatchObject({ code: 'RateLimit.Exceeded', requestId: answers[4]?.headers['x-request-id'] });
  });
  await until(async () => (await read()).statusCode === 404, 'a second passes');
});

test.each(['q=stored', 'metadata=plan:gold'])(
  'a search by %s counts as five reads, and is served as long as any are left',
  async (query) => {
    const search = () => api.call('GET', `/partner/v1/business-profiles?${query}`, { token });
    await withinWindow(SECOND, takePartner, async () => {
      const answers = [await read(), await search(), await search()];
      expect(answers.map(shown)).toEqual([
        [404, '"reads";q=3;w=1', '"reads";r=2;t=1', undefined],
        [200, '"reads";q=3;w=1', '"reads";r=0;t=1', undefined],
        [429, '"reads";q=3;w=1', '"reads";r=0;t=1', '1'],
      ]);
    });
  },
);

test('reads and writes are counted separately, and a refused write stores nothing', async () => {
  const create = () =>
    api.call('POST', '/partner/v1/business-profiles', {
      body: validBody(),
      token,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  const prepare = async () => {
    await takePartner();
    return database.countRows();
  };
  await withinWindow(SECOND, prepare, async (before) => {
    const [writes, reads] = await Promise.all([many(4, create), many(3, read)]);
    expect(writes.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 429, 429]);
    expect(refused(writes).map(shown)[0]).toEqual([429, '"writes";q=2;w=1', '"writes";r=0;t=1', '1']);
    expect(refused(reads)).toEqual([]);
    const after = await database.countRows();
    expect((after.customers ?? 0) - (before.customers ?? 0)).toBe(2);
    expect((after.idempotency_keys ?? 0) - (before.idempotency_keys ?? 0)).toBe(2);
  });
});

test('all clients and tokens of a partner share its limit, and another partner has its own', async () => {
  const prepare = async () => {
    await takePartner();
    return {
      second: await api.issuer.token({ ...partner, clientId: 'another-client' }),
      other: await api.issuer.token(await database.addPartner()),
    };
  };
  await withinWindow(SECOND, prepare, async ({ second, other }) => {
    const answers = await Promise.all([read(), read(second), read(), read(second), read(other), read(other)]);
    const statuses = answers.map((answer) => answer.statusCode);
    expect([statuses.slice(0, 4).sort(), statuses.slice(4)]).toEqual([
      [404, 404, 404, 429],
      [404, 404],
    ]);
  });
});

describe('a large body counts as several requests:', () => {
  const TOLERANT = { writes: 20 };
  let roomy: TestApi;
  beforeAll(async () => {
    roomy = await startTestApi(database, { limits: TOLERANT });
  });
  afterAll(() => roomy.close());
  const padded = (bytes: number) => JSON.stringify(validBody()).padEnd(bytes, ' ');
  const numbers = (count: number) => JSON.stringify(validBody({ list: Array.from({ length: count }, () => 0) }));
  const remaining = async (body: string) => {
    const own = await roomy.issuer.token(await database.addPartner());
    const answer = await roomy.call('POST', '/partner/v1/business-profiles/validate', { body, token: own });
    expect(answer.statusCode).toBe(200);
    return Number(/r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
  };

  test.each([
    ['up to 64 KiB as one', padded(64 * 1024), 19],
    ['more than 64 KiB as two', padded(64 * 1024 + 1), 18],
    ['1 MiB as sixteen', padded(1024 * 1024), 4],
    ['thousands of values as one more for every 250', numbers(2_400), 10],
    ['more than the whole quota is served, and uses it up', numbers(11_000), 0],
  ])('%s', async (_name, body, left) => {
    await withinWindow(
      SECOND,
      async () => {},
      async () => expect(await remaining(body)).toBe(left),
    );
  });

  test.each([
    ['one', 1, 18],
    ['two', 2, 18],
    ['seven', 7, 15],
    ['more than the quota', 50, 0],
  ])('a PATCH that names %s documents counts one more for every two of them', async (_name, count, left) => {
    const prepare = async () => roomy.issuer.token(await database.addPartner());
    await withinWindow(SECOND, prepare, async (own) => {
      const businessDocumentIdList = Array.from({ length: count }, () => crypto.randomUUID());
      const path = `/partner/v1/business-profiles/${crypto.randomUUID()}`;
      const named = await roomy.call('PATCH', path, { body: { businessDocumentIdList }, token: own });
      // Unknown documents are counted too.
      expect([named.statusCode, named.headers.ratelimit]).toEqual([404, `"writes";r=${left};t=1`]);
      const next = await roomy.call('PATCH', path, { body: { businessDocumentIdList }, token: own });
      expect(next.statusCode).toBe(left === 0 ? 429 : 404);
    });
  });

  test('large bodies are rejected with 429 once the quota is used up', async () => {
    const post = (own: string, body: string) =>
      roomy.call('POST', '/partner/v1/business-profiles/validate', { body, token: own });
    const [heavy, long] = [numbers(11_000), padded(1024 * 1024)];
    const prepare = async () => roomy.issuer.token(await database.addPartner());
    await withinWindow(SECOND, prepare, async (own) => {
      const answers = await many(6, () => post(own, heavy));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 429, 429, 429, 429, 429]);
      expect((await post(own, long)).statusCode).toBe(429);
    });
  });
});

test('a request with an invalid token is not counted and gets no rate limit headers', async () => {
  const forged = `${token.slice(0, -4)}AAAA`;
  for (const answer of await many(6, () => read(forged))) {
    expect(shown(answer)).toEqual([401, undefined, undefined, undefined]);
  }
  expect(refused(await many(3, read))).toEqual([]);
});

describe('every response to an authenticated partner has rate limit headers', () => {
  test.each(partnerRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_name, route) => {
      const name = limitClassOf(route);
      expect(name).toBe(route.limitClass ?? (route.method === 'GET' ? 'reads' : 'writes'));
      const own = await api.issuer.token(await database.addPartner(), 'partner.none');
      const path = `/api${route.path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`;
      const answer = await api.app.inject({
        method: route.method,
        url: path,
        headers: { authorization: `Bearer ${own}` },
      });
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'Partner.ScopeMissing']);
      expect(answer.headers['ratelimit-policy']).toMatch(new RegExp(`^"${name}";q=\\d+;w=1$`));
      expect(answer.headers.ratelimit).toMatch(new RegExp(`^"${name}";r=\\d+;t=1$`));
    },
  );

  test('after a success, with an invalid body, and for an inactive partner', async () => {
    const ok = await write();
    expect([ok.statusCode, ok.headers.ratelimit]).toEqual([200, '"writes";r=1;t=1']);
    const bad = await api.call('POST', '/partner/v1/business-profiles', { body: '{', token });
    expect([bad.statusCode, bad.headers.ratelimit]).toEqual([400, expect.stringContaining('"writes"')]);
    const idle = await api.issuer.token(await database.addPartner({ status: 'Inactive' }));
    const inactive = await read(idle);
    expect([inactive.statusCode, inactive.headers.ratelimit]).toEqual([409, '"reads";r=2;t=1']);
  });
});

test("a partner's own limits take effect within half a minute, and so does removing them", async () => {
  const set = (reads: number | null, writes: number | null) =>
    database.owner.query('update partners set reads_per_second = $2, writes_per_second = $3 where partner_id = $1', [
      partner.partnerId,
      reads,
      writes,
    ]);
  const policy = async (ask: typeof read) => (await ask(await api.issuer.token(partner))).headers['ratelimit-policy'];
  /** Limits are reloaded in the background, so that the request that triggers it still has the old ones. */
  const becomes = (ask: typeof read, expected: string) => until(async () => (await policy(ask)) === expected, expected);

  await set(50, null);
  expect(await policy(read)).toBe('"reads";q=3;w=1');
  ahead += 31_000;
  await becomes(read, '"reads";q=50;w=1');
  // Polling has used up part of this second.
  await until(async () => (await read()).headers.ratelimit === '"reads";r=49;t=1', 'the next second');
  token = await api.issuer.token(partner);
  expect(refused(await many(40, read))).toEqual([]);
  expect(await policy(write)).toBe('"writes";q=2;w=1');
  await set(null, 1);
  ahead += 31_000;
  await becomes(read, '"reads";q=3;w=1');
  await becomes(write, '"writes";q=1;w=1');
});

test('each session has its own limit, and exceeding it gets 429 in the envelope of the dashboard', async () => {
  const other = await signIn(database);
  const path = '/api/session/partner';
  const ask = (headers: Record<string, string>) => api.app.inject({ method: 'GET', url: path, headers });
  const signInOne = () => signIn(database);
  await withinWindow(SECOND, signInOne, async (one) => {
    const answers = await many(6, () => ask(one.cookie));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(answers.map(shown)[5]).toEqual([429, '"session";q=4;w=1', '"session";r=0;t=1', '1']);
    expect(dashboardFailureSchema.parse(answers[5]?.json()).error.code).toBe('RateLimit.Exceeded');
  });
  expect((await ask(other.cookie)).statusCode).toBe(200);
  expect((await ask({})).headers.ratelimit).toBeUndefined();
});
