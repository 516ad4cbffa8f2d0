// Countries that were never opened, or that an operator has closed: no business and no resident is accepted, not even in an
// update of an older profile. An older profile may repeat what it already has.
import { migrate } from '@onboarding/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validAddress, validBody, validPerson } from '../../harness/bodies.ts';
import { ctl } from '../../harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { notServed, places, placesOfPeople, refused, residentOf } from '../../harness/scenes/countries.ts';
import { createCustomer, patch, put } from '../../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
/** Only increases, so that cached data expires and is loaded again. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const operate = async (...words: string[]) => {
  const outcome = await ctl(words, { OPERATIONS_DATABASE_URL: database.operationsUrl });
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
  ahead += 30_000;
  return outcome.stdout;
};

// Runs first, while the clock of the test still matches that of the database, which records when rules were retired.
test('an older profile may repeat its country, addresses and residents of a closed country, but not add new ones', async () => {
  const abroad = { ...validAddress(), countryCode: 'AUT' };
  const resident = residentOf('AUT');
  const fields = { incorporationCountryIso3Code: 'AUT', addresses: [abroad], businessPersonList: [resident] };
  const older = await createCustomer(api, fields);
  await operate('countries', 'close', 'AUT', '--reason', 'licence ended');
  expect((await put(api, older, { description: 'Changed.' })).statusCode).toBe(200);
  const again = await patch(api, older, { businessPersonList: [{ ...resident, firstName: 'Amaka' }] });
  expect([again.statusCode, again.json().error]).toEqual([200, undefined]);
  const both = await patch(api, older, { businessPersonList: [resident, residentOf('AUT')] });
  expect(refused(both)).toEqual(notServed('/businessPersonList/1/address/countryCode'));
  const other = await createCustomer(api);
  expect(refused(await put(api, other, { addresses: [abroad] }))).toEqual(notServed('/addresses/0/countryCode'));
  await operate('countries', 'open', 'AUT');
  expect((await put(api, other, { addresses: [abroad] })).statusCode).toBe(200);
});

test('after a country is closed, businesses, addresses and residents there are rejected, even in updates of older profiles', async () => {
  const older = await createCustomer(api, { businessPersonList: [residentOf('CHE')] });
  await operate('reference', 'requirements', 'close', 'CHE');
  for (const [pointer, fields] of [...places, ...placesOfPeople.slice(0, 1)]) {
    expect(refused(await api.create(validBody(fields('CHE'))))).toEqual(notServed(pointer));
    expect(refused(await patch(api, older, fields('CHE')))).toEqual(notServed(pointer));
  }
  // A Swiss national who lives elsewhere is still accepted.
  expect((await api.create(validBody({ businessPersonList: [validPerson({ nationality: 'CHE' })] }))).statusCode).toBe(
    200,
  );
});

const standings = async (...codes: string[]) => {
  const { rows } = await database.owner.query(
    `select c.country_code, c.standing, coalesce(string_agg(s.status, ' ' order by s.version), '') as rules
     from countries c left join requirement_sets s using (country_code) where country_code = any ($1) group by 1, 2 order by 1`,
    [codes],
  );
  return rows.map((row) => [row.country_code, row.standing, row.rules]);
};

/** As in a new installation, before any decision. */
async function forget(...codes: string[]): Promise<void> {
  await database.owner.query('delete from requirement_sets where country_code = any ($1)', [codes]);
  await database.owner.query(
    `update countries set standing = 'New', decided_at = null, decided_by = null where country_code = any ($1)`,
    [codes],
  );
}

test('rules in a release are drafts: no country is open until an operator opens it, one or many at once', async () => {
  const codes = ['CHL', 'DNK', 'JPN', 'PRI'];
  await forget(...codes);
  await migrate(database.ownerUrl, () => {});
  await migrate(database.ownerUrl, () => {});
  expect(await standings(...codes)).toEqual([
    ['CHL', 'New', 'Draft'],
    ['DNK', 'New', 'Draft'],
    ['JPN', 'New', 'Draft'],
    ['PRI', 'New', ''],
  ]);
  ahead += 30_000;
  const create = (country: string) => api.create(validBody({ incorporationCountryIso3Code: country }));
  for (const code of codes) expect(refused(await create(code))).toEqual(notServed('/incorporationCountryIso3Code'));
  expect(refused(await api.create(validBody({ businessPersonList: [residentOf('CHL')] })))).toEqual(
    notServed('/businessPersonList/0/address/countryCode'),
  );

  expect(await operate('countries', 'open', 'chl', 'PRI', '--reason', 'first markets')).toBe(
    'Opened 2 countries: CHL PRI.\nOpen to businesses only, because there are no rules for residents: PRI.\n',
  );
  expect(await standings(...codes)).toEqual([
    ['CHL', 'Open', 'Active'],
    ['DNK', 'New', 'Draft'],
    ['JPN', 'New', 'Draft'],
    ['PRI', 'Open', ''],
  ]);
  for (const code of ['CHL', 'PRI']) expect((await create(code)).statusCode).toBe(200);
  expect((await api.create(validBody({ businessPersonList: [residentOf('CHL')] }))).statusCode).toBe(200);

  expect(await operate('countries', 'open', '--all')).toBe('Opened 2 countries: DNK JPN.\n');
  expect(await operate('countries', 'open', '--all')).toContain('Nothing was changed');
  const log = await database.owner.query(
    `select subject_id, reason, actor_id from operator_actions where action = 'CountryOpened' and subject_id = any ($1) order by 1`,
    [codes],
  );
  expect(log.rows.map((row) => [row.subject_id, row.reason, row.actor_id])).toEqual([
    ['CHL', 'first markets', 'olga'],
    ['DNK', null, 'olga'],
    ['JPN', null, 'olga'],
    ['PRI', 'first markets', 'olga'],
  ]);
});

test('opening all skips countries that are closed or not served, and a prohibited country cannot be opened', async () => {
  await forget('NZL', 'PRK', 'CUB', 'NOR');
  await database.owner.query(
    `update country_lists set standing = 'Undecided', decided_by = null where country_code = 'CUB'`,
  );
  await migrate(database.ownerUrl, () => {});
  await operate('countries', 'close', 'NOR');
  expect(await operate('countries', 'open', '--all')).toBe('Opened 1 country: NZL.\n');
  const refusal = await ctl(['countries', 'open', 'PRK'], { OPERATIONS_DATABASE_URL: database.operationsUrl });
  expect([refusal.code, refusal.stderr]).toEqual([1, expect.stringContaining('PRK is not served.')]);
});

test('an upgrade keeps the standing of every country: in use, closed by an operator, or never used', async () => {
  const codes = ['BEL', 'EGY', 'FRA', 'JEY'];
  await operate('reference', 'requirements', 'close', 'EGY');
  await database.owner.query(`delete from requirement_sets where country_code = 'FRA'`);
  // As in the previous release.
  await database.owner.query(
    'alter table countries drop column standing, drop column decided_at, drop column decided_by',
  );
  await database.owner.query(`delete from schema_migrations where name like '0058%'`);
  await migrate(database.ownerUrl, () => {});
  expect(await standings(...codes)).toEqual([
    ['BEL', 'Open', 'Active'],
    ['EGY', 'Closed', 'Retired'],
    // From before the general rule: open for businesses, but not for residents.
    ['FRA', 'Open', 'Draft'],
    ['JEY', 'Open', ''],
  ]);
  const listed = await operate('countries', 'list', '--standing', 'closed');
  expect(listed).toMatch(/^EGY +Egypt +closed +- +- +-$/m);
});
