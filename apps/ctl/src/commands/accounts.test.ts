import { afterAll, beforeAll, expect, test } from 'vitest';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { signIn } from '../../../../tests/harness/session.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await cloneDatabase();
  environment = { OPERATIONS_DATABASE_URL: database.operationsUrl, ISSUER: 'http://localhost:8081/' };
});
afterAll(() => database.close());

const run = (...words: string[]) => ctl(words, environment);
const ANALYST = ['--role', 'analyst', '--name', 'Ann Alyst'];
const actionsOn = async (subjectId: string) => {
  const { rows } = await database.owner.query(
    'select action, actor_id, details::json from operator_actions where subject_id = $1 order by action_id',
    [subjectId],
  );
  return rows.map(({ action, actor_id, details }) => [action, actor_id, details.role]);
};
const eventsOf = async (accountId: string) => {
  const { rows } = await database.owner.query(
    'select kind, address from account_events where account_id = $1 order by event_id',
    [accountId],
  );
  return rows.map(({ kind, address }) => `${kind} by ${address}`);
};

test('staff are invited, given a role, disabled and enabled; each change records an event and the operator, and only the invitation sends mail', async () => {
  const email = 'ann@staff.example';
  const invite = ['staff', 'invite', ...ANALYST, '--email', email];
  const invited = await ctl([...invite, '--operator', 'olga', '--json'], environment);
  expect(invited).toMatchObject({ code: 0, stderr: '' });
  const { accountId } = JSON.parse(invited.stdout);
  expect((await run('staff', 'list')).stdout).toMatch(
    /^STATUS .*\nInvited +analyst +- +ann@staff.example +Ann Alyst\n$/,
  );
  expect(await run('staff', 'role', 'ANN@staff.example', 'operator')).toMatchObject({
    code: 0,
    stdout: 'ann@staff.example is Invited, with the role operator.\n',
  });
  expect((await run('staff', 'disable', email)).stdout).toContain('is Disabled');
  expect((await run('staff', 'disable', email)).stdout).toContain('is Disabled');
  expect(await run(...invite)).toMatchObject({ code: 1, stderr: expect.stringContaining('already has an account') });
  expect((await run('staff', 'enable', email)).stdout).toContain('is Invited');
  expect(await actionsOn(accountId)).toEqual([
    ['PersonInvited', 'olga', 'analyst'],
    ['PersonRoleChanged', 'olga', 'operator'],
    ['PersonDisabled', 'olga', undefined],
    ['PersonEnabled', 'olga', undefined],
  ]);
  expect(await eventsOf(accountId)).toEqual(
    ['Invited', 'RoleChanged', 'Disabled', 'Enabled'].map((kind) => `${kind} by operator`),
  );
  const { rows } = await database.owner.query(`select data from pgboss.job where name = 'mail.send'`);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('ann@');
});

test('an operator without an account ends sessions and resets the second factors of a user', async () => {
  const { partnerId } = await database.addPartner();
  const { accountId } = await signIn(database, { partnerId, role: 'admin' });
  const { rows } = await database.owner.query('select email from accounts where account_id = $1', [accountId]);
  const email = rows[0].email;
  const sessions = async () =>
    (await database.owner.query('select from sessions where account_id = $1', [accountId])).rowCount;
  expect(await sessions()).toBe(1);
  expect(await run('people', 'sign-out', email)).toMatchObject({ code: 0 });
  expect(await sessions()).toBe(0);
  expect(await run('people', 'reset-factor', email)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/every second factor of .* Nothing was changed\. Add --yes/),
  });
  expect(await run('people', 'reset-factor', email, '--yes')).toMatchObject({
    code: 0,
    stdout: `${email} is Invited, with the role admin.\n`,
  });
  expect(await run('people', 'reset-factor', email, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no second factor yet'),
  });
  // The last admin, whom nobody can disable in the portal.
  expect(await run('people', 'disable', email)).toMatchObject({ code: 0 });
  expect(await actionsOn(partnerId)).toEqual([
    ['PersonSignedOut', 'olga', undefined],
    ['PersonFactorsReset', 'olga', undefined],
    ['PersonDisabled', 'olga', undefined],
  ]);
});

