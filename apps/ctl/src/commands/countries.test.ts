// Which countries are served is an operator's decision, made by command and recorded with their name.
import { decideOnCountries, requireCountryDecisions } from '@onboarding/domain/requirements';
import { createLogger } from '@onboarding/platform/logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/harness/api.ts';
import { validBody } from '../../../../tests/harness/bodies.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { countriesCheck } from '../doctor/database.ts';

let database: TestDatabase;
let api: TestApi;
let ahead = 0;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const countries = (...words: string[]) =>
  ctl(['countries', ...words], { OPERATIONS_DATABASE_URL: database.operationsUrl });

/** The error code for a business incorporated in the country, after every process has reloaded the lists. */
const outcomeIn = async (country: string) => {
  ahead += 30_000;
  return (await api.create(validBody({ incorporationCountryIso3Code: country }))).json().error?.code;
};

const logOf = async (country: string) => {
  const { rows } = await database.owner.query(
    `select action, reason, actor_id from operator_actions where subject_kind = 'Country' and subject_id = $1 order by action_id`,
    [country],
  );
  return rows.map(({ action, reason, actor_id: by }) => [action, reason, by]);
};

test('prohibits and allows a country for all partners, and records reason, time and operator', async () => {
  expect(await outcomeIn('RUS')).toBeUndefined();
  expect(await countries('prohibit', 'rus', 'BLR', '--reason', 'policy 7', '--yes')).toMatchObject({
    code: 0,
    stdout: 'BLR is prohibited.\nRUS is prohibited.\n',
  });
  expect(await outcomeIn('RUS')).toBe('OnboardingConfig.NotFound');
  expect((await countries('prohibit', 'RUS', '--reason', 'again', '--yes')).stdout).toContain('Nothing was changed');
  const { items } = JSON.parse((await countries('lists', '--json')).stdout);
  expect(items.find((one: { countryCode: string }) => one.countryCode === 'RUS')).toEqual({
    list: 'Prohibited',
    countryCode: 'RUS',
    name: expect.any(String),
    standing: 'Listed',
    reason: 'policy 7',
    since: expect.any(String),
    decidedBy: 'olga',
  });
  expect(await countries('allow', 'RUS', '--reason', 'policy 8')).toMatchObject({ code: 0 });
  expect(await outcomeIn('RUS')).toBeUndefined();
  expect(await logOf('RUS')).toEqual([
    ['CountryProhibited', 'policy 7', 'olga'],
    ['CountryAllowed', 'policy 8', 'olga'],
  ]);
});

test.each(['prohibit', 'high-risk'])(
  '%s must be confirmed by typing the verb, because approved businesses return to the queue',
  async (verb) => {
    const words = ['countries', verb, 'PRT', 'ESP', '--reason', 'new list'];
    const settings = { OPERATIONS_DATABASE_URL: database.operationsUrl };
    expect(await ctl(words, settings)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ESP PRT.*return to the queue.*Nothing was changed\. Add --yes/),
    });
    expect(await ctl(words, settings, 'yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Type ${verb}`),
    });
    expect(await logOf('PRT')).toEqual([]);
    expect(await ctl(words, settings, verb)).toMatchObject({ code: 0 });
    expect(await logOf('PRT')).toHaveLength(1);
    await countries(verb === 'prohibit' ? 'allow' : 'ordinary-risk', 'PRT', 'ESP', '--reason', 'done');
    await database.owner.query(`truncate operator_actions`);
  },
);

test('PRK and IRN are prohibited by default, and the API does not list them as open', async () => {
  const served = (await api.call('GET', '/partner/v1/countries')).json().value as { countryCode: string }[];
  const prohibited = served.filter(({ countryCode }) => ['PRK', 'IRN'].includes(countryCode));
  expect(prohibited).toMatchObject(Array(2).fill({ isOpen: false, identityRules: 'None' }));
  const rules = await api.call('GET', '/customer/v1/onboarding/ubo-identity-requirements?countryCode=PRK');
  expect([rules.statusCode, rules.json().error.code]).toEqual([404, 'OnboardingConfig.NotFound']);
});

test('rejects an unknown country without changing the others, and requires a reason', async () => {
  expect(await countries('prohibit', 'GBR', 'XXX', '--reason', 'typo', '--yes')).toMatchObject({
    code: 1,
    stderr: 'XXX is not a country. Use an ISO 3166-1 alpha-3 code such as NGA.\n',
  });
  expect(await outcomeIn('GBR')).toBeUndefined();
  expect((await countries('prohibit', 'GBR')).stderr).toContain("'--reason <text>' not specified");
});

