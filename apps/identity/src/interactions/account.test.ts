// The account pages over HTTP: passkeys, how long a confirmation is valid, where it leads, and what a refusal leaves unchanged.
import { passkeySite } from '@onboarding/domain/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../../tests/harness/accounts.ts';
import { createAuthenticator } from '../../../../tests/harness/authenticator.ts';
import { formsOf, problemOf, type TestBrowser, type TestPage, titleOf } from '../../../../tests/harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../../tests/harness/identity.ts';
import { type Person, type SigningIn, signingIn } from '../../../../tests/harness/scenes/signing-in.ts';

const STEP_UP_SECONDS = 300;
let database: TestDatabase;
let identity: TestIdentity;
let scene: SigningIn;
let person: Person;
let browser: TestBrowser;

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database);
  scene = signingIn(identity);
  await database.owner.query('select make_partitions(60)');
});
afterAll(async () => {
  await identity?.close();
  await database?.close();
});
beforeEach(async () => {
  person = await identity.users.join();
  browser = scene.newBrowser();
  await scene.signIn(browser, person);
});

const pathOf = ({ url }: TestPage) => new URL(url).pathname;
const confirm = (page: TestPage, fields = {}) =>
  browser.submit(page, /confirm/, { code: scene.code(person), ...fields }, { with: 'Totp' });
const secretOn = ({ text }: TestPage) => /id="secret">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
const factorsOf = async () =>
  (
    await database.owner.query('select kind from second_factors where account_id = $1 order by 1', [person.accountId])
  ).rows.map(({ kind }) => kind);
const eventsOf = async (kind: string) =>
  (
    await database.owner.query('select address from account_events where account_id = $1 and kind = $2', [
      person.accountId,
      kind,
    ])
  ).rows;

describe('a passkey', () => {
  const site = () => passkeySite(identity.issuer);
  const challengeOn = ({ text }: TestPage) => /&quot;challenge&quot;:&quot;([\w-]+)&quot;/.exec(text)?.[1] ?? 'none';
  const passkey = createAuthenticator();
  const used = (page: TestPage) => passkey.use({ challenge: challengeOn(page), ...site() }, 0);

  test('is added with an answer to our challenge, then signs in and confirms, each time with a new challenge', async () => {
    const page = await browser.open('/account/passkey');
    expect(titleOf(page)).toBe('Add a passkey');
    const wrong = await browser.submit(page, /passkey/, { answer: passkey.create({ challenge: 'other', ...site() }) });
    expect(problemOf(wrong)).toContain('The passkey could not be set up.');
    expect(await factorsOf()).toEqual(['Totp']);
    const answer = passkey.create({ challenge: challengeOn(wrong), ...site() });
    expect(pathOf(await browser.submit(wrong, /passkey/, { answer }))).toBe('/account');
    expect(await factorsOf()).toEqual(['Passkey', 'Totp']);

    const other = scene.newBrowser();
    const asked = await scene.toSecondFactor(other, person);
    const refused = await other.submit(asked, /factor$/, { answer: '{}' }, { with: 'Passkey' });
    expect([refused.status, problemOf(refused)]).toEqual([
      400,
      'The passkey was not accepted. Try again, or use another second factor.',
    ]);
    expect(challengeOn(refused)).not.toBe(challengeOn(asked));
    const late = await other.submit(refused, /factor$/, { answer: used(asked) }, { with: 'Passkey' });
    expect(problemOf(late)).toContain('The passkey was not accepted.');
    const left = await other.submit(late, /factor$/, { answer: used(late) }, { with: 'Passkey' });
    const session = left.headers.getSetCookie().filter((line) => /^provider-session(\.sig)?=[\w-]+;/.test(line));
    expect(session).toHaveLength(2);
    for (const line of session) expect(line).toMatch(/; path=\/; samesite=lax; httponly/i);
    const claims = await identity.claimsOf('staff', left.leftTo ?? '');
    expect(claims).toMatchObject({ sub: person.accountId, amr: ['pwd', 'hwk', 'mfa'] });

    // A passkey cannot answer a challenge that is not newer than its last use.
    identity.users.pass(1);
    const again = await browser.open('/account/confirm?next=codes');
    const confirmed = await browser.submit(again, /confirm/, { answer: used(again) }, { with: 'Passkey' });
    expect(pathOf(confirmed)).toBe('/account/codes');
  });

  test('accepts an invitation, and the first sign-in says so', async () => {
    const own = createAuthenticator();
    const by = scene.newBrowser();
    const first = await by.open(`/invitation/${await identity.users.invite()}`);
    const page = await by.submit(first, /invitation/, { password: 'seven lamps on a boat' });
    const wrong = await by.submit(page, /factor$/, { answer: '{}' }, { with: 'Passkey' });
    expect(problemOf(wrong)).toContain('The passkey could not be set up.');
    const answer = own.create({ challenge: challengeOn(wrong), ...site() });
    const accepted = await by.submit(wrong, /factor$/, { answer }, { with: 'Passkey' });
    expect(titleOf(accepted)).toBe('Your recovery codes');
    expect(accepted.text).toContain('<a class="button" href="http://console.localhost:1/console">');
    const claims = await identity.claimsOf('staff', (await by.open(identity.authorizeUrl('staff'))).leftTo ?? '');
    expect(claims.amr).toEqual(['pwd', 'hwk', 'mfa']);
  });
});

