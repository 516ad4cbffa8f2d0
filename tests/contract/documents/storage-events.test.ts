// The route to which the storage reports uploaded files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { artefacts } from '../../harness/artefacts.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { insist } from '../../harness/insist.ts';
import { EVENTS_SECRET } from '../../harness/no-storage.ts';
import { askForLink } from '../../harness/scenes/documents.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

/** Accepted too, while one replaces the other. */
const EARLIER_SECRET = 'storage-events-earlier-1b2d84607f3a9c1e5';
const PATH = '/api/storage/v1/events';
let database: TestDatabase;
let api: TestApi;
let told = 0;
let databaseDown = false;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, {
    storageEvents: { secrets: [EVENTS_SECRET, EARLIER_SECRET], onArrivals: () => told++ },
    beforeStatement() {
      if (databaseDown) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    },
  });
});
afterEach(async () => {
  told = 0;
  databaseDown = false;
  await settleAll();
});
afterAll(async () => {
  await api.close();
  await database.close();
});

interface Ids {
  partnerId: string;
  customerId: string;
  documentId: string;
}
const idsOf = (): Ids => ({
  partnerId: crypto.randomUUID(),
  customerId: crypto.randomUUID(),
  documentId: crypto.randomUUID(),
});

/** A document whose link was just issued, so that it becomes due only after a minute. */
async function linked(): Promise<Ids> {
  const customer = await createCustomer(api);
  const { documentId } = (await askForLink(api, customer)).json().value;
  return { partnerId: api.partner.partnerId, customerId: customer.customerId, documentId };
}
const record = ({ partnerId, customerId, documentId }: Ids) => ({
  eventName: 'ObjectCreated:Put',
  s3: { object: { key: `incoming/${partnerId}/${customerId}/${documentId}/BankStatement.pdf` } },
});
const bodyOf = (...all: Ids[]) => JSON.stringify({ Records: all.map(record) });

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
const due = async () =>
  (
    await database.owner.query('select document_id from documents where next_check_at <= now() order by document_id')
  ).rows.map(({ document_id: id }) => id);
const settleAll = () => database.owner.query('update documents set next_check_at = null');

describe('a reported upload', () => {
  test.each<[string, Sending]>([
    ['with the secret in the URL', {}],
    ['with the earlier secret', { query: `?token=${EARLIER_SECRET}` }],
    ['with the secret in a header', { query: '', headers: { authorization: `Bearer ${EVENTS_SECRET}` } }],
    ['sent as JSON', { headers: { 'content-type': 'application/json' } }],
    ['mislabelled as a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['sent as application/octet-stream', { headers: { 'content-type': 'application/octet-stream' } }],
  ])('makes its document due: %s', async (_, sending) => {
    const [ids] = [await linked(), await linked()];
    expect(await due()).toEqual([]);
    const answer = await send(bodyOf(ids), sending);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ arrivals: 1, ignored: 0 });
    expect(await due()).toEqual([ids.documentId]);
    expect(told).toBe(1);
  });

  test('makes its document due no matter how many reports arrive at once', async () => {
    const [one, two] = [await linked(), await linked()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        insist(() => send(index % 2 === 0 ? bodyOf(one, two) : bodyOf(two, one))),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await due()).toEqual([one.documentId, two.documentId].sort());
  });

  test('makes its document due even after its outcome, because a later upload must be removed', async () => {
    const ids = await linked();
    await settleAll();
    await send(bodyOf(ids));
    expect(await due()).toEqual([ids.documentId]);
  });

  test('does not postpone a document that is already due', async () => {
    const ids = await linked();
    await database.owner.query(`update documents set next_check_at = '2026-01-01' where document_id = $1`, [
      ids.documentId,
    ]);
    await send(bodyOf(ids));
    const { rows } = await database.owner.query('select next_check_at from documents where document_id = $1', [
      ids.documentId,
    ]);
    expect(rows).toEqual([{ next_check_at: new Date('2026-01-01') }]);
  });

  test('has no effect if the ids do not belong together', async () => {
    const ids = await linked();
    const answer = await send(bodyOf({ ...ids, partnerId: crypto.randomUUID() }, idsOf()));
    expect(answer.json()).toEqual({ arrivals: 2, ignored: 0 });
    expect(await due()).toEqual([]);
  });
});

test.each([
  ['an event of another kind', '{"Service":"Amazon S3","Event":"s3:TestEvent"}'],
  ['invalid JSON', 'arrived=1'],
  ['an object with an unknown name', bodyOf(idsOf()).replace('BankStatement', 'Holiday')],
  ['an empty body', ''],
  ['no body', undefined],
])('ignores %s with 200, because the storage would retry otherwise', async (_, body) => {
  const answer = await send(body);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ arrivals: 0, ignored: 1 });
  expect([await due(), told]).toEqual([[], 0]);
});

test.each<[string, Sending]>([
  ['no secret', { query: '' }],
  ['a wrong secret', { query: `?token=${EVENTS_SECRET.replace('7', '8')}` }],
  ['a part of the secret', { query: `?token=${EVENTS_SECRET.slice(0, -1)}` }],
  ['the secret twice', { query: `?token=${EVENTS_SECRET}&token=${EVENTS_SECRET}` }],
  ['a wrong secret in the header and the right one in the URL', { headers: { authorization: 'Bearer else' } }],
])('rejects %s with 401 and says what to do', async (_, sending) => {
  const answer = await send(bodyOf(idsOf()), sending);
  expect(answer.statusCode).toBe(401);
  expect(answer.json().error.message).toContain('STORAGE_EVENTS_SECRET');
  expect(answer.body).not.toContain(EVENTS_SECRET);
  expect([await due(), told]).toEqual([[], 0]);
});

test('rejects a body of more than 256 KiB with 413', async () => {
  expect((await send('x'.repeat(256 * 1024 + 1))).statusCode).toBe(413);
  expect((await send('x'.repeat(256 * 1024))).statusCode).toBe(200);
});

test('answers 503 while the database is unavailable, so that the storage retries', async () => {
  databaseDown = true;
  expect((await send(bodyOf(idsOf()))).statusCode).toBe(503);
  expect(told).toBe(0);
});

test('the route does not exist without a configured secret', async () => {
  const deaf = await startTestApi(database);
  expect((await send(bodyOf(idsOf()), { app: deaf.app })).statusCode).toBe(404);
  await deaf.close();
});

test('the route does not log the secret, and is not in the OpenAPI document', async () => {
  await send(bodyOf(idsOf()));
  await send('{', { query: `?token=${EVENTS_SECRET}x` });
  const log = readFileSync(join(artefacts('logs'), `${database.name}.log`), 'utf8');
  expect(log).toContain(PATH);
  expect(log).not.toContain(EVENTS_SECRET);
  const description = await api.app.inject({ method: 'GET', url: '/api/openapi.json' });
  expect(description.body).not.toContain('/storage/v1');
});
