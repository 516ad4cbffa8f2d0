// Signing in and the pages behind links, beyond the usual way: limits of time, failures of the database, and odd requests.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../../tests/harness/accounts.ts';
import { problemOf, type TestBrowser, type TestPage, titleOf } from '../../../../tests/harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { SITES, startTestIdentity, type TestIdentity } from '../../../../tests/harness/identity.ts';
import { type Person, type SigningIn, signingIn } from '../../../../tests/harness/scenes/signing-in.ts';
import { ASSETS } from './assets.ts';

let database: TestDatabase;
let identity: TestIdentity;
let scene: SigningIn;
let person: Person;
let browser: TestBrowser;
/** Called before each statement of the service; may throw instead. */
let beforeStatement: (name: string, connection: object) => void = () => {};

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database, { beforeStatement: (...given) => beforeStatement(...given) });
  scene = signingIn(identity);
  await database.owner.query('select make_partitions(60)');
  person = await identity.users.join();
});
afterAll(async () => {
  await identity?.close();
  await database?.close();
});
beforeEach(() => {
  beforeStatement = () => {};
  browser = scene.newBrowser();
});

const attempts = async () =>
  Object.fromEntries(
    [...(await identity.metrics()).matchAll(/^onboarding_sign_in_attempts_total\{(.*?),service.*\} (\d+)$/gm)].map(
      ([, labels = '', count]) => [labels.replaceAll(/\w+="(\w+)"/g, '$1'), Number(count)],
    ),
  );

test('each attempt is counted by realm, step and outcome; a second factor asks to wait after too many', async () => {
  const page = await scene.toSecondFactor(browser, person);
  const wrong = () => browser.submit(page, /factor$/, { code: '000000' }, { with: 'Totp' });
  for (let tries = 0; tries < 5; tries++) await wrong();
  const last = await wrong();
  expect([last.status, last.headers.get('retry-after')]).toEqual([400, null]);
  expect(problemOf(last)).toContain('The code is wrong or has already been used.');
  const blocked = await wrong();
  expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '2']);
  const portal = await browser.open(identity.authorizeUrl('partner'));
  const refused = await browser.submit(portal, /sign-in/, { email: person.email, password: PASSWORD });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([400, null]);
  expect(await attempts()).toEqual({
    'staff,password,passed': 1,
    'staff,factor,refused': 6,
    'staff,factor,blocked': 1,
    'partner,password,refused': 1,
  });
  identity.users.pass(3600);
});

test('a password is valid for ten minutes, and both steps may lead only to the application', async () => {
  const page = await scene.toSecondFactor(browser, person);
  const policy = `form-action 'self' ${SITES.staff.url};`;
  expect(page.headers.get('content-security-policy')).toContain(policy);
  identity.users.pass(599);
  expect(titleOf(await browser.open(page.url))).toBe('Your second factor');
  identity.users.pass(1);
  const late = await browser.open(page.url);
  expect(titleOf(late)).toBe('Sign in to the staff console');
  expect(late.headers.get('content-security-policy')).toContain(policy);
  const answer = await browser.submit(page, /factor$/, { code: scene.code(person) }, { with: 'Totp' });
  expect(titleOf(answer)).toBe('Sign in to the staff console');
});

test('a page of a sign-in opens only in the browser that began it', async () => {
  const page = await browser.open(identity.authorizeUrl('staff'));
  // Browsers send the cookies of a sign-in only to its own page; ours are sent to all.
  for (const [name, value] of browser.cookies()) browser.setCookie(name, value);
  for (const [by, url] of [
    [scene.newBrowser(), page.url],
    [browser, `${identity.issuer}/sign-in/other`],
  ] as const) {
    const refused = await by.open(url);
    expect([refused.status, titleOf(refused)]).toEqual([400, 'This sign-in has expired']);
  }
});

test('wrong passwords from elsewhere block other browsers, not one in which the person has signed in', async () => {
  const other = await identity.users.join();
  await scene.signIn(browser, other);
  const page = await scene.newBrowser().open(identity.authorizeUrl('staff'));
  expect(page.status).toBe(200);
  const guesser = scene.newBrowser();
  const theirs = await guesser.open(identity.authorizeUrl('staff'));
  const guess = () => guesser.submit(theirs, /sign-in/, { email: other.email, password: 'wrong' });
  for (let tries = 0; tries < 6; tries++) await guess();
  expect((await guess()).status).toBe(429);
  const again = await browser.open(
    `${(await browser.open(identity.authorizeUrl('staff', { prompt: 'login' }))).url}?as=other`,
  );
  const passed = await browser.submit(again, /sign-in/, { email: other.email, password: PASSWORD });
  expect(titleOf(passed)).toBe('Your second factor');
});

