// Where the storage tells of what has arrived.
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

/** A document whose link was just issued, so it is not due before a minute has passed. */
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

describe('an arrival makes its document due, and is answered at once', () => {
  test.each<[string, Sending]>([
    ['with the secret in the address', {}],
    ['with the secret in a header', { query: '', headers: { authorization: `Bearer ${EVENTS_SECRET}` } }],
    ['sent as JSON', { headers: { 'content-type': 'application/json' } }],
    ['sent as a form, which it is not', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['sent as nothing in particular', { headers: { 'content-type': 'application/octet-stream' } }],
  ])('%s', async (_, sending) => {
    const [ids] = [await linked(), await linked()];
    expect(await due()).toEqual([]);
    const answer = await send(bodyOf(ids), sending);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ arrivals: 1, ignored: 0 });
    expect(await due()).toEqual([ids.documentId]);
    expect(told).toBe(1);
  });

  test('however often, and by however many at the same moment, it is told', async () => {
    const [one, two] = [await linked(), await linked()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        insist(() => send(index % 2 === 0 ? bodyOf(one, two) : bodyOf(two, one))),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await due()).toEqual([one.documentId, two.documentId].sort());
  });

  test('also after its outcome, because a later upload must be removed', async () => {
    const ids = await linked();
    await settleAll();
    await send(bodyOf(ids));
    expect(await due()).toEqual([ids.documentId]);
  });

  test('and leaves one that is due longer where it is', async () => {
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

  test('unless the ids do not belong together', async () => {
    const ids = await linked();
    const answer = await send(bodyOf({ ...ids, partnerId: crypto.randomUUID() }, idsOf()));
    expect(answer.json()).toEqual({ arrivals: 2, ignored: 0 });
    expect(await due()).toEqual([]);
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
  expect([await due(), told]).toEqual([[], 0]);
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
  expect([await due(), told]).toEqual([[], 0]);
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
