// An e-mail address belongs to one organisation, and no other organisation can find out that it does: every response about an
// invitation is the same whether or not the address has an account with another partner.
import { INVITATIONS_PER_DAY } from '@onboarding/contract';
import {
  acceptInvitation,
  checkPassword,
  disableAccount,
  findAccount,
  findInvited,
  hashPassword,
  makeTotpSecret,
  resetFactors,
} from '@onboarding/domain/accounts';
import { openMail } from '@onboarding/domain/mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type TestAccounts, VISITOR } from '../../harness/accounts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { masked } from '../../harness/masked.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

let api: TestApi;
let database: TestDatabase;
let accounts: TestAccounts;
let statements: { name: string; connection: object }[] = [];
useTestApi(
  (made) => {
    ({ api, database } = made);
  },
  { beforeStatement: (name, connection) => statements.push({ name, connection }) },
);
beforeAll(async () => {
  accounts = openAccounts(database);
  // The first mail of a process also loads the list of queues.
  await invite(await newPartner(), newAddress());
});
afterAll(() => accounts.close());

const PROFILE = '/api/customer/v1/partner-profile';

async function ask(person: SignedIn, method: 'GET' | 'POST', path: string, body?: unknown) {
  const headers = { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return api.app.inject({ method, url: `${PROFILE}${path}`, headers, ...payload });
}

async function mailsTo(email: string) {
  const { rows } = await database.owner.query(
    `select data from pgboss.job where name = 'mail.send' order by created_on`,
  );
  return rows.map(({ data }) => openMail(openKeyRing(TEST_KEY_RING), data)).filter(({ to }) => to === email);
}

const newAddress = () => `${crypto.randomUUID()}@staff.example`;

async function newPartner(): Promise<{ partnerId: string; admin: SignedIn }> {
  const { partnerId } = await database.addPartner();
  return { partnerId, admin: await signIn(database, { partnerId }) };
}

async function invite({ admin }: { admin: SignedIn }, email: string, role = 'viewer') {
  const answer = await ask(admin, 'POST', '/people', { email, name: 'Grace Otieno', role });
  const { value, error } = answer.json();
  return { code: answer.statusCode, accountId: value?.accountId, error: error?.code };
}

async function accept(token: string) {
  const secret = makeTotpSecret();
  const factor = { kind: 'Totp', secret, code: accounts.codeOf(secret) } as const;
  const given = { token, passwordHash: await hashPassword(PASSWORD), factor };
  return accounts.context.db.transaction((tx) => acceptInvitation(tx, accounts.context, VISITOR, given));
}

const tokenIn = (text = '') => /\/invitation\/([\w-]{43})$/m.exec(text)?.[1] ?? 'no link';
const lastTokenTo = async (email: string) => tokenIn((await mailsTo(email)).at(-1)?.text);

/**
 * The statements of the request itself. Caches shared by all requests are refreshed on another connection, apart from the
 * list of queues.
 */
function ofRequest(): string[] {
  const own = statements.find(({ name }) => name.startsWith('session_enter'))?.connection;
  return statements.filter((one) => one.connection === own && one.name !== 'job_queues').map(({ name }) => name);
}

/** The responses to everything an admin can do with an invitation, and of every page that shows it. */
async function invitationSeen(email: string): Promise<string[]> {
  const { partnerId, admin } = await newPartner();
  const seen: string[] = [];
  let accountId = '';
  const look = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    statements = [];
    const answer = await ask(admin, method, path, body);
    if (path === '/people' && method === 'POST') accountId ||= answer.json().value?.accountId;
    const { date: _date, ratelimit: _left, ...headers } = answer.headers;
    const shown = JSON.stringify([answer.statusCode, headers, answer.json(), ofRequest()], null, 1);
    const shownPath = path.replace(accountId || 'none', 'ID');
    seen.push(`${method} ${shownPath}\n${masked(shown.replaceAll(email, 'ADDRESS').replaceAll(partnerId, 'PARTNER'))}`);
  };
  const read = async () => {
    await look('GET', '/people');
    await look('GET', `/people/${accountId}`);
    await look('GET', '/activity');
    await look('GET', '/overview');
  };
  const person = { email, name: 'Grace Otieno', role: 'viewer' };
  await look('POST', '/people', person);
  await read();
  await look('POST', '/people', { ...person, role: 'developer' });
  await look('POST', `/people/${accountId}/invite-again`);
  await look('POST', `/people/${accountId}/role`, { role: 'admin' });
  await look('POST', `/people/${accountId}/reset-factors`);
  await look('POST', `/people/${accountId}/sign-out`);
  await read();
  await look('POST', `/people/${accountId}/disable`);
  await look('POST', '/people', person);
  await look('POST', `/people/${accountId}/invite-again`);
  await read();
  await look('POST', `/people/${accountId}/enable`);
  await look('POST', '/people', person);
  await read();
  return seen;
}

