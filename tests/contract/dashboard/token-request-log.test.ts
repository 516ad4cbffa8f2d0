// The filters of the token request log, each of which is read from an index however long the log is.
import { type TokenRequestPage, type TokenRequestQuery, tokenRequestPageSchema } from '@onboarding/contract';
import {
  listTokenRequests,
  recordTokenRequests,
  sharedRequestId,
  type TokenRequest,
} from '@onboarding/domain/credentials';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { explaining } from '../../harness/checks/plans.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';

const PATH = '/api/customer/v1/partner-profile/api-credentials/token-requests';
const MINUTE = 60_000;
/** Noon yesterday: that day has a partition. */
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * 3_600_000;
const BUSY = crypto.randomUUID();
const RARE = crypto.randomUUID();

let database: TestDatabase;
let api: TestApi;
let client: pg.Client;
let person: SignedIn;
let partnerId: string;
/** With the rights of the identity service. */
let identity: Db;

interface Stored {
  count: number;
  outcome?: 'Issued' | 'Refused';
  certificateId?: string | null;
  from?: number;
  everyMs?: number;
  of?: string;
}

async function store({ count, outcome = 'Issued', certificateId = BUSY, from = NOON, everyMs = 100, of }: Stored) {
  await database.owner.query(
    `insert into token_requests (partner_id, request_id, client_id, outcome, reason, certificate_id, address, occurred_at)
     select $1, (substr(uuid_floor(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, 'client', $2,
       case when $2 = 'Refused' then 'alg must be RS256' end, $3, '203.0.113.7', at
     from generate_series(0, $4::int - 1) n, lateral (select to_timestamp(($5::bigint + n * $6::bigint) / 1000.0) as at) moment`,
    [of ?? partnerId, outcome, certificateId, count, from, everyMs],
  );
}

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
  ({ partnerId } = await database.addPartner());
  person = await signIn(database, { partnerId });
  await store({ count: 60, everyMs: MINUTE });
  await store({ count: 3, certificateId: RARE, from: NOON + 10 * MINUTE, everyMs: MINUTE });
  await store({ count: 4, certificateId: null, outcome: 'Refused', from: NOON + 20 * MINUTE, everyMs: MINUTE });
  await store({ count: 2, certificateId: RARE, outcome: 'Refused', from: NOON + 30 * MINUTE, everyMs: MINUTE });
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  identity = openTestDb(database.identityUrl);
});
afterAll(async () => {
  await client.end();
  await identity.close();
  await api.close();
  await database.close();
});

const ask = (query: string) => api.app.inject({ url: `${PATH}?${query}`, headers: person.cookie });
const page = async (query: string) => tokenRequestPageSchema.strict().parse((await ask(query)).json().value);
const at = (minute: number) => new Date(NOON + minute * MINUTE).toISOString();

test('an entry shows the request id that the last caller received, or its own if that was not recorded', async () => {
  const { items } = await page('outcome=Refused&limit=2');
  expect(items.map((one) => one.lastRequestId)).toEqual([null, null]);
  const [newest] = items;
  const told = uuidv7(new Date(NOON + 31 * MINUTE));
  await database.owner.query('update token_requests set last_request_id = $2 where request_id = $1', [
    newest?.requestId,
    told,
  ]);
  expect((await page('outcome=Refused&limit=1')).items[0]).toMatchObject({ requestId: told, lastRequestId: told });
});