describe('a confirmation', () => {
  test('is asked for before each change after five minutes, leads to it, and is valid for five minutes in its own sign-in', async () => {
    const other = scene.newBrowser();
    await scene.signIn(other, person);
    const path = '/account/codes';
    // Signing in was a confirmation too.
    identity.users.pass(STEP_UP_SECONDS - 1);
    expect(pathOf(await other.open(path))).toBe(path);
    identity.users.pass(1);
    expect(pathOf(await other.open(path))).toBe('/account/confirm');
    for (const step of ['app', 'passkey', 'password', 'codes']) {
      const page = await browser.open(`/account/${step}`);
      if (step === 'app') expect([page.status, pathOf(page)]).toEqual([200, '/account/confirm']);
      const asked = await browser.open(`/account/confirm?next=${step}`);
      expect(titleOf(asked)).toBe('Confirm that it is you');
      expect(asked.text).not.toContain('Sign in with another account');
      expect(pathOf(await confirm(asked))).toBe(`/account/${step}`);
    }
    other.setCookie('confirmed', browser.cookies().get('confirmed') ?? '');
    expect(pathOf(await other.open(path))).toBe('/account/confirm');
    identity.users.pass(STEP_UP_SECONDS - 1);
    expect(pathOf(await browser.open(path))).toBe(path);
    identity.users.pass(1);
    const again = await browser.open(path);
    expect(pathOf(again)).toBe('/account/confirm');
    expect(formsOf(again.text)[0]?.fields.next).toBe('codes');
    expect(await eventsOf('SteppedUp')).toHaveLength(4);
  });

  test('with a wrong code is refused on the same page, which keeps where it leads, and after six says when to try again', async () => {
    let page = await browser.open('/account/confirm?next=password');
    page = await browser.submit(page, /confirm/, { recovery: 'aaaa' }, { with: 'RecoveryCode' });
    expect(problemOf(page)).toBe('This recovery code is wrong or has already been used. Try another one.');
    for (let tries = 1; tries < 6; tries++)
      page = await browser.submit(page, /confirm/, { code: '000000' }, { with: 'Totp' });
    expect([page.status, page.headers.get('retry-after'), problemOf(page)]).toEqual([
      400,
      null,
      'The code is wrong or has already been used. Wait for the next code in your app, then type it.',
    ]);
    const blocked = await browser.submit(page, /confirm/, { code: '000000' }, { with: 'Totp' });
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '2']);
    expect(pathOf(await confirm(blocked))).toBe('/account/password');
  });
});

