// GET /partner/v1/business-profiles?metadata=key:value.
import { beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';

const PATH = '/partner/v1/business-profiles';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

async function create(overrides: Record<string, unknown>, token?: string): Promise<string> {
  const body = validBody(overrides);
  const answer = await api.call('POST', PATH, { body, ...(token === undefined ? {} : { token }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value.customerId;
}

/** By name, in the order of creation. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  ids.gold = await create({ metadata: { plan: 'gold', region: 'west' } });
  ids.goldEast = await create({ metadata: { plan: 'gold', region: 'east' }, companyName: 'Eastern Works Ltd' });
  ids.silver = await create({ metadata: { plan: 'silver' } });
  ids.person = await create({
    businessPersonList: [validPerson({ metadata: { plan: 'gold' } }), validPerson({ metadata: { plan: 'gold' } })],
  });
  ids.colon = await create({ metadata: { url: 'https://crm.example/a b' } });
  ids.none = await create({});
});

async function found(query: string, token?: string): Promise<string[]> {
  const answer = await api.call('GET', `${PATH}?${query}`, token === undefined ? {} : { token });
  expect(answer.statusCode, answer.body).toBe(200);
  const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return answer.json().value.items.map(({ customerId }: { customerId: string }) => named.get(customerId) ?? customerId);
}

test.each([
  ['metadata=plan:gold', ['person', 'goldEast', 'gold']],
  ['metadata=plan:silver', ['silver']],
  ['metadata=plan:gold&metadata=region:east', ['goldEast']],
  ['metadata=region:east&metadata=plan:gold', ['goldEast']],
  ['metadata=plan:gold&metadata=region:north', []],
  ['metadata=plan:GOLD', []],
  ['metadata=Plan:gold', []],
  ['metadata=plan:gol', []],
  ['metadata=url:https://crm.example/a%20b', ['colon']],
  ['metadata=plan:gold&incorporationCountryIso3Code=NGA', ['person', 'goldEast', 'gold']],
  ['metadata=plan:gold&incorporationCountryIso3Code=KEN', []],
  ['metadata=plan:gold&verificationStatus=Approved', []],
  ['metadata=plan:gold&createdTo=2020-01-01', []],
  ['metadata=plan:gold&q=eastern', ['goldEast']],
  ['metadata=plan:silver&q=eastern', []],
])('%s finds %j, newest first', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test('returns each match once, page by page', async () => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const answer = await api.call('GET', `${PATH}?metadata=plan:gold&limit=1${cursor}`);
    const { items, nextCursor } = answer.json().value;
    expect(seen.length, 'ends').toBeLessThan(10);
    seen.push(...items.map(({ customerId }: { customerId: string }) => customerId));
    cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
  } while (cursor !== '');
  expect(seen).toEqual([ids.person, ids.goldEast, ids.gold]);
});

test('a cursor is refused with other pairs, and without them', async () => {
  const first = await api.call('GET', `${PATH}?metadata=plan:gold&limit=1`);
  const { nextCursor } = first.json().value;
  for (const query of ['metadata=plan:silver', 'metadata=plan:gold&metadata=region:east', '']) {
    const answer = await api.call('GET', `${PATH}?${query}&limit=1&cursor=${nextCursor}`);
    expect([answer.statusCode, answer.json().error.details?.[0]?.pointer]).toEqual([400, '?cursor']);
  }
});

test('finds nothing of another partner', async () => {
  const token = await api.issuer.token(await database.addPartner());
  expect(await found('metadata=plan:gold', token)).toEqual([]);
  const theirs = await create({ metadata: { plan: 'gold' } }, token);
  expect(await found('metadata=plan:gold', token)).toEqual([theirs]);
  expect(await found('metadata=plan:gold')).toEqual(['person', 'goldEast', 'gold']);
});

test('no longer finds a pair that was replaced or removed', async () => {
  const customerId = await create({ metadata: { state: 'one' } });
  const change = (state: string | null) =>
    api.call('PATCH', `${PATH}/${customerId}`, { body: { metadata: { state } } });
  await change('two');
  expect([await found('metadata=state:one'), await found('metadata=state:two')]).toEqual([[], [customerId]]);
  await change(null);
  expect(await found('metadata=state:two')).toEqual([]);
});

test.each([
  ['metadata=plan', 'metadata must be a key, a colon and a value, such as crmId:4711.'],
  ['metadata=:gold', 'metadata must be a key, a colon and a value, such as crmId:4711.'],
  ['metadata=plan:', 'metadata must be a key, a colon and a value, such as crmId:4711.'],
  ['metadata=a%20b:gold', 'metadata must be a key, a colon and a value, such as crmId:4711.'],
  [Array.from({ length: 6 }, (_, n) => `metadata=k${n}:v`).join('&'), 'metadata may be repeated at most 5 times.'],
  ['metadata=plan:gold&page=1', 'metadata must be sent without page and pageSize; use limit and cursor.'],
  ['metadata=plan:gold&pageSize=5', 'metadata must be sent without page and pageSize; use limit and cursor.'],
])('"%s" is refused: %s', async (query, message) => {
  const answer = await api.call('GET', `${PATH}?${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.details).toEqual([{ pointer: '?metadata', code: 'ValidationControl.Error', message }]);
});
