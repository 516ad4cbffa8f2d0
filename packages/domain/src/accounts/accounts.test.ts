import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type TestAccounts, VISITOR } from '../../../../tests/harness/accounts.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import {
  acceptInvitation,
  addSecondFactor,
  askForReset,
  checkPassword,
  checkSecondFactor,
  disableAccount,
  enableAccount,
  findAccount,
  findInvited,
  findReset,
  hashPassword,
  inviteAccount,
  listSecondFactors,
  makeTotpSecret,
  type Proof,
  removeSecondFactor,
  renewRecoveryCodes,
  resetFactors,
  resetPassword,
} from './index.ts';

let database: TestDatabase;
let users: TestAccounts;
let person: Awaited<ReturnType<TestAccounts['join']>>;
const issuer = 'http://localhost:8081';

beforeAll(async () => {
  database = await cloneDatabase();
  users = openAccounts(database);
  // The tests advance the clock by days, possibly into the next month's partition.
  await database.owner.query('select make_partitions(60)');
});
afterAll(async () => {
  await users.close();
  await database.close();
});
beforeEach(async () => {
  person = await users.join();
});

const signIn = (password: string, email = person.email) =>
  checkPassword(users.context, VISITOR, { realm: 'staff', email, password });
const show = (proof: Proof) =>
  users.context.db.transaction((tx) =>
    checkSecondFactor(tx, users.context, VISITOR, person.accountId, proof, 'SignedIn'),
  );
const code = (text = users.codeOf(person.secret)): Proof => ({ kind: 'Totp', code: text });

async function events(accountId = person.accountId): Promise<string[]> {
  const { rows } = await database.owner.query(
    `select kind || coalesce(':' || reason, '') as event from account_events where account_id = $1 order by event_id`,
    [accountId],
  );
  return rows.map((row) => row.event);
}

async function failures(): Promise<number> {
  const { rows } = await database.owner.query(
    'select sum(failures)::int as failures from account_attempts where account_id = $1',
    [person.accountId],
  );
  return rows[0].failures ?? 0;
}

describe('signing in', () => {
  test('accepts the password, with the address in any case, then a code, and records the sign-in', async () => {
    expect(await signIn(PASSWORD, ` ${person.email.toUpperCase()} `)).toMatchObject({ outcome: 'Passed' });
    expect(await show(code())).toMatchObject({ outcome: 'Passed', method: 'otp' });
    expect(await events()).toEqual(['Invited:analyst', 'InvitationAccepted:Totp', 'SignedIn:Totp']);
  });

  test('responds identically to a wrong password, an unknown address, the other realm and a disabled account', async () => {
    const { context } = users;
    expect(await signIn('another four words')).toEqual({ outcome: 'Refused' });
    expect(await signIn(PASSWORD, 'nobody@staff.example')).toEqual({ outcome: 'Refused' });
    expect(
      await checkPassword(context, VISITOR, { realm: 'partner', email: person.email, password: PASSWORD }),
    ).toEqual({
      outcome: 'Refused',
    });
    const account = await context.db.transaction((tx) => findAccount(tx, person.accountId));
    if (account === undefined) throw new Error('no account');
    await context.db.transaction((tx) => disableAccount(tx, context, VISITOR, account));
    expect(await signIn(PASSWORD)).toEqual({ outcome: 'Refused' });
    expect(await show(code())).toEqual({ outcome: 'Refused' });
    expect((await events()).slice(2)).toEqual([
      'Refused:WrongPassword',
      'Disabled',
      'Refused:Disabled',
      'Refused:Disabled',
    ]);
    await context.db.transaction((tx) => enableAccount(tx, context, VISITOR, account));
    expect(await signIn(PASSWORD)).toMatchObject({ outcome: 'Passed' });
  });

  test('refuses an address with bytes that PostgreSQL cannot store, without an error', async () => {
    expect(await signIn(PASSWORD, 'a\0@staff.example')).toEqual({ outcome: 'Refused' });
  });

  test('accepts a code only once, even if it is sent five times concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => show(code())));
    expect(outcomes.filter(({ outcome }) => outcome === 'Passed')).toHaveLength(1);
  });

  test('accepts a code of the previous step, but not one from two steps ago', async () => {
    const { secret } = person;
    users.pass(300);
    const before = users.codeOf(secret);
    users.pass(30);
    expect(await show(code(before))).toMatchObject({ outcome: 'Passed' });
    users.pass(300);
    const old = users.codeOf(secret);
    users.pass(60);
    expect(await show(code(old))).toEqual({ outcome: 'Refused' });
    expect(await show(code('12 34'))).toEqual({ outcome: 'Refused' });
  });

  test('accepts a recovery code once, regardless of case and separators, and mails its owner', async () => {
    const [first = ''] = person.codes;
    const typed: Proof = { kind: 'RecoveryCode', code: ` ${first.toUpperCase().replaceAll('-', ' ')}` };
    const outcomes = await Promise.all([show(typed), show(typed), show(typed)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['Passed', 'Refused', 'Refused']);
    expect(users.mails.at(-1)).toMatchObject({ subject: 'A recovery code was used', to: person.email });
    expect(users.mails.at(-1)?.text).toContain('You have 9 left');
    expect(await events()).toContain('RecoveryCodeUsed');
    const { rows } = await database.owner.query('select code_hash from recovery_codes where account_id = $1', [
      person.accountId,
    ]);
    expect(rows).toHaveLength(10);
  });
});

