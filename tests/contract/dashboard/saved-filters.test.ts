// Saved filters belong to one account, in either realm.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { openSessionFor, type SignedIn, signIn } from '../../harness/session.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.close();
});

const named = (name: string) => ({ name, search: { status: ['Approved', 'Rejected'] } });

describe.each([
  ['partner', 'Customers', 'Queue'],
  ['staff', 'Queue', 'Customers'],
] as const)('in the realm %s', (realm, list, foreign) => {
  const url = `/api/session/${realm}/saved-filters`;
  const read = async ({ cookie }: SignedIn, of: string = list) =>
    (await api.app.inject({ url: `${url}?list=${of}`, headers: cookie })).json();
  const change = async ({ headers }: SignedIn, payload: object) =>
    (await api.app.inject({ method: 'PUT', url, headers, payload: { list, version: 0, ...payload } })).json();

  test('a person reads in another browser what they saved, apart from their other lists', async () => {
    const person = await signIn(database, { realm });
    expect((await read(person)).value).toEqual({ version: 0, filters: [] });
    const filters = [named('first'), named('second')];
    expect((await change(person, { filters })).value).toEqual({ version: 1, filters });
    const elsewhere = await openSessionFor(database, person.accountId, realm, new Date());
    expect((await read(elsewhere)).value).toEqual({ version: 1, filters });
    expect((await change(elsewhere, { version: 1, filters: [] })).value).toEqual({ version: 2, filters: [] });
    expect((await read(person, realm === 'partner' ? 'Activity' : 'Search')).value.version).toBe(0);
  });

  test('a colleague sees and changes only their own', async () => {
    const [{ partnerId }, filters] = [api.partner, [named('mine')]];
    const [person, colleague] = [
      await signIn(database, { realm, partnerId }),
      await signIn(database, { realm, partnerId }),
    ];
    await change(person, { filters });
    expect((await read(colleague)).value).toEqual({ version: 0, filters: [] });
    await change(colleague, { filters: [named('theirs')] });
    expect((await read(person)).value).toEqual({ version: 1, filters });
  });

  test('nothing is saved over a newer version, and nothing as one that does not exist', async () => {
    const person = await signIn(database, { realm });
    expect((await change(person, { version: 3, filters: [] })).error.code).toBe('Session.FiltersChanged');
    await change(person, { filters: [named('kept')] });
    expect((await change(person, { filters: [] })).error.code).toBe('Session.FiltersChanged');
    expect((await read(person)).value.filters).toEqual([named('kept')]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => named(`filter ${index}`));
  const withSearch = (search: object) => ({ filters: [{ name: 'a', search }] });
  test.each([
    ['21 filters', { filters: many(21) }, 'filters must be at most 20; delete one first.'],
    ['two with one name', { filters: [named('a'), named('a ')] }, 'filters must have different names.'],
    ['a filter without a name', { filters: [named(' ')] }, 'must not be empty'],
    ['a value that is no text', withSearch({ q: [7] }), 'must be a string'],
    ['a value without a list', withSearch({ q: 'a' }), 'must be an array'],
    ['no value', withSearch({ q: [] }), 'must have a value'],
    ['a name with other characters', withSearch({ 'a b': ['x'] }), 'has a name that is not 1 to 40 letters'],
    ['21 parameters', withSearch(Object.fromEntries(many(21).map((_, n) => ['a'.repeat(n + 1), ['x']]))), 'at most 20'],
    ['a list of the other site', { list: foreign, filters: [] }, 'list must be '],
  ])('%s is refused', async (_what, body, message) => {
    const person = await signIn(database, { realm });
    const { error } = await change(person, body);
    expect(error.code).toBe('ValidationControl.Error');
    expect(JSON.stringify(error.details)).toContain(message);
    expect((await read(person)).value.version).toBe(0);
  });

  test('20 filters are saved, and are deleted with the account', async () => {
    const person = await signIn(database, { realm });
    expect((await change(person, { filters: many(20) })).value.filters).toHaveLength(20);
    const { owner } = database;
    await owner.query('delete from sessions where account_id = $1', [person.accountId]);
    await owner.query('delete from accounts where account_id = $1', [person.accountId]);
    const { rows } = await owner.query('select from saved_filters where account_id = $1', [person.accountId]);
    expect(rows).toEqual([]);
  });
});