describe('requests of one kind, which share an entry', () => {
  /** A partner's log, and how the identity service records requests in it: in this order, in batches. */
  async function newLog() {
    const { partnerId: other, clientId } = await database.addPartner();
    const reader = await signIn(database, { partnerId: other });
    const request = (minute: number, shared: boolean, reason?: string): TokenRequest => {
      const occurredAt = new Date(NOON + minute * MINUTE);
      const id = uuidv7(occurredAt);
      return {
        requestId: shared ? sharedRequestId(occurredAt, [other, 'kind']) : id,
        lastRequestId: id,
        partnerId: other,
        clientId,
        outcome: reason === undefined ? 'Issued' : 'Refused',
        error: reason === undefined ? undefined : 'invalid_client',
        reason,
        certificateId: undefined,
        scope: undefined,
        address: '203.0.113.7',
        occurredAt,
        assertion: undefined,
      };
    };
    const record = (...batch: TokenRequest[]) =>
      identity.transaction((tx) => recordTokenRequests(tx, batch), { readOnly: false });
    const read = async (query: string) => {
      const answer = await api.app.inject({ url: `${PATH}?${query}`, headers: reader.cookie });
      return tokenRequestPageSchema.strict().parse(answer.json().value);
    };
    return { request, record, read };
  }

  test.each(['', 'outcome=Refused&'])('with the filter "%s" are listed by the time of the last one', async (filter) => {
    const { request, record, read } = await newLog();
    const reason = filter === '' ? undefined : 'a valid assertion with a wrong scope';
    const own = [1, 5, 7, 9, 12].map((minute) => request(minute, false, reason));
    const grouped = [request(3, true, 'the first'), request(8, true, 'the last')];
    await record(...own, ...grouped);
    const expected = [12, 9, 8, 7, 5, 1].map((minute) => at(minute));
    const whole = await read(`${filter}limit=200`);
    expect(whole.items.map(({ lastOccurredAt }) => lastOccurredAt)).toEqual(expected);
    expect(whole.items[2]).toMatchObject({ count: 2, requestId: grouped[1]?.lastRequestId, occurredAt: at(3) });
    const seen = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const here: TokenRequestPage = await read(`${filter}limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...here.items);
      cursor = here.nextCursor;
    }
    expect(seen).toEqual(whole.items);
  });

  test.each(['in one batch', 'in two batches'])('show the last one, even if it was recorded first, %s', async (how) => {
    const { request, record, read } = await newLog();
    const [first, last] = [request(2, true, 'the first'), request(6, true, 'the last')];
    if (how === 'in one batch') await record(last, first);
    else {
      await record(last);
      await record(first);
    }
    expect((await read('')).items).toMatchObject([
      { requestId: last.lastRequestId, reason: 'the last', count: 2, lastOccurredAt: at(6) },
    ]);
  });
});

describe('the log', () => {
  test.each([
    ['', 69],
    ['outcome=Refused', 6],
    ['outcome=Issued', 63],
    [`certificateId=${RARE}`, 5],
    [`certificateId=${RARE}&outcome=Refused`, 2],
    [`certificateId=${BUSY}&outcome=Refused`, 0],
    [`certificateId=${crypto.randomUUID()}`, 0],
    [`from=${at(20)}&to=${at(24)}`, 8],
    [`from=${at(20)}&to=${at(24)}&outcome=Refused`, 4],
    [`from=${at(11)}&to=${at(31)}&certificateId=${RARE}`, 3],
    ['from=9999-12-31&outcome=Issued', 0],
    ['to=0001-01-01', 0],
  ])('with "%s" has %i entries, newest first, and the same ones page by page', async (query, expected) => {
    const whole = await page(`${query}&limit=200`);
    expect(whole.items).toHaveLength(expected);
    expect(whole.nextCursor).toBeNull();
    const times = whole.items.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual([...times].sort().reverse());
    const seen = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const here = await page(`${query}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...here.items);
      cursor = here.nextCursor;
    }
    expect(seen).toEqual(whole.items);
  });

  test('finds an entry for several requests by the time of any of them', async () => {
    const { partnerId: other } = await database.addPartner();
    const reader = await signIn(database, { partnerId: other });
    await store({ count: 1, outcome: 'Refused', certificateId: null, of: other });
    // As the identity service does: the id is derived from the start of the ten minutes.
    await database.owner.query(
      `update token_requests set occurred_at = $2, last_occurred_at = $3, requests = 5 where partner_id = $1`,
      [other, new Date(NOON + 3 * MINUTE), new Date(NOON + 8 * MINUTE)],
    );
    const found = async (from: number, to: number) => {
      const url = `${PATH}?from=${at(from)}&to=${at(to)}`;
      return (await api.app.inject({ url, headers: reader.cookie })).json().value.items.length;
    };
    expect([await found(1, 3), await found(1, 4), await found(7, 9), await found(8, 9), await found(9, 20)]).toEqual([
      0, 1, 1, 1, 0,
    ]);
  });

  test.each([
    ['from=yesterday', '?from'],
    ['to=2026-02-30', '?to'],
    [`from=${at(2)}&to=${at(2)}`, '?to'],
    ['certificateId=x', '?certificateId'],
    [`certificateId=${RARE}&certificateId=${BUSY}`, '?certificateId'],
  ])('rejects %s with 400 and names the parameter', async (query, pointer) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({ code: 'ValidationControl.Error', details: [{ pointer }] });
  });

  test('shows a remedy for a refusal, and none for an issued token', async () => {
    const [refused] = (await page('outcome=Refused')).items;
    expect(refused).toMatchObject({ reason: 'alg must be RS256', remedy: expect.stringContaining('RS256') });
    expect((await page('outcome=Issued')).items[0]?.remedy).toBeNull();
  });
});

describe('in a log fifty times as long', () => {
  const asked: [string, TokenRequestQuery][] = [
    ['everything', { limit: 50 }],
    ['the few refusals', { limit: 50, outcome: 'Refused' }],
    ['issued tokens', { limit: 50, outcome: 'Issued' }],
    ['a rarely used certificate', { limit: 50, certificateId: RARE }],
    ['a busy certificate', { limit: 50, certificateId: BUSY }],
    ['an hour long ago', { limit: 50, from: new Date(NOON), to: new Date(NOON + 60 * MINUTE) }],
  ];

  /** Pages of tables and indexes that the statement touches. */
  async function cost(query: TokenRequestQuery): Promise<number> {
    const read = (tx: Parameters<typeof listTokenRequests>[0]) => listTokenRequests(tx, partnerId, query);
    const { plans } = await explaining(client, partnerId, /^credential_log/, read, { carriedOut: true });
    const [top] = plans[0]?.nodes ?? [];
    return (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0);
  }

  test('each filter reads about as many pages as before', async () => {
    // Samples every row, so that the plans are deterministic.
    await database.owner.query('set default_statistics_target to 1000');
    // The filters match the oldest requests of the day, before all of these.
    await store({ count: 1_000, from: NOON + 120 * MINUTE });
    await database.owner.query('vacuum analyze token_requests');
    const before = [];
    for (const [, query] of asked) before.push(await cost(query));
    await store({ count: 50_000, from: NOON + 122 * MINUTE });
    await database.owner.query('vacuum analyze token_requests');
    const after: [string, number][] = [];
    for (const [name, query] of asked) after.push([name, await cost(query)]);
    for (const [index, [name, pages]] of after.entries()) {
      // Depending on the plan, the index of each of a dozen partitions is opened, even if it is empty.
      expect(pages, name).toBeLessThanOrEqual((before[index] ?? 0) * 1.5 + 30);
    }
  });
});