async function joinedElsewhere() {
  const { partnerId } = await database.addPartner();
  const person = await accounts.join(partnerId);
  const account = await accounts.context.db.transaction((tx) => findAccount(tx, person.accountId));
  if (account === undefined) throw new Error('no account');
  return { ...person, account };
}

const ELSEWHERE: [condition: string, address: () => Promise<string>][] = [
  ['an active account', async () => (await joinedElsewhere()).email],
  [
    'a disabled account',
    async () => {
      const { email, account } = await joinedElsewhere();
      await accounts.context.db.transaction((tx) => disableAccount(tx, accounts.context, VISITOR, account));
      return email;
    },
  ],
  [
    'an account whose second factors were reset',
    async () => {
      const { email, account } = await joinedElsewhere();
      const { context } = accounts;
      await context.db.transaction((tx) => resetFactors(tx, context, VISITOR, account, 'http://localhost'));
      return email;
    },
  ],
  [
    'an invitation',
    async () => {
      const email = newAddress();
      await invite(await newPartner(), email);
      return email;
    },
  ],
];

describe('an invitation to an address that already has, at another partner,', () => {
  test.for(ELSEWHERE)('%s looks to the admin like an invitation to an unused address', async ([, address]) => {
    const free = await invitationSeen(newAddress());
    expect(free).toHaveLength(27);
    expect(free[0]).toContain('account_invitation_standing');
    expect(await invitationSeen(await address())).toEqual(free);
  });
});

describe('an invited person who already has an account elsewhere', () => {
  test('gets a mail that says who invited them and what to do, without a link', async () => {
    const { email } = await joinedElsewhere();
    const partner = await newPartner();
    await database.owner.query(`update partners set name = 'Acme & Sons' where partner_id = $1`, [partner.partnerId]);
    await invite(partner, email);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('An invitation that you cannot accept');
    expect(mail?.text).toContain(`) has invited you to Acme & Sons on Business Onboarding with the address ${email}.`);
    expect(mail?.text).toContain('ask them to invite you with another e-mail address');
    expect(mail?.text).not.toContain('http');
  });

  test('can still sign in after invitations from other partners', async () => {
    // The harness's clock for accounts runs ahead: one invitation's id sorts before the account's, the other's after it.
    accounts.pass(60);
    const { email, accountId } = await joinedElsewhere();
    await invite(await newPartner(), email);
    accounts.pass(1);
    await accounts.invite(email.toUpperCase(), (await newPartner()).partnerId);
    expect(
      await checkPassword(accounts.context, VISITOR, { realm: 'partner', email, password: PASSWORD }),
    ).toMatchObject({ outcome: 'Passed', account: { accountId } });
  });
});

test('invitations to addresses with accounts elsewhere count towards the daily limit', async () => {
  const { email } = await joinedElsewhere();
  const partner = await newPartner();
  const { accountId } = await invite(partner, email);
  await database.owner.query(
    `insert into account_events (event_id, account_id, realm, kind, address, occurred_at, partner_id)
     select overlay(uuid_floor(now())::text placing lpad(to_hex(i), 12, '0') from 25)::uuid, $1, 'partner', 'Invited', '::1', now(), $2
     from generate_series(1, $3) i`,
    [accountId, partner.partnerId, INVITATIONS_PER_DAY - 2],
  );
  expect(await invite(partner, (await joinedElsewhere()).email)).toMatchObject({ code: 200 });
  expect(await invite(partner, (await joinedElsewhere()).email)).toMatchObject({
    code: 409,
    error: 'Account.TooManyInvitations',
  });
});

describe('two organisations that invite the same address', () => {
  test('the first link used wins; the other link stops working, and the next mail says why', async () => {
    const email = newAddress();
    const [one, two] = [await newPartner(), await newPartner()];
    await invite(one, email);
    const first = await lastTokenTo(email);
    const { accountId } = await invite(two, email);
    const second = await lastTokenTo(email);
    expect(await accept(second)).toMatchObject({ outcome: 'Accepted' });
    expect(await accept(first)).toEqual({ outcome: 'LinkUnusable' });
    const { context } = accounts;
    expect(await context.db.transaction((tx) => findInvited(tx, context, first))).toBeUndefined();
    await invite(one, email);
    expect((await mailsTo(email)).at(-1)?.subject).toBe('An invitation that you cannot accept');
    expect(await checkPassword(context, VISITOR, { realm: 'partner', email, password: PASSWORD })).toMatchObject({
      outcome: 'Passed',
      account: { accountId },
    });
  });

  test('exactly one link works when both are used at the same time', async () => {
    for (let times = 0; times < 5; times++) {
      const email = newAddress();
      await invite(await newPartner(), email);
      const first = await lastTokenTo(email);
      await invite(await newPartner(), email);
      const second = await lastTokenTo(email);
      const outcomes = await Promise.all([accept(first), accept(second)]);
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['Accepted', 'LinkUnusable']);
    }
  });
});