test('users of a partner are invited and listed, even with the address of a staff account', async () => {
  const { partnerId } = await database.addPartner();
  const email = 'both@people.example';
  const invite = ['people', 'invite', '--partner', partnerId, '--role', 'admin', '--name', 'B', '--email', email];
  expect(await run('staff', 'invite', ...ANALYST, '--email', email)).toMatchObject({ code: 0 });
  expect(await run(...invite)).toMatchObject({ code: 0, stdout: `A worker mails an invitation to ${email}.\n` });
  expect(await run('people', 'disable', email)).toMatchObject({ code: 0 });
  const { items } = JSON.parse((await run('people', 'list', '--partner', partnerId, '--json')).stdout);
  expect(items).toMatchObject([{ email, role: 'admin', status: 'Disabled' }]);
  const { rows } = await database.owner.query('select realm, status from accounts where email = $1 order by realm', [
    email,
  ]);
  expect(rows).toEqual([
    { realm: 'partner', status: 'Disabled' },
    { realm: 'staff', status: 'Invited' },
  ]);
});

test('an address invited by several partners needs --partner until one account is active', async () => {
  const [one, two] = [await database.addPartner(), await database.addPartner()];
  const email = 'several@people.example';
  for (const { partnerId } of [one, two]) {
    const invite = ['people', 'invite', '--partner', partnerId, '--role', 'admin', '--name', 'S', '--email', email];
    expect(await run(...invite)).toMatchObject({ code: 0 });
  }
  const roles = async () => {
    const { rows } = await database.owner.query('select role from accounts where email = $1 order by account_id', [
      email,
    ]);
    return rows.map(({ role }) => role);
  };
  expect(await run('people', 'role', email, 'viewer')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Choose one with --partner'),
  });
  expect(await run('people', 'role', email, 'viewer', '--partner', two.partnerId)).toMatchObject({ code: 0 });
  expect(await roles()).toEqual(['admin', 'viewer']);
  await database.owner.query(`update accounts set status = 'Active' where email = $1 and partner_id = $2`, [
    email,
    one.partnerId,
  ]);
  expect(await run('people', 'role', email, 'developer')).toMatchObject({ code: 0 });
  expect(await run('people', 'disable', email, '--partner', two.partnerId)).toMatchObject({ code: 0 });
  expect(await roles()).toEqual(['developer', 'viewer']);
  const third = (await database.addPartner()).partnerId;
  const invite = ['people', 'invite', '--partner', third, '--role', 'admin', '--name', 'S', '--email', email];
  expect(await run(...invite)).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
  expect(await roles()).toHaveLength(2);
});

test('rejects invalid commands with advice, and changes nothing', async () => {
  const { partnerId } = await database.addPartner();
  const person = ['--name', 'X', '--email', 'x@people.example'];
  const cases: [words: string[], code: number, said: string][] = [
    [['staff', 'invite', '--role', 'admin', ...person], 2, 'Allowed choices are analyst'],
    [['people', 'invite', '--role', 'admin', ...person], 2, "required option '--partner"],
    [['staff', 'invite', ...ANALYST, '--email', 'no address'], 2, 'email: must be an e-mail address'],
    [['people', 'invite', '--partner', 'nobody', '--role', 'admin', ...person], 1, 'There is no partner "nobody"'],
    [['staff', 'disable', 'nobody@staff.example'], 1, '"onboardingctl staff list" shows them'],
    [['staff', 'enable'], 2, "missing required argument 'email'"],
    [['staff', 'role', 'x@people.example', 'king'], 2, 'Allowed choices are'],
  ];
  for (const [words, code, said] of cases) {
    const outcome = await run(...words);
    expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(said) });
    expect(outcome.stderr).not.toContain('    at ');
  }
  const bad = { ...environment, ISSUER: 'https://id.example.com/path' };
  const invite = ['people', 'invite', '--partner', partnerId, '--role', 'admin', ...person];
  expect(await ctl(invite, bad)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ISSUER must be an origin'),
  });
  const { rows } = await database.owner.query(`select 1 from accounts where email like 'x@%'`);
  expect(rows).toEqual([]);
});
