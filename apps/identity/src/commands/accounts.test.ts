import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_KEY_RING } from '../../../../tests/harness/api.ts';
import { COMPILED } from '../../../../tests/harness/compiled.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (...words: string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, ['apps/identity/src/commands/accounts.ts', ...words], {
    env: {
      ...COMPILED,
      DATABASE_URL: database.identityUrl,
      KEY_RING: JSON.stringify(TEST_KEY_RING),
      ISSUER: 'http://localhost:8081',
    },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Outcome) => ({ code, stdout, stderr }),
  );

const STAFF = ['--realm', 'staff', '--role', 'analyst', '--name', 'Ann Alyst'];

test('an operator invites, disables, enables and begins anew; each with its event and its mail', async () => {
  const email = 'ann@staff.example';
  expect(await run('invite', ...STAFF, '--email', email)).toMatchObject({
    code: 0,
    stdout: `${email} is sent an invitation\n`,
  });
  expect((await run('list')).stdout).toBe('staff    analyst     Invited   ann@staff.example (Ann Alyst)\n');
  expect((await run('disable', email)).stdout).toContain('is disabled');
  expect((await run('invite', ...STAFF, '--email', email)).stderr).toContain('already');
  expect((await run('enable', 'ANN@staff.example')).stdout).toContain('is Invited');
  expect((await run('reset-factors', email)).stdout).toContain('new invitation');
  const { rows } = await database.owner.query('select kind from account_events order by event_id');
  expect(rows.map(({ kind }) => kind)).toEqual(['Invited', 'Disabled', 'Enabled', 'FactorsReset', 'Invited']);
  const jobs = await database.owner.query(`select data from pgboss.job where name = 'mail.send'`);
  expect(jobs.rows).toHaveLength(3);
  expect(JSON.stringify(jobs.rows)).not.toContain('ann@');
});

test('what cannot be done is said, with what to do instead', async () => {
  const cases: [string[], string][] = [
    [['invite', '--realm', 'staff', '--role', 'admin', '--email', 'x@staff.example', '--name', 'X'], 'role'],
    [['invite', '--realm', 'partner', '--role', 'admin', '--email', 'x@people.example', '--name', 'X'], 'partnerId'],
    [['invite', ...STAFF, '--email', 'no address'], 'must be an e-mail address'],
    [
      [
        'invite',
        '--realm',
        'partner',
        '--partner',
        crypto.randomUUID(),
        '--role',
        'admin',
        '--email',
        'x@people.example',
        '--name',
        'X',
      ],
      'There is no partner with this id',
    ],
    [['disable', 'nobody@staff.example'], 'There is no account'],
    [['enable'], 'Name the account'],
  ];
  for (const [words, said] of cases) {
    const { code, stderr } = await run(...words);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('    at ');
  }
  const { rows } = await database.owner.query(`select 1 from accounts where email like 'x@%'`);
  expect(rows).toEqual([]);
});

test('an address with an account in both realms needs the realm', async () => {
  const { partnerId } = await database.addPartner();
  const email = 'both@people.example';
  await run('invite', ...STAFF, '--email', email);
  await run('invite', '--realm', 'partner', '--partner', partnerId, '--role', 'admin', '--name', 'B', '--email', email);
  expect((await run('disable', email)).stderr).toContain('Add --realm');
  expect((await run('disable', email, '--realm', 'partner')).code).toBe(0);
  const { rows } = await database.owner.query('select realm, status from accounts where email = $1 order by realm', [
    email,
  ]);
  expect(rows).toEqual([
    { realm: 'partner', status: 'Disabled' },
    { realm: 'staff', status: 'Invited' },
  ]);
});

test('help and mistakes show how it is used', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('reset-factors EMAIL') });
  for (const words of [[], ['constructor'], ['list', 'a', 'b'], ['list', '--unknown']]) {
    expect(await run(...words)).toMatchObject({ code: 1, stdout: expect.stringContaining('usage:') });
  }
});