describe('guessing passwords and codes', () => {
  test('checks and counts only six of fifty concurrent wrong passwords', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => signIn('wrong')));
    expect(outcomes.filter(({ outcome }) => outcome === 'Refused')).toHaveLength(6);
    expect(outcomes.filter(({ outcome }) => outcome === 'Blocked')).toHaveLength(44);
    expect(await failures()).toBe(6);
    expect((await events()).filter((event) => event === 'Refused:Blocked')).toHaveLength(44);
  });

  test('does not check even the right password or code while blocked, and accepts both afterwards', async () => {
    for (let tries = 0; tries < 6; tries++) await signIn('wrong');
    expect(await signIn(PASSWORD)).toMatchObject({ outcome: 'Blocked', until: expect.any(Date) });
    expect(await show(code())).toMatchObject({ outcome: 'Blocked' });
    users.pass(3);
    expect(await signIn(PASSWORD)).toMatchObject({ outcome: 'Passed' });
    expect(await show(code())).toMatchObject({ outcome: 'Passed' });
    expect(await failures()).toBe(0);
  });

  test('a right password does not reset wrong codes; each failure doubles the delay, up to 15 minutes', async () => {
    const waits: number[] = [];
    for (let tries = 0; tries < 18; tries++) {
      expect(await signIn(PASSWORD)).toMatchObject({ outcome: 'Passed' });
      expect(await show(code('000000'))).toEqual({ outcome: 'Refused' });
      const blocked = await signIn(PASSWORD);
      if (blocked.outcome !== 'Blocked') continue;
      const seconds = (blocked.until.getTime() - users.context.clock.now().getTime()) / 1000;
      waits.push(seconds);
      users.pass(seconds);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  });

  test('blocks an address without an account like one with an account', async () => {
    const email = 'outsider@staff.example';
    for (let tries = 0; tries < 6; tries++) expect(await signIn('wrong', email)).toEqual({ outcome: 'Refused' });
    expect(await signIn('wrong', email)).toMatchObject({ outcome: 'Blocked', until: expect.any(Date) });
  });

  test('spends the time of a password hash even for an unknown address', async () => {
    // CPU time, which other processes do not affect; the minimum of each, measured alternately.
    const worked = async (work: () => Promise<unknown>) => {
      const started = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    let [unknown, hashing] = [Infinity, Infinity];
    for (let times = 0; times < 8; times++) {
      unknown = Math.min(unknown, await worked(() => signIn('wrong', `timed-${times}@staff.example`)));
      hashing = Math.min(hashing, await worked(() => hashPassword(PASSWORD)));
    }
    // Without the hash it would take a fraction of that.
    expect(unknown).toBeGreaterThan(hashing * 0.7);
  });
});