describe('an invitation', () => {
  const invited = async () => browser.open(`/invitation/${await identity.users.invite()}`);
  const secretOn = ({ text }: TestPage) => /id="secret">([^<]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
  const finish = (page: TestPage) =>
    browser.submit(page, /factor$/, { code: identity.users.codeOf(secretOn(page)) }, { with: 'Totp' });

  test('asks for a good password, keeps its key while codes are wrong, and works once', async () => {
    const first = await invited();
    expect(first.text).toContain('Hello Test Person.');
    const bad = await browser.submit(first, /invitation/, { password: 'Test Person 2026' });
    expect([bad.status, problemOf(bad)]).toEqual([400, expect.stringContaining('name')]);
    const page = await browser.submit(bad, /invitation/, { password: 'seven lamps on a boat' });
    const wrong = await browser.submit(page, /factor$/, { code: '000000' }, { with: 'Totp' });
    expect([wrong.status, secretOn(wrong), problemOf(wrong)]).toEqual([
      400,
      secretOn(page),
      'The code is wrong. Type the code that the app shows now, and check that the clock of your device is correct.',
    ]);
    const accepted = await finish(wrong);
    expect([titleOf(accepted), accepted.text.includes('continue to the staff console')]).toEqual([
      'Your recovery codes',
      true,
    ]);
    for (const used of [await browser.open(first.url), await finish(page), await browser.submit(first, /invitation/)])
      expect([used.status, titleOf(used)]).toEqual([410, 'This link no longer works']);
  });

  test('asks for the password again if its page was open for half an hour', async () => {
    const page = await browser.submit(await invited(), /invitation/, { password: 'seven lamps on a boat' });
    identity.users.pass(1800);
    const late = await finish(page);
    expect([late.status, problemOf(late)]).toEqual([
      400,
      'This page was open for too long. Choose your password again.',
    ]);
  });
});

test('a link to a new password is mailed only to an address in the realm of the page', async () => {
  const sent = identity.users.mails.length;
  for (const [query, email] of [
    ['?realm=partner', person.email],
    ['', person.email],
    ['?realm=other', person.email],
    ['?realm=staff', 'no address'],
  ] as const) {
    const page = await browser.open(`/forgotten-password${query}`);
    const answer = await browser.submit(page, /forgotten/, { email });
    expect(problemOf(answer)).toBe(email === 'no address' ? 'Type the e-mail address of your account.' : undefined);
  }
  expect(identity.users.mails.length).toBe(sent);
  await browser.submit(await browser.open('/forgotten-password?realm=staff'), /forgotten/, { email: person.email });
  expect(identity.users.mails.slice(sent).map(({ to }) => to)).toEqual([person.email]);
  const page = await browser.open(`/reset/${identity.users.lastLink()}`);
  expect(page.text).toContain(`This is for ${person.email}.`);
  const done = await browser.submit(page, /reset/, { password: PASSWORD });
  expect(done.text).toContain(`<a class="button" href="${SITES.staff.url}/">Continue to sign-in</a>`);
  expect((await browser.submit(page, /reset/, { password: PASSWORD })).status).toBe(410);
});

describe('while the database fails', () => {
  const failWith = (code: string, from = '') => {
    beforeStatement = (name) => {
      if (name.startsWith(from)) throw Object.assign(new Error('secret'), { code });
    };
  };

  test('a page says that nothing was changed and when to try again', async () => {
    // The server is shutting down.
    failWith('57P03');
    const page = await browser.open('/invitation/'.padEnd(55, 'x'));
    expect([page.status, page.headers.get('retry-after'), titleOf(page)]).toEqual([
      503,
      '10',
      'Please try again in a moment',
    ]);
  });

  test('a page shows the id of a request that failed because of us, and only the log says why', async () => {
    failWith('42P01');
    const page = await browser.open('/invitation/'.padEnd(55, 'x'));
    expect([page.status, page.headers.get('retry-after')]).toEqual([500, null]);
    expect(page.text).toContain(`<p class="secret">${page.headers.get('x-request-id')}</p>`);
    expect(page.text).not.toContain('secret of');
    expect(identity.log.at(-2)).toMatchObject({ level: 'error', msg: 'request failed', err: { code: '42P01' } });
  });
});

test('a connection that breaks at the end of a transaction that can be repeated is replaced without an error', async () => {
  const token = await identity.users.invite();
  await scene.signIn(browser, person);
  const running = new WeakMap<object, string[]>();
  const lost = new Set<string>();
  beforeStatement = (name, connection) => {
    if (name.startsWith('begin')) return void running.set(connection, []);
    const names = running.get(connection) ?? [];
    if (name !== 'commit') return void names.push(name);
    if (lost.has(names.join())) return;
    lost.add(names.join());
    throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  };
  for (const [path, status] of Object.entries({
    [identity.authorizeUrl('staff', { prompt: 'login' })]: 200,
    '/account': 200,
    '/account/app': 200,
    '/account/confirm': 200,
    [`/invitation/${token}`]: 200,
    [`/reset/${token}`]: 410,
    '/oauth2/sign-out': 200,
  })) {
    lost.clear();
    expect([path, (await browser.open(path)).status]).toEqual([path, status]);
    expect(lost.size).toBeGreaterThan(0);
  }
});

test.each(Object.values(ASSETS))(
  'the file $path is served for a year, as its type',
  async ({ path, type, content }) => {
    const answer = await fetch(`${identity.issuer}${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(content);
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      type,
      'public, max-age=31536000, immutable',
    ]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(path).toMatch(/^\/assets\/\w+\.[\w-]{12}\.(css|js)$/);
  },
);

test.each([
  [50, 403],
  [51, 400],
])('a form with %i fields is answered with %i', async (count, status) => {
  const body = new URLSearchParams(Array.from({ length: count }, (_, index): [string, string] => [`f${index}`, 'x']));
  const answer = await fetch(`${identity.issuer}/forgotten-password`, { method: 'POST', body });
  expect(answer.status).toBe(status);
});