test('an undecided country is not served, and production processes do not start until it is decided', async () => {
  const logger = createLogger({ service: 'test', level: 'error' }, { write: () => {} });
  await database.owner.query(
    `update country_lists set standing = 'Undecided', decided_by = null where country_code in ('CUB', 'AFG') and list = 'Prohibited'`,
  );
  const start = async (url: string, environment: string) => {
    const db = openTestDb(url, { poolSize: 1 });
    try {
      await requireCountryDecisions(db, { environment, logger, onMissing: () => {} });
    } finally {
      await db.close();
    }
  };
  for (const url of [database.appUrl, database.identityUrl, database.workerUrl]) {
    await expect(start(url, 'production')).rejects.toThrow(
      "Nobody has decided whether these countries are served: AFG, CUB. Decide on each: onboardingctl countries prohibit AFG CUB --reason '...' or onboardingctl countries allow AFG CUB --reason '...'",
    );
    await start(url, 'sandbox');
    await start(url, 'development');
  }
  expect(await countriesCheck(database.appUrl).look(new AbortController().signal)).toMatchObject([
    { state: 'fault', found: 'nobody has decided whether these countries are served: AFG, CUB' },
  ]);
  expect(await outcomeIn('CUB')).toBe('OnboardingConfig.NotFound');
  const listed = await countries('lists');
  expect([listed.code, listed.stdout]).toEqual([1, expect.stringMatching(/^CUB +Cuba +UNDECIDED /m)]);
  await countries('allow', 'AFG', '--reason', 'case by case');
  await countries('prohibit', 'CUB', '--reason', 'sanctions', '--yes');
  await start(database.appUrl, 'production');
  expect((await countries('lists')).code).toBe(0);
  expect(await countriesCheck(database.appUrl).look(new AbortController().signal)).toMatchObject([{ state: 'good' }]);
});

test('retries while the database is unavailable at startup, then stops the process if a decision is missing', async () => {
  const logger = createLogger({ service: 'test', level: 'error' }, { write: () => {} });
  await database.owner.query(
    `update country_lists set standing = 'Undecided', decided_by = null where country_code = 'CUB' and list = 'Prohibited'`,
  );
  const db = openTestDb(database.appUrl, { poolSize: 1 });
  let away = true;
  const flaky = {
    ...db,
    transaction: ((...given: Parameters<typeof db.transaction>) =>
      away ? Promise.reject(new Error('away')) : db.transaction(...given)) as typeof db.transaction,
  };
  const ended = new Promise<Error>((resolve) => {
    void requireCountryDecisions(flaky, { environment: 'production', logger, onMissing: resolve }).then(() => {
      away = false;
    });
  });
  expect((await ended).message).toContain('CUB');
  await db.close();
  await countries('allow', 'CUB', '--reason', 'done');
});

test('concurrent decisions on the same countries both succeed and request one comparison per change', async () => {
  const db = openTestDb(database.operationsUrl, { poolSize: 2 });
  const decide = (given: string[]) =>
    db.transaction((tx) =>
      decideOnCountries(
        tx,
        { list: 'HighRisk', standing: 'Listed', countries: given, reason: 'both', decidedBy: 'olga' },
        new Date(),
      ),
    );
  const changed = await Promise.all([decide(['SWE', 'NOR', 'FIN']), decide(['FIN', 'NOR', 'SWE'])]);
  await db.close();
  expect(changed.map((codes) => codes.length).sort()).toEqual([0, 3]);
  const { rows } = await database.owner.query(`select countries from country_looks where 'NOR' = any (countries)`);
  expect(rows).toEqual([{ countries: ['FIN', 'NOR', 'SWE'] }]);
});

test('look rechecks the named countries, or with --all every listed one, and refuses both and neither', async () => {
  for (const words of [[], ['SWE', '--all']])
    expect(await countries('look', ...words)).toMatchObject({ code: 2, stdout: '' });
  const looked = async (...words: string[]) =>
    JSON.parse((await countries('look', ...words, '--json')).stdout).countries;
  expect(await looked('SWE', 'NOR')).toEqual(['NOR', 'SWE']);
  expect(await looked('--all')).toEqual(expect.arrayContaining(['FIN', 'NOR', 'SWE']));
  const { rows } = await database.owner.query(`select countries from country_looks`);
  expect(rows).toContainEqual({ countries: ['NOR', 'SWE'] });
});