describe('an invitation', () => {
  const accept = async (token: string) => {
    const { context } = users;
    const secret = makeTotpSecret();
    const factor = { kind: 'Totp', secret, code: users.codeOf(secret) } as const;
    const given = { token, passwordHash: await hashPassword(PASSWORD), factor };
    return context.db.transaction((tx) => acceptInvitation(tx, context, VISITOR, given));
  };
  const invited = (token: string) => users.context.db.transaction((tx) => findInvited(tx, users.context, token));

  test('is accepted only once, even by concurrent requests', async () => {
    const token = await users.invite();
    const outcomes = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['Accepted', 'LinkUnusable', 'LinkUnusable']);
    expect(await invited(token)).toBeUndefined();
  });

  test('expires after seven days', async () => {
    const token = await users.invite();
    users.pass(7 * 86_400 - 1);
    expect(await invited(token)).toMatchObject({ status: 'Invited' });
    users.pass(1);
    expect(await invited(token)).toBeUndefined();
    expect(await accept(token)).toEqual({ outcome: 'LinkUnusable' });
  });

  test('is replaced by a second invitation to the same address', async () => {
    const first = await users.invite('twice@staff.example');
    const second = await users.invite('Twice@staff.example');
    expect(await accept(first)).toEqual({ outcome: 'LinkUnusable' });
    expect(await accept(second)).toMatchObject({ outcome: 'Accepted' });
  });

  test('stays usable after a wrong code, which changes nothing', async () => {
    const token = await users.invite();
    const { context } = users;
    const factor = { kind: 'Totp', secret: makeTotpSecret(), code: '000000' } as const;
    const given = { token, passwordHash: 'unused', factor };
    expect(await context.db.transaction((tx) => acceptInvitation(tx, context, VISITOR, given))).toEqual({
      outcome: 'WrongFactor',
    });
    expect(await accept(token)).toMatchObject({ outcome: 'Accepted' });
  });

  test('is refused to an address with an account in the same organisation; otherwise reports one held with another partner', async () => {
    const { context } = users;
    const { partnerId } = await database.addPartner();
    const other = await database.addPartner();
    const { email } = person;
    const name = 'Test Person';
    const invite = (invitation: Parameters<typeof inviteAccount>[3]) =>
      context.db.transaction((tx) => inviteAccount(tx, context, VISITOR, invitation, issuer));
    expect(await invite({ realm: 'staff', role: 'analyst', email, name })).toEqual({ outcome: 'EmailTaken' });
    expect(await invite({ realm: 'partner', role: 'admin', partnerId, email, name })).toMatchObject({
      outcome: 'Invited',
      heldElsewhere: false,
    });
    const { email: held } = await users.join(partnerId);
    expect(await invite({ realm: 'partner', role: 'admin', partnerId, email: held, name })).toEqual({
      outcome: 'EmailTaken',
    });
    const elsewhere = { realm: 'partner', role: 'admin', partnerId: other.partnerId, name } as const;
    expect(await invite({ ...elsewhere, email })).toMatchObject({ outcome: 'Invited', heldElsewhere: false });
    expect(await invite({ ...elsewhere, email: held })).toMatchObject({ outcome: 'Invited', heldElsewhere: true });
  });

  test('stores the link, the password and the secret only hashed or encrypted', async () => {
    const token = await users.invite();
    const { rows } = await database.owner.query(
      `select encode(link_hash, 'escape') as kept from account_links
       union all select password_hash from accounts where password_hash is not null
       union all select encode(secret, 'escape') from second_factors`,
    );
    const kept = rows.map((row) => row.kept).join(' ');
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(person.secret);
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});

describe('a forgotten password', () => {
  const ask = (email = person.email) =>
    users.context.db.transaction((tx) => askForReset(tx, users.context, VISITOR, { realm: 'staff', email }, issuer));
  const reset = async (token: string) => {
    const passwordHash = await hashPassword('another four words');
    return users.context.db.transaction((tx) => resetPassword(tx, users.context, VISITOR, { token, passwordHash }));
  };

  test('is reset by a link once; ends all sessions, keeps the second factor and mails the owner', async () => {
    await database.owner.query(
      `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at,
         second_factor_at, address, user_agent)
       values (sha256($1::text::bytea), gen_random_uuid(), $1::uuid, 'staff', now(), now(), now() + interval '1 day', now(), '', '')`,
      [person.accountId],
    );
    await ask();
    const token = users.lastLink();
    expect((await Promise.all([reset(token), reset(token)])).sort()).toEqual(['LinkUnusable', 'Reset']);
    expect(users.mails.at(-1)).toMatchObject({ subject: 'Your password was changed' });
    const { rows } = await database.owner.query('select 1 from sessions where account_id = $1', [person.accountId]);
    expect(rows).toEqual([]);
    expect(await signIn(PASSWORD)).toEqual({ outcome: 'Refused' });
    expect(await signIn('another four words')).toMatchObject({ outcome: 'Passed' });
    expect(await show(code())).toMatchObject({ outcome: 'Passed' });
    expect((await events()).slice(2)).toEqual([
      'ResetAsked',
      'PasswordReset',
      'Refused:WrongPassword',
      'SignedIn:Totp',
    ]);
  });

  test('is reset only by the newest link, which expires after 30 minutes', async () => {
    await ask();
    const first = users.lastLink();
    await ask();
    const second = users.lastLink();
    expect(await reset(first)).toBe('LinkUnusable');
    users.pass(30 * 60);
    expect(await users.context.db.transaction((tx) => findReset(tx, users.context, second))).toBeUndefined();
    expect(await reset(second)).toBe('LinkUnusable');
  });

  test('sends nothing to an unknown address, and at most five mails an hour', async () => {
    const before = users.mails.length;
    await ask('nobody@staff.example');
    expect(users.mails).toHaveLength(before);
    for (let times = 0; times < 7; times++) await ask();
    expect(users.mails).toHaveLength(before + 5);
  });

  test('is not reset by an invitation link, nor is a reset link an invitation', async () => {
    const token = await users.invite();
    expect(await reset(token)).toBe('LinkUnusable');
    await ask();
    const other = users.lastLink();
    expect(await users.context.db.transaction((tx) => findInvited(tx, users.context, other))).toBeUndefined();
  });
});

describe('second factors', () => {
  const list = () => users.context.db.transaction((tx) => listSecondFactors(tx, person.accountId));
  const add = (secret: string, text: string) =>
    users.context.db.transaction((tx) =>
      addSecondFactor(tx, users.context, VISITOR, person.accountId, { kind: 'Totp', secret, code: text }),
    );
  const remove = (factorId: string) =>
    users.context.db.transaction((tx) => removeSecondFactor(tx, users.context, VISITOR, person.accountId, factorId));

  test('can be added with a valid code; removing the last two concurrently keeps one', async () => {
    const secret = makeTotpSecret();
    expect(await add(secret, '000000')).toBe('Wrong');
    expect(await add(secret, users.codeOf(secret))).toBe('Added');
    expect(users.mails.at(-1)?.text).toContain('was added');
    const [one, two] = await list();
    const outcomes = await Promise.all([remove(one?.factorId ?? ''), remove(two?.factorId ?? '')]);
    expect(outcomes.sort()).toEqual(['Last', 'Removed']);
    expect(await list()).toHaveLength(1);
    expect(users.mails.at(-1)?.text).toContain('was removed');
    expect((await events()).slice(2)).toEqual(['FactorAdded:Totp', 'FactorRemoved:Totp']);
  });

  test('cannot be removed by another account', async () => {
    const [own] = await list();
    const other = await users.join();
    const outcome = await users.context.db.transaction((tx) =>
      removeSecondFactor(tx, users.context, VISITOR, other.accountId, own?.factorId ?? ''),
    );
    expect(outcome).toBe('Unknown');
    expect(await list()).toHaveLength(1);
  });

  test('include recovery codes, whose renewal invalidates the old ones', async () => {
    const { context } = users;
    const account = await context.db.transaction((tx) => findAccount(tx, person.accountId));
    if (account === undefined) throw new Error('no account');
    const codes = await context.db.transaction((tx) => renewRecoveryCodes(tx, context, VISITOR, account));
    expect(new Set(codes).size).toBe(10);
    expect(await show({ kind: 'RecoveryCode', code: person.codes[0] ?? '' })).toEqual({ outcome: 'Refused' });
    expect(await show({ kind: 'RecoveryCode', code: codes[0] ?? '' })).toMatchObject({ outcome: 'Passed' });
  });

  test('can be reset by an operator, which sends a new invitation', async () => {
    const { context } = users;
    const account = await context.db.transaction((tx) => findAccount(tx, person.accountId));
    if (account === undefined) throw new Error('no account');
    await context.db.transaction((tx) => resetFactors(tx, context, VISITOR, account, issuer));
    expect(await signIn(PASSWORD)).toEqual({ outcome: 'Refused' });
    expect(await list()).toEqual([]);
    expect(await context.db.transaction((tx) => findInvited(tx, context, users.lastLink()))).toMatchObject({
      accountId: person.accountId,
    });
  });
});