describe('a second factor', () => {
  test('is removed only if it is one of several of this account', async () => {
    const enrol = await browser.open('/account/app');
    const code = identity.users.codeOf(secretOn(enrol));
    const both = await browser.submit(enrol, /app/, { code });
    const forms = formsOf(both.text).filter(({ action }) => action.endsWith('/remove'));
    expect(forms).toHaveLength(2);
    for (const factor of ['x', crypto.randomUUID()]) {
      const refused = await browser.submit(both, /remove/, { factor });
      expect([refused.status, problemOf(refused)]).toEqual([400, 'This second factor has already been removed.']);
      expect(await factorsOf()).toEqual(['Totp', 'Totp']);
    }
    const removed = await browser.submit(both, /remove/);
    expect([removed.status, pathOf(removed)]).toEqual([200, '/account']);
    const last = await browser.submit(both, /remove/, { factor: forms[1]?.fields.factor ?? '' });
    expect(problemOf(last)).toBe('This is your only second factor. Add another before you remove it.');
    expect(await factorsOf()).toEqual(['Totp']);
  });

  test('keeps its key for fifteen minutes while codes are wrong, then gets another', async () => {
    await browser.open('/account/app');
    const page = await browser.open('/account/app');
    identity.users.pass(200);
    const wrong = await browser.submit(page, /app/, { code: '000000' });
    expect([wrong.status, secretOn(wrong)]).toEqual([400, secretOn(page)]);
    await confirm(await browser.open('/account/confirm'));
    identity.users.pass(900 - 230 - 1);
    await confirm(await browser.open('/account/confirm'));
    const late = await browser.submit(page, /app/, { code: identity.users.codeOf(secretOn(page)) });
    expect([late.status, secretOn(late) === secretOn(page)]).toEqual([200, false]);
    expect(await factorsOf()).toEqual(['Totp']);
  });
});

test('new recovery codes replace the old ones', async () => {
  const done = await browser.submit(await browser.open('/account/codes'), /codes/);
  const codes = [...done.text.matchAll(/<li>([0-9a-z-]{29})<\/li>/g)].map(([, code]) => code ?? '');
  expect(done.text).toContain('<a class="button" href="/account">');
  const page = await browser.open('/account/confirm');
  const withCode = (recovery: string) => browser.submit(page, /confirm/, { recovery }, { with: 'RecoveryCode' });
  expect(problemOf(await withCode(person.codes[0] ?? ''))).toContain('recovery code is wrong');
  expect(pathOf(await withCode(codes[0] ?? ''))).toBe('/account');
  expect((await browser.open('/account')).text).toContain('9 codes are left.');
});

test('a refused password costs no attempt; a changed one keeps this browser known and leads back to the site', async () => {
  const page = await browser.open('/account/password');
  for (const [password, reason] of [
    ['short', 'too short'],
    ['Test Person 2026', 'name'],
  ] as const) {
    const refused = await browser.submit(page, /password/, { current: 'wrong', password });
    expect([refused.status, problemOf(refused)]).toEqual([400, expect.stringContaining(reason)]);
  }
  expect(await eventsOf('Refused')).toEqual([]);
  const known = browser.cookies().get('device');
  const done = await browser.submit(page, /password/, { current: PASSWORD, password: 'another four words' });
  expect(done.text).toContain('<a class="button" href="http://console.localhost:1/">Continue to sign-in</a>');
  expect(browser.cookies().get('device')).not.toBe(known);
  expect(await eventsOf('PasswordChanged')).toHaveLength(1);
});

test('each page of an account is refused with 401 to a visitor who is not signed in', async () => {
  for (const path of ['', '/app', '/passkey', '/codes', '/password', '/confirm']) {
    const page = await scene.newBrowser().open(`/account${path}`);
    expect([path, page.status, titleOf(page)]).toEqual([path, 401, 'You are not signed in']);
  }
});
