// The log of a partner's API requests: what it contains, who can read it, and that no request waits for it.
import {
  type ApiRequest,
  type ApiRequestPage,
  type ApiRequestQuery,
  apiRequestPageSchema,
  ERRORS,
  MIB_BYTES,
} from '@onboarding/contract';
import { listApiRequests } from '@onboarding/domain/api-requests';
import { uuidFloor } from '@onboarding/platform/ids';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestApiOptions } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { blocksRead, explaining } from '../../harness/checks/plans.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/patience.ts';
import { signIn } from '../../harness/session.ts';

const BUSINESSES = '/partner/v1/business-profiles';
const LOG = '/partner/v1/api-requests';
const MINUTE = 60_000;
/** Noon yesterday: that day has a partition. */
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * 3_600_000;

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

/** A partner whose log is empty. */
async function newPartner() {
  const partner = await database.addPartner();
  const token = await api.issuer.token(partner);
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers = {}) =>
    api.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  const list = async (query = ''): Promise<ApiRequestPage> =>
    apiRequestPageSchema.strict().parse((await call('GET', `${LOG}?limit=200${query}`)).json().value);
  /** Waits until the log has this many entries. */
  const logged = async (count: number): Promise<ApiRequest[]> => {
    let items: ApiRequest[] = [];
    await until(async () => {
      ({ items } = await list());
      return items.length >= count;
    }, `${count} entries of the log`);
    return items;
  };
  return { ...partner, token, call, list, logged };
}

