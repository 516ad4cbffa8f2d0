// How admins manage a partner's users; the activity log; mails about reviews.
import {
  type ActivityPage,
  activityPageSchema,
  dashboardFailureSchema,
  INVITATIONS_PER_DAY,
  notificationsSchema,
  type UserDetail,
  type UserPage,
  userDetailSchema,
  userPageSchema,
} from '@onboarding/contract';
import { listTeam } from '@onboarding/domain/accounts';
import { listActivity } from '@onboarding/domain/activity';
import { openMail } from '@onboarding/domain/mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { openAccounts, type TestAccounts } from '../../harness/accounts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { makeCertificate } from '../../harness/certificates.ts';
import { expectInOrder, explaining, type Plan } from '../../harness/checks/plans.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { openSessionFor, type SignedIn, signIn } from '../../harness/session.ts';
import { HOOK_URL, TEST_KEY_RING } from '../../harness/values.ts';

let api: TestApi;
let database: TestDatabase;
let accounts: TestAccounts;
useTestApi((made) => {
  ({ api, database } = made);
});
beforeAll(() => {
  accounts = openAccounts(database);
});
afterAll(() => accounts.close());

const PROFILE = '/api/customer/v1/partner-profile';
let partnerId: string;
let admin: SignedIn;
beforeEach(async () => {
  ({ partnerId } = await database.addPartner());
  admin = await signIn(database, { partnerId });
});

