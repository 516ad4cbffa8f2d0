// The list of countries states for each whether a create accepts it.
import { type Country, countrySchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { ctl } from '../../harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { places, placesOfPeople, refused } from '../../harness/scenes/countries.ts';

const [RESIDENCE, ...OTHER_FIELDS] = placesOfPeople;
if (RESIDENCE === undefined) throw new Error('The field of the residence comes first');

let database: TestDatabase;
let api: TestApi;
let countries: Country[];
beforeAll(async () => {
  database = await cloneDatabase();
  const settings = { OPERATIONS_DATABASE_URL: database.operationsUrl };
  // At least one of each kind: closed with and without rules, prohibited with and without rules, undecided.
  for (const words of [
    ['close', 'CHE', 'ABW', '--reason', 'licence ended'],
    ['prohibit', 'PRT', 'GUM', '--reason', 'policy 7', '--yes'],
  ]) {
    expect(await ctl(['countries', ...words], settings)).toMatchObject({ code: 0 });
  }
  await database.owner.query(
    `update country_lists set standing = 'Undecided', decided_by = null where country_code = 'CUB' and list = 'Prohibited'`,
  );
  await database.owner.query(
    `update countries set standing = 'New', decided_at = null, decided_by = null where country_code = 'ATA'`,
  );
  api = await startTestApi(database);
  countries = z.array(countrySchema).parse((await api.call('GET', '/partner/v1/countries')).json().value);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

type Field = (typeof places)[number];

/** Whether the field is rejected because the country is not served; other problems are ignored. */
async function isRefused(
  send: (body: unknown) => ReturnType<TestApi['create']>,
  [pointer, fields]: Field,
  code: string,
) {
  return refused(await send(validBody(fields(code))))[1] === pointer;
}
const validate = (body: unknown) => api.call('POST', '/partner/v1/business-profiles/validate', { body });
const create = (body: unknown) => api.create(body);

const codesOf = (holds: (country: Country) => boolean) => countries.filter(holds).map(({ countryCode }) => countryCode);
const refusedIn = async (field: Field) => {
  const found: string[] = [];
  for (const { countryCode } of countries) if (await isRefused(validate, field, countryCode)) found.push(countryCode);
  return found;
};

test('the list has countries of every kind', () => {
  expect(countries).toHaveLength(249);
  const kinds = Map.groupBy(countries, ({ isOpen, identityRules }) => `${isOpen} ${identityRules}`);
  expect([...kinds.keys()].sort()).toEqual(['false None', 'true Country', 'true General', 'true None']);
  expect(kinds.get('false None')?.map(({ countryCode }) => countryCode)).toEqual([
    'ABW',
    'ATA',
    'CHE',
    'CUB',
    'GUM',
    'IRN',
    'PRK',
    'PRT',
  ]);
});

describe('of all countries, a validation rejects', () => {
  test.each(places)('%s in exactly those that are not open', async (...field) => {
    expect(await refusedIn(field)).toEqual(codesOf(({ isOpen }) => !isOpen));
  });

  test('a residence in exactly those whose identity rules are None', async () => {
    expect(await refusedIn(RESIDENCE)).toEqual(codesOf(({ identityRules }) => identityRules === 'None'));
  });

  test.each(OTHER_FIELDS)('%s in exactly those that are prohibited or undecided', async (...field) => {
    expect(await refusedIn(field)).toEqual(['CUB', 'GUM', 'IRN', 'PRK', 'PRT']);
  });
});

describe('a create in', () => {
  const SAMPLE = ['NGA', 'FRA', 'VGB', 'CHE', 'ABW', 'ATA', 'PRT', 'GUM', 'CUB', 'IRN'];
  test.each(SAMPLE)('%s is accepted or rejected as listed', async (code) => {
    const listed = countries.find(({ countryCode }) => countryCode === code);
    for (const field of places) {
      expect([field[0], await isRefused(create, field, code)]).toEqual([field[0], !listed?.isOpen]);
    }
    expect(await isRefused(create, RESIDENCE, code)).toBe(listed?.identityRules === 'None');
  });

  test('an open country without identity rules is accepted', async () => {
    const [incorporation] = places;
    const answer = await create(validBody(incorporation?.[1]('VGB')));
    expect([answer.statusCode, countries.find(({ countryCode }) => countryCode === 'VGB')]).toMatchObject([
      200,
      { isOpen: true, identityRules: 'None' },
    ]);
  });
});