describe('a request', () => {
  test('that creates a business is logged with the id of the business', async () => {
    const { call, logged } = await newPartner();
    const before = Date.now();
    const answer = await call('POST', BUSINESSES, validBody());
    expect(answer.statusCode).toBe(200);
    const [entry, ...others] = await logged(1);
    expect(others).toEqual([]);
    expect(entry).toEqual({
      entryId: expect.any(String),
      requestId: answer.headers['x-request-id'],
      occurredAt: expect.any(String),
      method: 'POST',
      path: `/api${BUSINESSES}`,
      customerId: answer.json().value.customerId,
      status: 200,
      code: null,
      cause: null,
      remedy: null,
      problems: [],
      durationMs: expect.any(Number),
    });
    const at = Date.parse(entry?.occurredAt ?? '');
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  test('that fails is logged with its code and with the fields at fault, but without names and values of the caller', async () => {
    const { call, logged } = await newPartner();
    const body = { ...validBody(), companyName: 7, metadata: { SecretName: 8 } };
    const answer = await call('POST', `${BUSINESSES}?Jane=Doe`, body);
    expect(answer.statusCode).toBe(400);
    const again = await call('POST', BUSINESSES, body);
    const [refused, unknown] = await logged(2);
    expect(unknown).toMatchObject({ status: 400, problems: [{ pointer: '?*' }] });
    expect(refused).toMatchObject({
      requestId: again.json().error.requestId,
      status: 400,
      code: 'Validation',
      cause: ERRORS.Validation.cause,
      remedy: ERRORS.Validation.remedy,
      customerId: null,
      problems: [
        { pointer: '/companyName', code: 'Validation' },
        { pointer: '/metadata/*', code: 'Validation' },
      ],
    });
    const { rows } = await database.owner.query('select * from api_requests where request_id = any($1)', [
      [refused?.requestId, unknown?.requestId],
    ]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/SecretName|Jane|Doe/);
  });

  test('that reads is logged only if it fails, without the reference in its path', async () => {
    const { call, logged, list } = await newPartner();
    const { customerId, partnerCustomerId } = (await call('POST', BUSINESSES, validBody())).json().value;
    for (const path of [`${BUSINESSES}/${customerId}`, `${BUSINESSES}/by-reference/${partnerCustomerId}`, LOG]) {
      expect((await call('GET', path)).statusCode).toBe(200);
    }
    const missing = crypto.randomUUID();
    for (const path of [`${BUSINESSES}/${missing}`, `${BUSINESSES}/by-reference/jane-doe`, `${BUSINESSES}/Jane`]) {
      expect((await call('GET', path)).statusCode).toBe(404);
    }
    expect(await logged(4)).toMatchObject([
      { path: `/api${BUSINESSES}/{customerId}`, customerId: null, code: 'Customer.NotFound' },
      { path: `/api${BUSINESSES}/by-reference/{partnerCustomerId}`, customerId: null, code: 'Customer.NotFound' },
      { path: `/api${BUSINESSES}/{customerId}`, customerId: missing, code: 'Customer.NotFound', status: 404 },
      { path: `/api${BUSINESSES}`, status: 200 },
    ]);
    expect((await list('&outcome=Failed')).items).toHaveLength(3);
    expect((await list('&outcome=Succeeded')).items).toHaveLength(1);
  });

  test('with a token that lacks the scope is logged, and one without a valid token is not', async () => {
    const { logged, token, ...partner } = await newPartner();
    const readOnly = await api.issuer.token(partner, 'partner.read');
    const unknown = await api.call('POST', BUSINESSES, { body: validBody(), token: `${token}x` });
    expect(unknown.statusCode).toBe(401);
    const refused = await api.call('POST', BUSINESSES, { body: validBody(), token: readOnly });
    expect(refused.statusCode).toBe(403);
    expect(await logged(1)).toMatchObject([{ code: 'Partner.ScopeMissing', status: 403 }]);
  });

  test('whose body is too large or not JSON is logged', async () => {
    const { call, logged } = await newPartner();
    expect((await call('POST', BUSINESSES, ' '.repeat(MIB_BYTES + 1))).statusCode).toBe(413);
    expect((await call('POST', BUSINESSES, '{')).statusCode).toBe(400);
    expect((await logged(2)).map(({ status }) => status)).toEqual([400, 413]);
  });

  test('is found by its id, and several requests with the same id are all found', async () => {
    const { call, logged, list } = await newPartner();
    const own = { 'x-request-id': 'Order-4711.retry_1' };
    for (const headers of [own, {}, own]) await call('POST', BUSINESSES, {}, headers);
    const [last, other, first] = await logged(3);
    expect((await list('&requestId=Order-4711.retry_1')).items).toEqual([last, first]);
    expect((await list(`&requestId=${other?.requestId}`)).items).toEqual([other]);
    expect((await list('&requestId=Order-4711.retry_1&outcome=Succeeded')).items).toEqual([]);
    expect((await list('&requestId=unknown')).items).toEqual([]);
  });

  test('is shown to the users of its partner, and to no other partner', async () => {
    const [mine, other] = [await newPartner(), await newPartner()];
    await mine.call('POST', BUSINESSES, validBody());
    const items = await mine.logged(1);
    const shown = async (partnerId: string, role: 'viewer' | 'admin') => {
      const { cookie: headers } = await signIn(database, { partnerId, role });
      const url = `/api/customer/v1/partner-profile/api-requests?requestId=${items[0]?.requestId}`;
      return apiRequestPageSchema.strict().parse((await api.app.inject({ url, headers })).json().value).items;
    };
    expect(await shown(mine.partnerId, 'viewer')).toEqual(items);
    expect(await shown(other.partnerId, 'admin')).toEqual([]);
    expect((await other.list(`&requestId=${items[0]?.requestId}`)).items).toEqual([]);
    expect((await other.list()).items).toEqual([]);
  });
});

describe('the log', () => {
  async function another(options: TestApiOptions = {}) {
    const started = await startTestApi(database, options);
    const tokenOf = async () => {
      const partner = await database.addPartner();
      return { ...partner, token: await started.issuer.token(partner) };
    };
    const post = (token: string) => started.call('POST', BUSINESSES, { token, body: {} });
    const count = async ({ partnerId }: { partnerId: string }, code?: string): Promise<number> => {
      const { rows } = await database.owner.query(
        'select count(*)::int as n from api_requests where partner_id = $1 and code is not distinct from coalesce($2, code)',
        [partnerId, code],
      );
      return rows[0].n;
    };
    return { started, tokenOf, post, count };
  }

  test('has one entry per second for requests above the rate limit', async () => {
    const { started, tokenOf, post, count } = await another({ limits: { writes: 1 } });
    const partner = await tokenOf();
    const begin = performance.now();
    for (let requests = 0; requests < 30; requests++) await post(partner.token);
    const seconds = Math.ceil((performance.now() - begin) / 1000);
    await started.close();
    const refused = await count(partner, 'RateLimit.Exceeded');
    expect(refused).toBeGreaterThanOrEqual(1);
    expect(refused).toBeLessThanOrEqual(seconds);
    expect(await count(partner, 'Validation')).toBeLessThanOrEqual(seconds);
  });

  test('keeps no request waiting while it cannot be written, has room for each partner, and is complete after a stop', async () => {
    const { started, tokenOf, post, count } = await another();
    const [busy, quiet] = [await tokenOf(), await tokenOf()];
    const locking = new pg.Client({ connectionString: database.ownerUrl });
    await locking.connect();
    try {
      await locking.query('begin');
      await locking.query('lock table api_requests in exclusive mode');
      // The first is being written, 1,000 wait, and there is no room for the rest.
      for (let requests = 0; requests < 1_020; requests++) expect((await post(busy.token)).statusCode).toBe(400);
      expect((await post(quiet.token)).statusCode).toBe(400);
      await locking.query('rollback');
      await started.close();
    } finally {
      await locking.end();
    }
    expect(await count(busy)).toBe(1_001);
    expect(await count(quiet)).toBe(1);
  });

  test('loses the entries that the database refuses, and has the later ones', async () => {
    let inserts = 0;
    const beforeStatement = (name: string) => {
      if (name === 'api_requests_insert') inserts++;
    };
    const { started, tokenOf, post, count } = await another({ beforeStatement });
    const partner = await tokenOf();
    const isIdle = async () => {
      const { rows } = await database.owner.query(
        `select from pg_stat_activity where datname = current_database() and state <> 'idle' and query like 'insert into api_requests%'`,
      );
      return rows.length === 0;
    };
    await database.owner.query('revoke insert on api_requests from onboarding_app');
    expect((await post(partner.token)).statusCode).toBe(400);
    await until(async () => inserts === 1 && (await isIdle()), 'the entry was refused');
    await database.owner.query('grant insert on api_requests to onboarding_app');
    expect((await post(partner.token)).statusCode).toBe(400);
    await started.close();
    expect(inserts).toBe(2);
    expect(await count(partner)).toBe(1);
  });
});

describe('in a log with many entries', () => {
  let partnerId: string;
  let client: pg.Client;
  let list: (query: string) => Promise<ApiRequestPage>;
  const at = (minute: number) => new Date(NOON + minute * MINUTE).toISOString();

  async function store({
    count,
    status = 200,
    from,
    everyMs = MINUTE,
  }: Record<'count' | 'from', number> & { status?: number; everyMs?: number }) {
    await database.owner.query(
      `insert into api_requests (partner_id, entry_id, request_id, method, path, status, problems, duration_ms)
       select $1, (substr(uuid_floor(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, 'r-' || (n % 1000), 'POST', '/x', $2, '[]', 1
       from generate_series(0, $3::int - 1) n, lateral (select to_timestamp(($4::bigint + n * $5::bigint) / 1000.0) as at) moment`,
      [partnerId, status, count, from, everyMs],
    );
  }

  beforeAll(async () => {
    const partner = await newPartner();
    ({ partnerId } = partner);
    list = async (query) =>
      apiRequestPageSchema.strict().parse((await partner.call('GET', `${LOG}?${query}`)).json().value);
    client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    await store({ count: 60, from: NOON });
    await store({ count: 5, status: 404, from: NOON + 20 * MINUTE + 1 });
  });
  afterAll(() => client.end());

  test.each([
    ['', 65],
    ['outcome=Failed', 5],
    ['outcome=Succeeded', 60],
    ['requestId=r-3', 2],
    ['requestId=r-3&outcome=Failed', 1],
    [`occurredFrom=${at(20)}&occurredTo=${at(22)}`, 4],
    [`occurredFrom=${at(20)}&occurredTo=${at(22)}&outcome=Failed`, 2],
    ['occurredFrom=9999-12-31', 0],
    ['occurredTo=0001-01-01', 0],
  ])('"%s" lists %i entries, newest first, and the same ones page by page', async (query, expected) => {
    const whole = await list(`${query}&limit=200`);
    expect(whole.items).toHaveLength(expected);
    expect(whole.nextCursor).toBeNull();
    const times = whole.items.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual([...times].sort().reverse());
    const seen = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const here: ApiRequestPage = await list(`${query}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...here.items);
      cursor = here.nextCursor;
    }
    expect(seen).toEqual(whole.items);
  });

  test('a page has 50 entries without a limit in the query', async () => {
    expect((await list('')).items).toHaveLength(50);
  });

  test('each filter reads about as many pages in a log fifty times as long', async () => {
    const asked: [string, ApiRequestQuery][] = [
      ['everything', {}],
      ['the few failures', { outcome: 'Failed' }],
      ['successes', { outcome: 'Succeeded' }],
      ['an id', { requestId: 'r-7' }],
      ['an hour long ago', { occurredFrom: new Date(NOON), occurredTo: new Date(NOON + 60 * MINUTE) }],
    ];
    const cost = async (query: ApiRequestQuery) => {
      const { plans } = await explaining(
        client,
        partnerId,
        /^api_request_log/,
        (tx) => listApiRequests(tx, partnerId, query),
        { carriedOut: true },
      );
      return blocksRead(plans[0]?.nodes ?? []);
    };
    const costs = async () => {
      await database.owner.query('vacuum analyze api_requests');
      const found = [];
      for (const [, query] of asked) found.push(await cost(query));
      return found;
    };
    // Samples every row, so that the plans are deterministic.
    await database.owner.query('set default_statistics_target to 1000');
    await store({ count: 1_000, from: NOON + 120 * MINUTE, everyMs: 100 });
    const before = await costs();
    await store({ count: 50_000, from: NOON + 122 * MINUTE, everyMs: 100 });
    for (const [index, pages] of (await costs()).entries()) {
      // Each id is in fifty times as many entries.
      const allowed = asked[index]?.[1].requestId === undefined ? (before[index] ?? 0) * 1.5 + 30 : 150;
      expect(pages, asked[index]?.[0]).toBeLessThanOrEqual(allowed);
    }
  });

  test.each([
    ['requestId=a%20b', '?requestId'],
    [`requestId=${'a'.repeat(65)}`, '?requestId'],
    ['requestId=a&requestId=b', '?requestId'],
    ['outcome=Refused', '?outcome'],
    ['occurredFrom=yesterday', '?occurredFrom'],
    [`occurredFrom=${at(2)}&occurredTo=${at(2)}`, '?occurredTo'],
    ['limit=201', '?limit'],
    ['cursor=x', '?cursor'],
  ])('refuses %s with 400 and names the parameter', async (query, pointer) => {
    const partner = await newPartner();
    const answer = await partner.call('GET', `${LOG}?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({ code: 'ValidationControl.Error', details: [{ pointer }] });
  });

  test('an entry belongs to the partition of the day of its response', async () => {
    const { rows } = await database.owner.query(
      'select distinct tableoid::regclass::text as partition from api_requests where partner_id = $1 and entry_id >= $2 and entry_id < $3',
      [partnerId, uuidFloor(new Date(NOON)), uuidFloor(new Date(NOON + MINUTE))],
    );
    const day = new Date(NOON).toISOString().slice(0, 10).replaceAll('-', '');
    expect(rows).toEqual([{ partition: `api_requests_${day}` }]);
  });
});
