// The command as operators run it, while an API is running.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@onboarding/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/harness/api.ts';
import { validBody, validIdentity, validPerson } from '../../../../tests/harness/bodies.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { temporaryFolder } from '../../../../tests/harness/temporary-folder.ts';

let database: TestDatabase;
let api: TestApi;
let now = Date.now();
/** By then, a running API must have picked up a change. */
const halfAMinuteLater = () => {
  now += 30_000;
};
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => new Date(now) } });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const urls = () => ({ MIGRATION_DATABASE_URL: database.ownerUrl, OPERATIONS_DATABASE_URL: database.operationsUrl });
const run = (words: string[], environment: Record<string, string> = urls()) =>
  ctl(['reference', ...words], environment);
const say = (words: string) => run(words.split(' '));

const directory = temporaryFolder('reference');
function fileWith(content: unknown): string {
  const file = join(directory, `${crypto.randomUUID()}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const REFERENCE: Record<string, Record<string, unknown>[]> = JSON.parse(
  readFileSync('database/reference/identity-requirements.json', 'utf8'),
);
const [nin = {}, bvn = {}] = REFERENCE.NGA ?? [];

const served = async (country: string) => {
  const token = await api.issuer.token(api.partner);
  const path = `/customer/v1/onboarding/ubo-identity-requirements?countryCode=${country}`;
  return api.call('GET', path, { token });
};
const create = async (body: unknown) => {
  const token = await api.issuer.token(api.partner);
  return api.call('POST', '/partner/v1/business-profiles', { body, token });
};
const withIdentity = (identityTypeCode: string) =>
  validBody({ businessPersonList: [validPerson({ identities: [{ ...validIdentity(), identityTypeCode }] })] });

async function versions(country: string): Promise<[number, string][]> {
  const { rows } = await database.owner.query(
    'select version, status from requirement_sets where country_code = $1 order by version',
    [country],
  );
  return rows.map(({ version, status }) => [version, status]);
}

test('adds a version as a draft; once activated, a running API uses it within 30 seconds', async () => {
  expect((await served('NGA')).headers.etag).toBe('"NGA-1"');
  expect(await ctl(['reference', 'requirements', 'add', 'nga', fileWith([bvn])], urls())).toMatchObject({
    code: 0,
    stdout: 'NGA version 2 is a draft. Activate it with: onboardingctl reference requirements activate NGA 2\n',
  });
  halfAMinuteLater();
  expect((await served('NGA')).headers.etag).toBe('"NGA-1"');
  expect((await say('requirements activate NGA 2')).stdout).toBe('NGA version 2 is active. Version 1 is retired.\n');
  halfAMinuteLater();
  const answer = await served('NGA');
  expect(answer.headers.etag).toBe('"NGA-2"');
  expect(answer.json().value.map((entry: { identityTypeCode: string }) => entry.identityTypeCode)).toEqual(['BVN']);
  expect((await create(withIdentity('NATIOANL_ID'))).json().error.code).toBe('ValidationControl.Error');
  expect((await create(withIdentity('BVN'))).statusCode).toBe(200);
  const { rows } = await database.owner.query(
    `select a.version from identities i join requirement_sets a using (requirement_set_id)`,
  );
  expect(rows).toEqual([{ version: 2 }]);
});

test('activating an older version copies it as a new one, so that active periods neither overlap nor leave gaps', async () => {
  expect((await say('requirements activate NGA 1')).stdout).toBe(
    'NGA version 3 is active. It has the entries of version 1. Version 2 is retired.\n',
  );
  expect((await say('requirements activate NGA 1')).stdout).toContain('version 3 is already active, with the same');
  expect((await say('requirements activate NGA 3')).stdout).toBe(
    'NGA version 3 is already active; nothing was changed.\n',
  );
  expect(await versions('NGA')).toEqual([
    [1, 'Retired'],
    [2, 'Retired'],
    [3, 'Active'],
  ]);
  const { rows } = await database.owner.query(
    `select count(*)::int as seams from requirement_sets a join requirement_sets b
       on b.country_code = a.country_code and b.version = a.version + 1 and b.activated_at = a.retired_at
     where a.country_code = 'NGA' and a.activated_at < a.retired_at`,
  );
  expect(rows).toEqual([{ seams: 2 }]);
  halfAMinuteLater();
  expect((await create(withIdentity('NATIOANL_ID'))).statusCode).toBe(200);
});

test('opens a country without a release', async () => {
  expect((await served('ATA')).json().error.code).toBe('OnboardingConfig.NotFound');
  await say(`requirements add ATA ${fileWith([nin])}`);
  expect((await say('requirements activate ATA 1')).stdout).toBe('ATA version 1 is active.\n');
  halfAMinuteLater();
  expect((await served('ATA')).statusCode).toBe(200);
});

test('a general rule closed for a country stays closed through a migration and can be activated again', async () => {
  const resident = (country: string) => ({
    ...validPerson({ address: { ...validPerson().address, countryCode: country } }),
    identities: [
      {
        identityTypeCode: 'PASSPORT',
        issuingCountry: country,
        identityValue: 'X7070712',
        issueDate: '2020-02-29',
        expiryDate: '2096-02-29',
      },
    ],
  });
  const outcome = async () => {
    const created = await create(validBody({ businessPersonList: [resident('CHE')] }));
    return [(await served('CHE')).json().error?.code, created.json().error?.code];
  };
  expect((await say('requirements list che')).stdout).toMatch(
    /\nCHE +1 +Active +1 document +.* UTC +- +general rule\n$/,
  );
  expect(await outcome()).toEqual([undefined, undefined]);
  expect((await say('requirements close che')).stdout).toBe(
    'CHE is closed: version 1 is retired. Open it again with: onboardingctl countries open CHE\n',
  );
  expect((await say('requirements close CHE')).stdout).toBe('CHE is already closed; nothing was changed.\n');
  await migrate(database.ownerUrl, () => {});
  halfAMinuteLater();
  expect(await outcome()).toEqual(['OnboardingConfig.NotFound', 'OnboardingConfig.NotFound']);
  expect((await say('requirements activate CHE 1')).stdout).toContain('CHE version 2 is active.');
  halfAMinuteLater();
  expect(await outcome()).toEqual([undefined, undefined]);
});

test('lists the assumptions with their text, so that they can be checked', async () => {
  const lines = (await say('requirements assumptions KEN')).stdout.trimEnd().split('\n');
  expect(lines[0]).toBe(
    'KEN PASSPORT        no national passport format found in the sources read; generic bound from the 9-character ICAO 9303 document-number field (6 to 9 characters, ^[A-Z0-9]{6,9}$, expiry date required)',
  );
  const own = (REFERENCE.KEN ?? []).filter(({ source }) => String(source).startsWith('assumption'));
  expect(lines.slice(0, -1).map((line) => line.slice(4, 19).trimEnd())).toEqual(own.map((one) => one.identityTypeCode));
  expect(lines.at(-1)).toBe(
    `${own.length} of ${REFERENCE.KEN?.length} entries of 1 country are assumptions. The general rule for passports applies in no other country.`,
  );
});

test('two concurrent activations leave exactly one active version', async () => {
  for (const entries of [[nin], [bvn]]) await say(`requirements add GBR ${fileWith(entries)}`);
  const outcomes = await Promise.all([2, 3].map((version) => say(`requirements activate GBR ${version}`)));
  expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect((await versions('GBR')).filter(([, status]) => status === 'Active')).toHaveLength(1);
});

test('the output of show can be added again, and list shows when each version was active', async () => {
  const { stdout } = await say('requirements show nga 2');
  expect(JSON.parse(stdout)).toEqual([bvn]);
  expect(await say(`requirements add FRA ${fileWith(stdout)}`)).toMatchObject({ code: 0 });
  const list = (await say('requirements list NGA')).stdout.split('\n');
  expect(list[1]).toMatch(/^NGA +1 +Retired +\d documents +20\S+ \S+ UTC +20\S+ \S+ UTC$/);
  expect(list[3]).toMatch(/^NGA +3 +Active +\d documents +20\S+ \S+ UTC +-$/);
  expect((await say('requirements list')).stdout.split('\n').length).toBeGreaterThan(30);
});

test('adds, retires and restores a business type without a release', async () => {
  expect((await create(validBody({ businessTypeCode: 'FamilyOffice' }))).json().error.code).toBe(
    'BusinessType.NotFound',
  );
  expect((await say('business-types add FamilyOffice')).stdout).toBe('FamilyOffice is now a business type.\n');
  expect((await say('business-types add FamilyOffice')).stdout).toContain('nothing was changed');
  halfAMinuteLater();
  expect((await create(validBody({ businessTypeCode: 'familyoffice' }))).statusCode).toBe(200);
  expect((await say('business-types retire familyoffice')).stdout).toContain('is retired');
  expect((await say('business-types retire FamilyOffice')).stdout).toContain('nothing was changed');
  halfAMinuteLater();
  expect((await create(validBody({ businessTypeCode: 'FamilyOffice' }))).json().error.code).toBe(
    'BusinessType.NotFound',
  );
  expect((await say('business-types list')).stdout).toContain('Retired  FamilyOffice');
  expect((await say('business-types add FamilyOffice')).stdout).toBe('FamilyOffice is in use again.\n');
});

test('loading the reference files again keeps all changes made by operators', async () => {
  await say('business-types retire Trust');
  await say('business-types documents corporation SourceOfFunds');
  const before = await database.owner.query('select * from requirement_sets order by requirement_set_id');
  await migrate(database.ownerUrl, () => {});
  const after = await database.owner.query('select * from requirement_sets order by requirement_set_id');
  expect(after.rows).toEqual(before.rows);
  const types = await database.owner.query(`select status from business_types where business_type_code = 'Trust'`);
  expect(types.rows).toEqual([{ status: 'Retired' }]);
  expect((await say('business-types list')).stdout).toMatch(/^Active {3}Corporation +SourceOfFunds$/m);
});

test('a migration replaces the general rule with specific rules, unless the country was closed', async () => {
  const { owner } = database;
  await owner.query(`delete from requirement_sets where country_code in ('KEN', 'UGA', 'TZA')`);
  await owner.query(
    `insert into requirement_sets (country_code, version, status, entries, activated_at, retired_at)
     select code, 1, case code when 'UGA' then 'Retired' else 'Active' end, s.entries, now(), case code when 'UGA' then now() end
     from unnest(array['KEN', 'UGA']) code, requirement_sets s where s.country_code = 'CHE' and s.version = 1`,
  );
  await owner.query(
    `insert into requirement_sets (country_code, version, status, entries) values ('TZA', 1, 'Draft', '[]')`,
  );
  await migrate(database.ownerUrl, () => {});
  expect(await Promise.all(['KEN', 'UGA', 'TZA'].map(versions))).toEqual([
    [
      [1, 'Retired'],
      [2, 'Active'],
    ],
    [[1, 'Retired']],
    // Not opened yet: the rules of the release become a draft beside that of the operator.
    [
      [1, 'Draft'],
      [2, 'Draft'],
    ],
  ]);
});

describe('rejected with an explanation, without changes:', () => {
  test.each([
    ['adding rules for an unknown country', () => `requirements add XXX ${fileWith([nin])}`, 'XXX is not a country'],
    ['adding rules for the template country', () => `requirements add ZZZ ${fileWith([nin])}`, 'ZZZ is not a country'],
    ['a missing file', () => 'requirements add NGA nowhere.json', 'nowhere.json cannot be read (ENOENT)'],
    ['a file that is not JSON', () => `requirements add NGA ${fileWith('{')}`, 'is not JSON'],
    ['invalid entries', () => `requirements add NGA ${fileWith([{ ...nin, label: '' }])}`, '  0.label: '],
    ['activating a missing version', () => 'requirements activate NGA 99', 'NGA has no version 99'],
    ['a version that is not a number', () => 'requirements activate NGA one', 'A version is a number'],
    ['showing a missing version', () => 'requirements show NGA 99', 'NGA has no version 99'],
    ['a name with an underscore', () => 'business-types add FAMILY_OFFICE', 'Pascal case'],
    ['an existing name in another case', () => 'business-types add Llc', 'LLC already exists'],
    ['closing an unknown country', () => 'requirements close XXX', 'XXX is not a country'],
    [
      'documents of an unknown category',
      () => 'business-types documents LLC Photo',
      'There is no document category Photo',
    ],
    [
      'documents of an unknown business type',
      () => 'business-types documents Castle Other',
      'There is no business type Castle',
    ],
    ['retiring an unknown business type', () => 'business-types retire Castle', 'There is no business type Castle'],
  ])('%s', async (_what, words, said) => {
    const count = async () => (await database.owner.query('select count(*)::int as n from requirement_sets')).rows[0].n;
    const before = await count();
    const { code, stdout, stderr } = await say(words());
    expect([code, stdout]).toEqual([expect.toBeOneOf([1, 2]), '']);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('    at ');
    expect(await count()).toBe(before);
  });

  test('a role without permission, an unreachable database and a missing setting', async () => {
    const nowhere = 'postgres://nobody:secret-word@127.0.0.1:1/none';
    const outcomes = await Promise.all([
      run(['business-types', 'add', 'Guild'], { MIGRATION_DATABASE_URL: database.operationsUrl }),
      run(['business-types', 'add', 'Guild'], { MIGRATION_DATABASE_URL: nowhere }),
      run(['business-types', 'add', 'Guild'], {}),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([1, 3, 2]);
    for (const { stderr } of outcomes) {
      expect(stderr).toContain('MIGRATION_DATABASE_URL');
      expect(stderr).not.toMatch(/ {4}at |secret-word/);
    }
  });
});

test('the log names the operator of every change, and omits commands that changed nothing', async () => {
  await say(`requirements add BVT ${fileWith([nin])}`);
  for (const words of ['add', 'add', 'retire', 'retire', 'add']) await say(`business-types ${words} Guildhall`);
  await say('requirements activate BVT 1');
  await say('requirements activate BVT 1');
  const { rows } = await database.owner.query(
    `select action, subject_id, actor_kind, actor_id from operator_actions where subject_id in ('BVT', 'Guildhall')
     order by action_id`,
  );
  const by = { actor_kind: 'Operator', actor_id: 'olga' };
  expect(rows).toEqual([
    { action: 'RulesDrafted', subject_id: 'BVT', ...by },
    { action: 'BusinessTypeAdded', subject_id: 'Guildhall', ...by },
    { action: 'BusinessTypeRetired', subject_id: 'Guildhall', ...by },
    { action: 'BusinessTypeAdded', subject_id: 'Guildhall', ...by },
    { action: 'RulesActivated', subject_id: 'BVT', ...by },
  ]);
});
