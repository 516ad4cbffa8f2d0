// Where the storage tells of what has arrived.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIRM_QUEUE } from '@onboarding/domain/uploads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { artefacts } from '../../harness/artefacts.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { insist } from '../../harness/insist.ts';
import { EVENTS_SECRET } from '../../harness/no-storage.ts';

const PATH = '/api/storage/v1/events';
let database: TestDatabase;
let api: TestApi;
let told = 0;
let databaseDown = false;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, {
    storageEvents: { secret: EVENTS_SECRET, onArrivals: () => told++ },
    beforeStatement() {
      if (databaseDown) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    },
  });
});
afterEach(async () => {
  told = 0;
  databaseDown = false;
  await database.owner.query('delete from pgboss.job where name = $1', [CONFIRM_QUEUE]);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const idsOf = () => ({
  partnerId: crypto.randomUUID(),
  customerId: crypto.randomUUID(),
  documentId: crypto.randomUUID(),
});
const record = ({ partnerId, customerId, documentId }: ReturnType<typeof idsOf>) => ({
  eventName: 'ObjectCreated:Put',
  s3: { object: { key: `incoming/${partnerId}/${customerId}/${documentId}/BankStatement.pdf` } },
});
const bodyOf = (...all: ReturnType<typeof idsOf>[]) => JSON.stringify({ Records: all.map(record) });

interface Sending {
  query?: string;
  headers?: Record<string, string>;
  app?: TestApi['app'];
}
const send = (payload: string | undefined, { query, headers = {}, app = api.app }: Sending = {}) =>
  app.inject({
    method: 'POST',
    url: PATH + (query ?? `?token=${EVENTS_SECRET}`),
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const jobs = async () =>
  (await database.owner.query('select data from pgboss.job where name = $1 order by data', [CONFIRM_QUEUE])).rows.map(
    ({ data }) => data,
  );

describe('an arrival is noted and answered at once', () => {
  test.each<[string, Sending]>([
    ['with the secret in the address', {}],
    ['with the secret in a header', { query: '', headers: { authorization: `Bearer ${EVENTS_SECRET}` } }],
    ['sent as JSON', { headers: { 'content-type': 'application/json' } }],
    ['sent as a form, which it is not', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['sent as nothing in particular', { headers: { 'content-type': 'application/octet-stream' } }],
  ])('%s', async (_, sending) => {
    const ids = idsOf();
    const answer = await send(bodyOf(ids), sending);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ arrivals: 1, ignored: 0 });
    expect(await jobs()).toEqual([{ partnerId: ids.partnerId, documentId: ids.documentId }]);
    expect(told).toBe(1);
  });

  test('once while it waits, however often and by however many at the same moment it is told', async () => {
    const [one, two] = [idsOf(), idsOf()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        insist(() => send(index % 2 === 0 ? bodyOf(one, two) : bodyOf(two, one))),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await jobs()).toHaveLength(2);
  });
});

test.each([
  ['an event of another kind', '{"Service":"Amazon S3","Event":"s3:TestEvent"}'],
  ['no JSON', 'arrived=1'],
  ['an object of somebody else', bodyOf(idsOf()).replace('BankStatement', 'Holiday')],
  ['an empty body', ''],
  ['no body', undefined],
])('%s is ignored with 200, because the storage would tell it again and again', async (_, body) => {
  const answer = await send(body);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ arrivals: 0, ignored: 1 });
  expect([await jobs(), told]).toEqual([[], 0]);
});

test.each<[string, Sending]>([
  ['no secret', { query: '' }],
  ['a wrong secret', { query: `?token=${EVENTS_SECRET.replace('7', '8')}` }],
  ['a part of the secret', { query: `?token=${EVENTS_SECRET.slice(0, -1)}` }],
  ['the secret twice', { query: `?token=${EVENTS_SECRET}&token=${EVENTS_SECRET}` }],
  ['a wrong secret in the header beside the right one', { headers: { authorization: 'Bearer else' } }],
])('with %s nothing is taken: 401, and what to do', async (_, sending) => {
  const answer = await send(bodyOf(idsOf()), sending);
  expect(answer.statusCode).toBe(401);
  expect(answer.json().error.message).toContain('STORAGE_EVENTS_SECRET');
  expect(answer.body).not.toContain(EVENTS_SECRET);
  expect([await jobs(), told]).toEqual([[], 0]);
});

test('a body of more than 256 KiB is refused with 413', async () => {
  expect((await send('x'.repeat(256 * 1024 + 1))).statusCode).toBe(413);
  expect((await send('x'.repeat(256 * 1024))).statusCode).toBe(200);
});

test('503 while the database is away, so that the storage tells it again', async () => {
  databaseDown = true;
  expect((await send(bodyOf(idsOf()))).statusCode).toBe(503);
  expect(told).toBe(0);
});

test('without a secret in the settings there is nobody who listens', async () => {
  const deaf = await startTestApi(database);
  expect((await send(bodyOf(idsOf()), { app: deaf.app })).statusCode).toBe(404);
  await deaf.close();
});

test('the secret is in no log line, and partners are not told of the route', async () => {
  await send(bodyOf(idsOf()));
  await send('{', { query: `?token=${EVENTS_SECRET}x` });
  const log = readFileSync(join(artefacts('logs'), `${database.name}.log`), 'utf8');
  expect(log).toContain(PATH);
  expect(log).not.toContain(EVENTS_SECRET);
  const description = await api.app.inject({ method: 'GET', url: '/api/openapi.json' });
  expect(description.body).not.toContain('/storage/v1');
});