async function ask(person: SignedIn, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) {
  const headers = { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return api.app.inject({ method, url: `${PROFILE}${path}`, headers, ...payload });
}

async function refusal(asked: ReturnType<typeof ask>): Promise<string> {
  const answer = await asked;
  return `${answer.statusCode} ${dashboardFailureSchema.parse(answer.json()).error.code}`;
}

const users = async (person: SignedIn, query = ''): Promise<UserPage> =>
  userPageSchema.strict().parse((await ask(person, 'GET', `/people${query}`)).json().value);
const detail = (answer: Awaited<ReturnType<typeof ask>>): UserDetail =>
  userDetailSchema.strict().parse(answer.json().value);
const person = async (reader: SignedIn, accountId: string) => detail(await ask(reader, 'GET', `/people/${accountId}`));
const act = (by: SignedIn, accountId: string, action: string, body?: unknown) =>
  ask(by, 'POST', `/people/${accountId}/${action}`, body);
const activity = async (reader: SignedIn, query = ''): Promise<ActivityPage> =>
  activityPageSchema.strict().parse((await ask(reader, 'GET', `/activity${query}`)).json().value);
const colleague = (role = 'developer', status = 'Active') => addAccount(database, { partnerId, role, status });
const works = async (cookie: SignedIn['cookie']) =>
  (await api.app.inject({ url: '/api/session/partner', headers: cookie })).statusCode === 200;

async function mailsTo(email: string) {
  const { rows } = await database.owner.query(`select data from pgboss.job where name = 'mail.send' order by id`);
  return rows.map(({ data }) => openMail(openKeyRing(TEST_KEY_RING), data)).filter(({ to }) => to === email);
}

const GRACE = () => ({ name: 'Grace Otieno', email: `${crypto.randomUUID()}@acme.example`, role: 'developer' });

describe('inviting', () => {
  test('mails a link to the identity service and lists the person as invited', async () => {
    const grace = GRACE();
    const made = detail(await ask(admin, 'POST', '/people', grace));
    expect(made).toMatchObject({
      ...grace,
      status: 'Invited',
      factors: { Totp: 0, Passkey: 0 },
      lastSignInAt: null,
      sessions: 0,
      activeSessions: [],
    });
    const days = (Date.parse(made.invitationEndsAt ?? '') - Date.parse(made.invitedAt)) / (24 * 3_600_000);
    expect(days).toBeCloseTo(7, 2);
    const [mail] = await mailsTo(grace.email);
    expect(mail?.text).toMatch(/^http:\/\/127\.0\.0\.1:9\/invitation\/[\w-]{43}$/m);
    expect((await users(admin)).items.map(({ accountId }) => accountId)).toEqual([admin.accountId, made.accountId]);
  });

  test('is mailed with the names of the organisation and the admin, which cannot add markup, lines or headers', async () => {
    const hostile = (name: string) => `${name} <img src=x>\r\nBcc: x@people.example\u202E`;
    await database.owner.query('update partners set name = $2 where partner_id = $1', [partnerId, hostile('Acme')]);
    await database.owner.query('update accounts set name = $2 where account_id = $1', [
      admin.accountId,
      hostile('Ada'),
    ]);
    const { email } = detail(await ask(admin, 'POST', '/people', GRACE()));
    const [mail] = await mailsTo(email);
    const plain = 'Acme <img src=x> Bcc: x@people.example';
    expect(mail?.subject).toBe(`Your invitation to ${plain} on Business Onboarding`);
    expect(mail?.text).toMatch(/\n\nAda <img src=x> Bcc: x@people\.example \(\S+@\S+\) has invited you to Acme /);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('Ada &lt;img src=x&gt; Bcc');
  });

  test('the same person again before acceptance replaces role and link', async () => {
    const grace = GRACE();
    const first = detail(await ask(admin, 'POST', '/people', grace));
    const again = detail(
      await ask(admin, 'POST', '/people', { ...grace, email: grace.email.toUpperCase(), role: 'viewer' }),
    );
    expect(again).toMatchObject({ accountId: first.accountId, role: 'viewer' });
    detail(await act(admin, first.accountId, 'invite-again'));
    const { rows } = await database.owner.query(
      'select count(*) filter (where expires_at > now())::int as alive, count(*)::int as all from account_links where account_id = $1',
      [first.accountId],
    );
    expect(rows).toEqual([{ alive: 1, all: 3 }]);
  });

  test('a colleague’s address is rejected with 409, and no mail is sent', async () => {
    const { email } = await accounts.join(partnerId);
    expect(await refusal(ask(admin, 'POST', '/people', { ...GRACE(), email }))).toBe('409 Account.EmailTaken');
    expect(await mailsTo(email)).toEqual([]);
    expect((await users(admin)).items).toHaveLength(2);
  });

  test('an active or disabled user again is rejected with 409', async () => {
    for (const status of ['Active', 'Disabled']) {
      expect(await refusal(act(admin, await colleague('viewer', status), 'invite-again'))).toBe(
        '409 Account.StateConflict',
      );
    }
  });

  test('is rejected with 409 once the organisation has reached its daily limit', async () => {
    const invited = await colleague('viewer', 'Invited');
    await database.owner.query(
      `insert into account_events (event_id, account_id, realm, kind, address, occurred_at, partner_id)
       select overlay(uuid_floor(now())::text placing lpad(to_hex(i), 12, '0') from 25)::uuid, $1, 'partner', 'Invited', '::1', now(), $2
       from generate_series(1, $3) i`,
      [invited, partnerId, INVITATIONS_PER_DAY],
    );
    expect(await refusal(ask(admin, 'POST', '/people', GRACE()))).toBe('409 Account.TooManyInvitations');
    expect(await refusal(act(admin, invited, 'invite-again'))).toBe('409 Account.TooManyInvitations');
  });

  test('names every invalid field', async () => {
    const answer = await ask(admin, 'POST', '/people', { name: ' ', email: 'grace', role: 'owner' });
    const { error } = dashboardFailureSchema.parse(answer.json());
    expect(error.details?.map(({ pointer }) => pointer)).toEqual(['/name', '/email', '/role']);
  });
});

describe('a user', () => {
  test('shows second factors by kind, the last sign-in and the active sessions', async () => {
    const { accountId } = await accounts.join(partnerId);
    const now = new Date();
    await openSessionFor(database, accountId, 'partner', now);
    await openSessionFor(database, accountId, 'partner', new Date(now.getTime() - 31 * 60_000));
    await database.owner.query('update accounts set last_sign_in_at = $2 where account_id = $1', [accountId, now]);
    const shown = await person(admin, accountId);
    expect(shown).toMatchObject({
      status: 'Active',
      factors: { Totp: 1, Passkey: 0 },
      lastSignInAt: now.toISOString(),
      invitationEndsAt: null,
      sessions: 1,
    });
    expect(shown.activeSessions).toMatchObject([{ address: '127.0.0.1', userAgent: 'test' }]);
  });

  test('shows the sessions only to admins and to that user', async () => {
    const viewer = await signIn(database, { partnerId, role: 'viewer' });
    expect((await person(viewer, viewer.accountId)).activeSessions).toHaveLength(1);
    expect((await person(admin, viewer.accountId)).activeSessions).toHaveLength(1);
    expect((await person(viewer, admin.accountId)).activeSessions).toBeNull();
    expect((await person(viewer, admin.accountId)).sessions).toBe(1);
  });

  test('of another partner or of our staff is not found by any route, and stays unchanged', async () => {
    const outsider = await signIn(database);
    const ours = await signIn(database, { realm: 'staff' });
    const before = await database.owner.query('select * from accounts where account_id = $1', [outsider.accountId]);
    for (const { accountId } of [outsider, ours, { accountId: crypto.randomUUID() }, { accountId: 'nobody' }]) {
      expect(await refusal(ask(admin, 'GET', `/people/${accountId}`))).toBe('404 Account.NotFound');
      for (const action of ['role', 'disable', 'enable', 'invite-again', 'reset-factors', 'sign-out']) {
        const body = action === 'role' ? { role: 'viewer' } : undefined;
        expect(await refusal(act(admin, accountId, action, body)), action).toBe('404 Account.NotFound');
      }
    }
    const after = await database.owner.query('select * from accounts where account_id = $1', [outsider.accountId]);
    expect(after.rows).toEqual(before.rows);
    expect(await works(outsider.cookie)).toBe(true);
  });
});

test('users are listed in pages, in the order in which they were invited', async () => {
  const ids = [admin.accountId];
  for (let count = 0; count < 4; count++) ids.push(await colleague());
  const seen: string[] = [];
  let query = '?limit=2';
  for (;;) {
    const page = await users(admin, query);
    seen.push(...page.items.map(({ accountId }) => accountId));
    if (page.nextCursor === null) break;
    query = `?limit=2&cursor=${page.nextCursor}`;
  }
  expect(seen).toEqual([...ids].sort());
});

describe('actions of an admin:', () => {
  test('a new role applies from the next request, and is recorded with the admin who assigned it', async () => {
    const viewer = await signIn(database, { partnerId, role: 'viewer' });
    expect(await refusal(act(viewer, admin.accountId, 'disable'))).toBe('403 Session.RoleMissing');
    expect(detail(await act(admin, viewer.accountId, 'role', { role: 'admin' })).role).toBe('admin');
    expect((await act(viewer, await colleague(), 'disable')).statusCode).toBe(200);
    expect((await activity(admin)).items[1]).toMatchObject({
      kind: 'Team',
      action: 'RoleChanged',
      actor: { kind: 'Person', accountId: admin.accountId, name: 'Ada Lind' },
      subject: { id: viewer.accountId },
      detail: 'admin',
    });
  });

  test('a disabled user is signed out immediately, and gets the previous status and factors back when enabled', async () => {
    const { accountId } = await accounts.join(partnerId);
    const { cookie } = await openSessionFor(database, accountId, 'partner', new Date());
    expect(detail(await act(admin, accountId, 'disable'))).toMatchObject({ status: 'Disabled', sessions: 0 });
    expect(await works(cookie)).toBe(false);
    expect(detail(await act(admin, accountId, 'enable'))).toMatchObject({ status: 'Active', factors: { Totp: 1 } });
    const invited = await colleague('viewer', 'Invited');
    await act(admin, invited, 'disable');
    expect(detail(await act(admin, invited, 'enable')).status).toBe('Invited');
  });

  test('signing a user out ends only the sessions of that user', async () => {
    const developer = await signIn(database, { partnerId, role: 'developer' });
    expect(detail(await act(admin, developer.accountId, 'sign-out'))).toMatchObject({ status: 'Active', sessions: 0 });
    expect([await works(developer.cookie), await works(admin.cookie)]).toEqual([false, true]);
  });

  test('a reset removes password, second factors and recovery codes, and sends a new invitation', async () => {
    const { accountId, email } = await accounts.join(partnerId);
    const { cookie } = await openSessionFor(database, accountId, 'partner', new Date());
    expect(detail(await act(admin, accountId, 'reset-factors'))).toMatchObject({
      status: 'Invited',
      factors: { Totp: 0, Passkey: 0 },
      sessions: 0,
    });
    expect(await works(cookie)).toBe(false);
    const { rows } = await database.owner.query(
      `select password_hash, (select count(*)::int from recovery_codes r where r.account_id = a.account_id) as codes
       from accounts a where account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ password_hash: null, codes: 0 }]);
    const told = new Map((await mailsTo(email)).map(({ subject, text }) => [subject, text]));
    expect([...told.keys()].sort()).toEqual([
      expect.stringMatching(/^Your invitation to .+ on Business Onboarding$/),
      'Your sign-in was reset',
    ]);
    expect(told.get('Your sign-in was reset')).toContain('by an administrator of your organisation');
    for (const status of ['Invited', 'Disabled']) {
      expect(await refusal(act(admin, await colleague('viewer', status), 'reset-factors'))).toBe(
        '409 Account.StateConflict',
      );
    }
  });

  test('repeating an action changes and records nothing', async () => {
    const developer = await colleague();
    await act(admin, developer, 'disable');
    const before = await activity(admin);
    await act(admin, developer, 'disable');
    await act(admin, developer, 'role', { role: 'developer' });
    await act(admin, admin.accountId, 'enable');
    expect(await activity(admin)).toEqual(before);
  });
});

describe('the last admin', () => {
  const DEMOTED = { role: 'viewer' };

  test('cannot be demoted, disabled or reset, not even by that admin', async () => {
    await colleague('admin', 'Disabled');
    await colleague('admin', 'Invited');
    for (const [action, body] of [['role', DEMOTED], ['disable'], ['reset-factors']] as const) {
      expect(await refusal(act(admin, admin.accountId, action, body)), action).toBe('409 Account.LastAdmin');
    }
    expect((await users(admin)).items[0]).toMatchObject({ role: 'admin', status: 'Active' });
  });

  test('an admin cannot change their own access, even if there is another admin', async () => {
    await colleague('admin');
    for (const [action, body] of [['role', DEMOTED], ['disable'], ['reset-factors']] as const) {
      expect(await refusal(act(admin, admin.accountId, action, body)), action).toBe('409 Account.OwnAccount');
    }
  });

  test('remains when two admins act against each other at the same time', async () => {
    for (const [action, body] of [['role', DEMOTED], ['disable'], ['reset-factors']] as const) {
      for (let round = 0; round < 5; round++) {
        const { partnerId: here } = await database.addPartner();
        const [one, other] = [await signIn(database, { partnerId: here }), await signIn(database, { partnerId: here })];
        const answers = await Promise.all([
          act(one, other.accountId, action, body),
          act(other, one.accountId, action, body),
        ]);
        const { rows } = await database.owner.query(
          `select count(*)::int as admins from accounts where partner_id = $1 and role = 'admin' and status = 'Active'`,
          [here],
        );
        expect(rows, action).toEqual([{ admins: 1 }]);
        // The second is refused, because it would remove the last admin or is no longer an admin itself.
        expect(answers.map(({ statusCode }) => statusCode).filter((code) => code === 200)).toHaveLength(1);
      }
    }
  });
});

describe('activity', () => {
  beforeEach(async () => {
    const certificate = (await makeCertificate({ days: 20 })).pem;
    const registered = await ask(admin, 'POST', '/api-credentials', { name: 'first machine', certificate });
    await ask(admin, 'POST', '/webhooks', { url: HOOK_URL });
    await ask(admin, 'POST', '/people', GRACE());
    await ask(admin, 'POST', `/api-credentials/${registered.json().value.certificateId}/revoke`);
  });

  test('merges changes of users, webhook and certificates, newest first, with who made them', async () => {
    const { items } = await activity(admin);
    expect(items.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
      'Credential Revoked',
      'Team Invited',
      'Webhook Registered',
      'Credential Registered',
    ]);
    for (const { actor } of items) {
      expect(actor).toEqual({ kind: 'Person', accountId: admin.accountId, name: 'Ada Lind' });
    }
    expect(items.map(({ subject }) => subject?.name)).toEqual([
      'first machine',
      'Grace Otieno',
      undefined,
      'first machine',
    ]);
    expect(items.map(({ detail: told }) => told)).toEqual([null, 'developer', 'hooks.partner.example', null]);
    expect(await activity(await signIn(database, { partnerId, role: 'viewer' }))).toEqual(await activity(admin));
    expect((await activity(await signIn(database))).items).toEqual([]);
  });

  test('filters by kind, person and time, and excludes sign-ins', async () => {
    const other = await signIn(database, { partnerId });
    const grace = (await users(admin)).items.find(({ name }) => name === 'Grace Otieno');
    await act(other, grace?.accountId ?? '', 'disable');
    await database.owner.query(
      `insert into account_events (event_id, account_id, realm, kind, address, occurred_at, partner_id)
       values ($1, $2, 'partner', 'SignedIn', '::1', now(), $3)`,
      [uuidv7(new Date()), admin.accountId, partnerId],
    );
    const actions = async (query: string) => (await activity(admin, query)).items.map(({ action }) => action);
    expect(await actions('?kind=Credential')).toEqual(['Revoked', 'Registered']);
    expect(await actions('?kind=Webhook')).toEqual(['Registered']);
    expect(await actions('?kind=Team')).toEqual(['Disabled', 'Invited']);
    expect(await actions(`?person=${other.accountId}`)).toEqual(['Disabled']);
    expect(await actions(`?person=${admin.accountId}`)).toEqual(['Revoked', 'Invited', 'Registered', 'Registered']);
    const { items } = await activity(admin);
    expect(await actions(`?from=${items[2]?.occurredAt}`)).toEqual(['Disabled', 'Revoked', 'Invited']);
    expect(await actions(`?from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await refusal(ask(admin, 'GET', '/activity?kind=x&person=y'))).toBe('400 ValidationControl.Error');
  });

  test('is paged without gaps or duplicates', async () => {
    const whole = (await activity(admin)).items;
    const seen: ActivityPage['items'] = [];
    let query = '?limit=1';
    for (;;) {
      const page = await activity(admin, query);
      seen.push(...page.items);
      if (page.nextCursor === null) break;
      query = `?limit=1&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual(whole);
  });
});

test('the lists of users and of activity are read from an index, even with thousands of rows', async () => {
  const rows = 5_000;
  await database.owner.query(
    `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
     select gen_random_uuid(), 'partner', $1, 'viewer', i || $2, i || $2, 'Someone', 'Active', now()
     from generate_series(1, $3) i`,
    [partnerId, `@${partnerId}.example`, rows],
  );
  const spread = `overlay(uuid_floor(now() - i * interval '1 second')::text placing lpad(to_hex(i), 12, '0') from 25)::uuid`;
  await database.owner.query(
    `insert into account_events (event_id, account_id, realm, kind, address, occurred_at, partner_id)
     select ${spread}, $1, 'partner', case when i % 50 = 0 then 'FactorAdded' else 'SignedIn' end, '::1', now(), $2
     from generate_series(1, $3) i`,
    [admin.accountId, partnerId, rows],
  );
  await database.owner.query(
    `insert into webhook_changes (partner_id, change_id, occurred_at, action, actor_kind, actor_id, details)
     select $1, ${spread}, now(), 'Degraded', 'Service', 'worker', '{}' from generate_series(1, $2) i`,
    [partnerId, rows],
  );
  await database.owner.query('analyze accounts, account_events, webhook_changes');
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  try {
    const { plans } = await explaining(client, partnerId, /^(account_event_list|webhook_activity)/, async (tx) => {
      const { nextCursor } = await listActivity(tx, partnerId, { limit: 20 });
      await listActivity(tx, partnerId, { limit: 20, cursor: nextCursor ?? undefined });
    });
    expect(plans).toHaveLength(4);
    for (const { statement, nodes } of plans) {
      const index = statement.startsWith('webhook') ? /^webhook_changes_pkey$/ : /partner_id_event_id_idx/;
      expectInOrder(nodes, { index, found: /change_id|event_id/ });
    }
    const team = await explaining(client, partnerId, /^team_list$/, (tx) =>
      listTeam(tx, partnerId, { limit: 20 }, new Date()),
    );
    const ofAccounts = (node: Plan) => node['Relation Name'] === 'accounts';
    expect(team.plans[0]?.nodes.find(ofAccounts)).toMatchObject({ 'Index Name': 'accounts_by_partner' });
  } finally {
    await client.end();
  }
});

describe('mails about reviews', () => {
  const chosen = async (reader: SignedIn) =>
    notificationsSchema.strict().parse((await ask(reader, 'GET', '/you/notifications')).json().value).reviewMails;

  test('are on for admins and off for others until the user chooses', async () => {
    const viewer = await signIn(database, { partnerId, role: 'viewer' });
    expect([await chosen(admin), await chosen(viewer)]).toEqual([true, false]);
    await act(admin, viewer.accountId, 'role', { role: 'admin' });
    expect(await chosen(viewer)).toBe(true);
    await ask(admin, 'PUT', '/you/notifications', { reviewMails: false });
    expect([await chosen(admin), await chosen(viewer)]).toEqual([false, true]);
    expect(await refusal(ask(admin, 'PUT', '/you/notifications', { reviewMails: 'no' }))).toBe(
      '400 ValidationControl.Error',
    );
  });
});

describe.each(['partner', 'staff'] as const)('ending a session in the realm %s', (realm) => {
  const end = (by: SignedIn, sessionId: string) =>
    api.app.inject({ method: 'POST', url: `/api/session/${realm}/sessions/${sessionId}/end`, headers: by.headers });

  test('ends it and every other session of its sign-in, and returns the remaining ones', async () => {
    const now = new Date();
    const here = await signIn(database, { realm, at: now });
    const there = await openSessionFor(database, here.accountId, realm, now);
    const sameSignIn = await openSessionFor(database, here.accountId, realm, now);
    const elsewhere = await openSessionFor(database, here.accountId, realm, now);
    const signInId = uuidv7(now);
    await database.owner.query('update sessions set sign_in_id = $1 where session_id = any($2)', [
      signInId,
      [there.sessionId, sameSignIn.sessionId],
    ]);
    await database.owner.query(
      `insert into sign_ins (sign_in_id, account_id, provider_hash, signed_in_at, last_seen_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + interval '1 hour')`,
      [signInId, here.accountId, Buffer.from(signInId)],
    );
    const answer = await end(here, there.sessionId);
    expect(
      answer
        .json()
        .value.items.map(({ sessionId }: { sessionId: string }) => sessionId)
        .sort(),
    ).toEqual([here.sessionId, elsewhere.sessionId].sort());
    const { rows } = await database.owner.query('select ended_at from sign_ins where sign_in_id = $1', [signInId]);
    expect(rows[0].ended_at).not.toBeNull();
  });

  test('returns 404 for another person’s session and for an unknown one', async () => {
    const here = await signIn(database, { realm });
    const outsider = await signIn(database, { realm });
    for (const sessionId of [outsider.sessionId, crypto.randomUUID(), 'none']) {
      const answer = await end(here, sessionId);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'Session.NotFound']);
    }
    const still = await api.app.inject({ url: `/api/session/${realm}`, headers: outsider.cookie });
    expect(still.statusCode).toBe(200);
  });
});
