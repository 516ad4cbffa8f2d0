// Signing in over HTTP, without JavaScript.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../harness/accounts.ts';
import { formsOf, problemOf, type TestBrowser, type TestPage, titleOf } from '../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { SITES, startTestIdentity, type TestIdentity } from '../harness/identity.ts';
import { type Person, type SigningIn, signingIn } from '../harness/scenes/signing-in.ts';

let database: TestDatabase;
let identity: TestIdentity;
let person: Person;
let browser: TestBrowser;
let scene: SigningIn;

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database);
  scene = signingIn(identity);
  await database.owner.query('select make_partitions(60)');
});
afterAll(async () => {
  await identity.close();
  await database.close();
});
beforeEach(async () => {
  person = await identity.users.join();
  browser = newBrowser();
});

const newBrowser = () => scene.newBrowser();
const code = (of: Person = person) => scene.code(of);
const toSecondFactor = (of: Person, realm: 'staff' | 'partner', extra = {}, by = browser) =>
  scene.toSecondFactor(by, of, realm, extra);
const signIn = (of: Person = person, realm: 'staff' | 'partner' = 'staff', by = browser) => scene.signIn(by, of, realm);

describe('signing in', () => {
  test('redirects to the application with a code whose claims name the person and the factors used', async () => {
    const backTo = await signIn();
    expect(backTo).toMatch(/^http:\/\/console\.localhost:1\/api\/session\/staff\/callback\?code=/);
    const claims = await identity.claimsOf('staff', backTo);
    expect(claims).toMatchObject({ sub: person.accountId, realm: 'staff', amr: ['pwd', 'otp', 'mfa'] });
    expect(claims.auth_time).toBe(Math.floor(identity.users.context.clock.now().getTime() / 1000));
    expect(JSON.stringify(claims)).not.toContain('example');
  });

  test('issues a code that works once, and refuses a missing or plain code challenge', async () => {
    const backTo = await signIn();
    await identity.claimsOf('staff', backTo);
    await expect(identity.claimsOf('staff', backTo)).rejects.toThrow('invalid_grant');
    const without = new URL(identity.authorizeUrl('staff'));
    for (const name of ['code_challenge', 'code_challenge_method']) without.searchParams.delete(name);
    const plain = identity.authorizeUrl('staff', { code_challenge_method: 'plain' });
    for (const url of [without.href, plain]) {
      const refused = await browser.open(url);
      expect(new URL(refused.leftTo ?? 'about:blank').searchParams.get('error')).toBe('invalid_request');
    }
  });

  test('is skipped while the session is valid', async () => {
    await signIn();
    const page = await browser.open(identity.authorizeUrl('staff'));
    expect(page.leftTo).toContain('code=');
  });

  test('shows the same error for a wrong password and an unknown address, and keeps the address in its field', async () => {
    const page = await browser.open(identity.authorizeUrl('staff'));
    const wrong = await browser.submit(page, /sign-in/, { email: person.email, password: 'wrong' });
    const unknown = await browser.submit(page, /sign-in/, { email: 'nobody@staff.example', password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(unknown.status).toBe(400);
    expect(problemOf(wrong)).toBe(
      'The e-mail address or the password is wrong. Check both, or choose “Forgotten password” below.',
    );
    expect(problemOf(unknown)).toBe(problemOf(wrong));
    expect(wrong.text).toContain(`value="${person.email}"`);
  });

  test('answers 429 with the waiting time after too many wrong attempts, also for an unknown address', async () => {
    for (const email of [person.email, 'outsider@staff.example']) {
      const page = await browser.open(identity.authorizeUrl('staff'));
      for (let tries = 0; tries < 6; tries++) await browser.submit(page, /sign-in/, { email, password: 'wrong' });
      const blocked = await browser.submit(page, /sign-in/, { email, password: 'wrong' });
      expect(blocked.status).toBe(429);
      expect(blocked.headers.get('retry-after')).toBe('2');
      expect(problemOf(blocked)).toContain('Try again in 2 seconds');
    }
  });

  test('escapes markup in the submitted address', async () => {
    const page = await browser.open(identity.authorizeUrl('staff'));
    const email = '"><script>alert(1)</script>@staff.example';
    const wrong = await browser.submit(page, /sign-in/, { email, password: 'wrong' });
    expect(wrong.text).not.toContain('<script>alert');
    expect(wrong.text).toContain('&lt;script&gt;alert(1)');
  });

  test('accepts a recovery code as second factor', async () => {
    const page = await toSecondFactor(person, 'staff');
    const left = await browser.submit(page, /factor/, { recovery: person.codes[0] ?? '' }, { with: 'RecoveryCode' });
    expect(await identity.claimsOf('staff', left.leftTo ?? '')).toMatchObject({ amr: ['pwd', 'recovery', 'mfa'] });
  });

  test('is not complete after the password only, however the flow is resumed', async () => {
    const page = await toSecondFactor(person, 'staff');
    expect(titleOf(page)).toBe('Your second factor');
    const uid = page.url.split('/').at(-1);
    const resumed = await browser.open(`/oauth2/authorize/${uid}`);
    expect([resumed.leftTo, titleOf(resumed)]).toEqual([undefined, 'Sign in to the staff console']);
    const silent = await browser.open(identity.authorizeUrl('staff', { prompt: 'none' }));
    expect(silent.leftTo).toContain('error=login_required');
  });

  test('returns to the password page when the second factor is submitted first', async () => {
    const page = await browser.open(identity.authorizeUrl('staff'));
    const { fields } = formsOf(page.text)[0] ?? { fields: {} };
    const forged = { ...page, text: page.text.replace(/action="(\/sign-in\/[\w-]+)"/, 'action="$1/factor"') };
    const answer = await browser.submit(forged, /factor/, { ...fields, kind: 'Totp', code: code() });
    expect(titleOf(answer)).toBe('Sign in to the staff console');
  });
});

describe('accepting an invitation', () => {
  const partner = async () => (await database.addPartner()).partnerId;
  /** Returns the page with the recovery codes. */
  async function accept(by = browser, partnerId?: string): Promise<TestPage> {
    const path = `/invitation/${await identity.users.invite(undefined, partnerId)}`;
    const page = await by.submit(await by.open(path), /invitation/, { password: 'seven lamps on a boat' });
    const secret = /id="secret">([^<]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
    return by.submit(page, /\/factor$/, { code: identity.users.codeOf(secret) }, { with: 'Totp' });
  }
  const openSite = (realm: 'staff' | 'partner' = 'staff', by = browser) => by.open(identity.authorizeUrl(realm));

  test('signs the person in to the site once, with the time and the factors of the acceptance', async () => {
    expect(titleOf(await accept())).toBe('Your recovery codes');
    const provenAt = Math.floor(identity.users.context.clock.now().getTime() / 1000);
    const kept = browser.cookies().get('accepted') ?? '';
    identity.users.pass(60);
    const claims = await identity.claimsOf('staff', (await openSite()).leftTo ?? '');
    expect(claims).toMatchObject({ realm: 'staff', amr: ['pwd', 'otp', 'mfa'], auth_time: provenAt });
    expect(browser.cookies().has('accepted')).toBe(false);
    const other = newBrowser();
    other.setCookie('accepted', kept);
    expect(titleOf(await openSite('staff', other))).toBe('Sign in to the staff console');
  });

  test('does not sign in to the other site, after ten minutes, in another browser or with a changed password', async () => {
    await accept(browser, await partner());
    expect(titleOf(await openSite('staff'))).toBe('Sign in to the staff console');
    expect(titleOf(await openSite('partner', newBrowser()))).toBe('Sign in to the partner portal');
    await database.owner.query('update accounts set password_changed_at = now()');
    expect(titleOf(await openSite('partner'))).toBe('Sign in to the partner portal');
    const late = newBrowser();
    await accept(late, await partner());
    identity.users.pass(600);
    expect(titleOf(await openSite('partner', late))).toBe('Sign in to the partner portal');
  });

  test('ends the sign-in of the person who used this browser before', async () => {
    await signIn();
    await accept();
    const claims = await identity.claimsOf('staff', (await openSite()).leftTo ?? '');
    expect(claims.sub).not.toBe(person.accountId);
  });

  test('offers the recovery codes as a text file', async () => {
    const page = await accept();
    const codes = [...page.text.matchAll(/<li>([^<]+)<\/li>/g)].map(([, code]) => code);
    expect(codes).toHaveLength(10);
    const file =
      /download="recovery-codes\.txt" href="data:text\/plain;charset=utf-8,([^"]+)"/.exec(page.text)?.[1] ?? '';
    const lines = decodeURIComponent(file).split('\r\n');
    expect(lines[0]).toMatch(/^Recovery codes of \S+@staff\.example for Business Onboarding$/);
    expect(lines.slice(3, 13)).toEqual(codes);
  });
});

describe('realms', () => {
  let ofPartner: Person;
  beforeEach(async () => {
    const { partnerId } = await database.addPartner();
    ofPartner = await identity.users.join(partnerId);
  });

  test('a person of one realm cannot sign in to the other', async () => {
    const page = await browser.open(identity.authorizeUrl('partner'));
    const refused = await browser.submit(page, /sign-in/, { email: person.email, password: PASSWORD });
    expect(problemOf(refused)).toContain('wrong');
  });

  test('a session in one realm does not count in the other, which asks for password and second factor', async () => {
    for (const [first, here, second, there] of [
      [ofPartner, 'partner', person, 'staff'],
      [person, 'staff', ofPartner, 'partner'],
    ] as const) {
      const by = newBrowser();
      await signIn(first, here, by);
      for (const extra of [{}, { prompt: 'login' }, { max_age: '0' }]) {
        const page = await by.open(identity.authorizeUrl(there, extra));
        expect(titleOf(page)).toMatch(/^Sign in to/);
      }
      const silent = await by.open(identity.authorizeUrl(there, { prompt: 'none' }));
      expect(silent.leftTo).toContain('error=login_required');
      const backTo = await signIn(second, there, by);
      expect(await identity.claimsOf(there, backTo)).toMatchObject({ sub: second.accountId, realm: there });
      const back = await by.open(identity.authorizeUrl(here));
      expect(titleOf(back)).toMatch(/^Sign in to/);
    }
  });

  test('a disabled account loses access at its next request', async () => {
    await signIn();
    await database.owner.query(`update accounts set status = 'Disabled' where account_id = $1`, [person.accountId]);
    expect(titleOf(await browser.open(identity.authorizeUrl('staff')))).toBe('Sign in to the staff console');
    expect(titleOf(await browser.open('/account'))).toBe('You are not signed in');
  });
});

describe('reauthentication', () => {
  test.each([[{ prompt: 'login' }], [{ max_age: '0' }]])(
    'with %o asks only for the second factor, and updates auth_time',
    async (extra) => {
      await signIn();
      identity.users.pass(1000);
      const page = await browser.open(identity.authorizeUrl('staff', extra));
      expect(titleOf(page)).toBe('Confirm that it is you');
      const left = await browser.submit(page, /factor/, { code: code() }, { with: 'Totp' });
      const claims = await identity.claimsOf('staff', left.leftTo ?? '');
      expect(claims).toMatchObject({ sub: person.accountId, amr: ['otp'] });
      expect(claims.auth_time).toBe(Math.floor(identity.users.context.clock.now().getTime() / 1000));
    },
  );

  test('lets another person sign in instead, which ends the first session', async () => {
    await signIn();
    const other = await identity.users.join();
    const page = await browser.open(identity.authorizeUrl('staff', { prompt: 'login' }));
    const again = await browser.open(`${page.url}?as=other`);
    expect(titleOf(again)).toBe('Sign in to the staff console');
    const second = await browser.submit(again, /sign-in/, { email: other.email, password: PASSWORD });
    const left = await browser.submit(second, /factor/, { code: code(other) }, { with: 'Totp' });
    expect(await identity.claimsOf('staff', left.leftTo ?? '')).toMatchObject({ sub: other.accountId });
    const { rows } = await database.owner.query('select 1 from oidc_records where model = $1 and account_id = $2', [
      'Session',
      person.accountId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('attacks', () => {
  test('signing in replaces a planted session id', async () => {
    const thief = newBrowser();
    await thief.open(identity.authorizeUrl('staff'));
    const planted = [...thief.cookies()].filter(([name]) => name.startsWith('provider-session'));
    for (const [name, value] of planted) browser.setCookie(name, value);
    await signIn();
    const before = browser.cookies().get('provider-session');
    expect(before).toBeDefined();
    expect(planted.map(([, value]) => value)).not.toContain(before);
    const page = await thief.open(identity.authorizeUrl('staff'));
    expect(titleOf(page)).toBe('Sign in to the staff console');
    const again = await browser.open(identity.authorizeUrl('staff', { prompt: 'login' }));
    await browser.submit(again, /factor/, { code: code() }, { with: 'Totp' });
    expect(browser.cookies().get('provider-session')).not.toBe(before);
  });

  test.each([
    ['no token', { token: '' }, {}],
    ['a malformed token', { token: 'AAAA' }, {}],
    ['the origin of another site', {}, { origin: 'https://evil.example' }],
    ['the origin null', {}, { origin: 'null' }],
    ['Sec-Fetch-Site: cross-site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', {}, { 'sec-fetch-site': 'same-site' }],
  ])('every form with %s is refused and changes nothing', async (_what, fields, headers) => {
    await signIn();
    const other = newBrowser();
    const signingIn = await other.open(identity.authorizeUrl('staff'));
    const second = await toSecondFactor(person, 'staff', {}, newBrowser());
    const pages: [TestBrowser, TestPage, RegExp][] = [
      [other, signingIn, /sign-in/],
      [browser, await browser.open('/account'), /everywhere/],
      [browser, await browser.open('/account/password'), /password/],
      [browser, await browser.open('/account/codes'), /codes/],
      [browser, await browser.open('/account/app'), /app/],
      [browser, await browser.open('/account/passkey'), /passkey/],
      [browser, await browser.open('/account/confirm'), /confirm/],
      [browser, await browser.open('/forgotten-password?realm=staff'), /forgotten/],
      [browser, await browser.open(`/invitation/${await identity.users.invite()}`), /invitation/],
    ];
    expect(titleOf(second)).toBe('Your second factor');
    const before = await database.owner.query('select count(*) from account_events');
    for (const [by, page, action] of pages) {
      expect(page.status).toBe(200);
      const answer = await by.submit(page, action, fields, { headers: { ...headers } });
      expect([answer.status, titleOf(answer)]).toEqual([403, 'Please send this form again']);
    }
    expect((await database.owner.query('select count(*) from account_events')).rows).toEqual(before.rows);
  });

  test("a form's token is valid only in its own browser and on its own page", async () => {
    const page = await browser.open(identity.authorizeUrl('staff'));
    const other = newBrowser();
    const theirs = await other.open(identity.authorizeUrl('staff'));
    const stolen = formsOf(page.text)[0]?.fields.token ?? '';
    const answer = await other.submit(theirs, /sign-in/, { token: stolen, email: person.email, password: PASSWORD });
    expect(answer.status).toBe(403);
    const forgotten = await browser.open('/forgotten-password');
    const crossed = await browser.submit(forgotten, /forgotten/, { token: stolen, email: person.email });
    expect(crossed.status).toBe(403);
  });

  test('redirects only to the registered application', async () => {
    const evil = 'https://evil.example/';
    for (const extra of [{ redirect_uri: evil }, { redirect_uri: `${SITES.staff.url}.evil.example/` }]) {
      const page = await browser.open(identity.authorizeUrl('staff', extra));
      expect([page.leftTo, page.status, titleOf(page)]).toEqual([undefined, 400, 'You cannot sign in this way']);
      expect(page.text).not.toContain('evil');
    }
    await signIn();
    for (const path of [`/account/confirm?next=${evil}`, '/account/confirm?next=//evil.example']) {
      const page = await browser.open(path);
      const answer = await browser.submit(page, /confirm/, { code: code(), next: evil }, { with: 'Totp' });
      expect([answer.leftTo, new URL(answer.url).pathname]).toEqual([undefined, '/account']);
    }
    const out = await browser.open(`/oauth2/sign-out?post_logout_redirect_uri=${evil}&client_id=staff-console`);
    expect([out.leftTo, out.status]).toEqual([undefined, 400]);
    expect(out.text).not.toContain('evil');
  });

  test('limits each address to sixty forms a minute', async () => {
    const tooMany = async () => {
      const visitor = newBrowser();
      const page = await visitor.open(identity.authorizeUrl('staff'));
      const answers: number[] = [];
      for (let times = 0; times < 61; times++)
        answers.push((await visitor.submit(page, /sign-in/, { token: '' })).status);
      expect(new Set(answers.slice(0, 60))).toEqual(new Set([403]));
      return visitor.submit(page, /sign-in/, {});
    };
    let last: TestPage;
    let began: number;
    // Repeated from another address if a busy machine took longer than the minute.
    do {
      began = performance.now();
      last = await tooMany();
    } while (performance.now() - began > 60_000);
    expect([last.status, titleOf(last)]).toEqual([429, 'Too many attempts']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('every page', () => {
  test('forbids caching, framing, inline scripts and cross-site referrers', async () => {
    await signIn();
    for (const path of [
      identity.authorizeUrl('staff', { prompt: 'login' }),
      identity.authorizeUrl('staff', { client_id: 'unknown' }),
      '/account',
      '/oauth2/sign-out',
      '/oauth2/sign-out/success',
      '/sign-in/unknown',
      '/reset/unknown',
      '/no-such-page',
    ]) {
      const { headers, text } = await browser.open(path);
      expect(headers.get('cache-control'), path).toContain('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(text).not.toMatch(/<script>|style="|onclick/);
    }
  });

  test('answers an unsupported or oversized body with 415 or 413, not with a 5xx', async () => {
    const json = await fetch(`${identity.issuer}/forgotten-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    expect(await json.text()).toContain('We could not read this request');
    const huge = await fetch(`${identity.issuer}/forgotten-password`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'x'.repeat(100_000) }),
    });
    expect(huge.status).toBe(413);
  });
});

describe('the account page', () => {
  test('lets a person add and remove factors and create recovery codes after confirming the second factor', async () => {
    await signIn();
    identity.users.pass(1000);
    const confirm = await browser.open('/account/app');
    expect(titleOf(confirm)).toBe('Confirm that it is you');
    const enrol = await browser.submit(confirm, /confirm/, { code: code() }, { with: 'Totp' });
    expect(titleOf(enrol)).toBe('Add an authenticator app');
    const secret = /id="secret">([A-Z2-7 ]+)</.exec(enrol.text)?.[1]?.replaceAll(' ', '') ?? '';
    const wrong = await browser.submit(enrol, /app/, { code: '000000' });
    expect(problemOf(wrong)).toContain('The code is wrong');
    const added = await browser.submit(wrong, /app/, { code: identity.users.codeOf(secret) });
    expect(titleOf(added)).toBe('Your account');
    expect(formsOf(added.text).filter(({ action }) => action.endsWith('/remove'))).toHaveLength(2);
    const removed = await browser.submit(added, /remove/);
    expect(removed.text).toContain('your only second factor');
    const codes = await browser.submit(await browser.open('/account/codes'), /codes/);
    expect(codes.text.match(/<li>[0-9a-z-]{29}<\/li>/g)).toHaveLength(10);
  });

  test('refuses an eleventh factor, with the reason', async () => {
    await signIn();
    identity.users.pass(1000);
    const enrol = await browser.submit(
      await browser.open('/account/app'),
      /confirm/,
      { code: code() },
      { with: 'Totp' },
    );
    const secret = /id="secret">([A-Z2-7 ]+)</.exec(enrol.text)?.[1]?.replaceAll(' ', '') ?? '';
    await database.owner.query(
      `insert into second_factors (account_id, factor_id, kind, name, secret, created_at)
       select account_id, gen_random_uuid(), kind, name || n, secret, created_at
       from second_factors, generate_series(1, 9) n where account_id = $1`,
      [person.accountId],
    );
    const refused = await browser.submit(enrol, /app/, { code: identity.users.codeOf(secret) });
    expect(problemOf(refused)).toBe('You already have the maximum number of second factors. Remove one first.');
  });

  test('changes the password only with the correct current one, and signs out everywhere', async () => {
    await signIn();
    const page = await browser.open('/account/password');
    const wrong = await browser.submit(page, /password/, { current: 'wrong', password: 'another four words' });
    expect(problemOf(wrong)).toBe('The current password is wrong. Nothing was changed.');
    const short = await browser.submit(page, /password/, { current: PASSWORD, password: 'short' });
    expect(problemOf(short)).toContain('too short');
    const done = await browser.submit(page, /password/, { current: PASSWORD, password: 'another four words' });
    expect(titleOf(done)).toBe('Your password has been changed');
    expect(titleOf(await browser.open('/account'))).toBe('You are not signed in');
    expect(titleOf(await browser.open(identity.authorizeUrl('staff')))).toBe('Sign in to the staff console');
  });

  test('signs out in all browsers', async () => {
    await signIn();
    const other = newBrowser();
    await signIn(person, 'staff', other);
    identity.users.pass(1000);
    const page = await browser.open('/account');
    const confirm = await browser.submit(page, /everywhere/);
    expect(titleOf(confirm)).toBe('Confirm that it is you');
    const confirmed = await browser.submit(confirm, /confirm/, { code: code() }, { with: 'Totp' });
    const out = await browser.submit(confirmed, /everywhere/);
    expect(titleOf(out)).toBe('You are signed out');
    for (const by of [browser, other]) {
      expect(titleOf(await by.open(identity.authorizeUrl('staff')))).toBe('Sign in to the staff console');
    }
  });
});

test('every account page has a link to sign out', async () => {
  await signIn();
  for (const path of ['', '/app', '/passkey', '/codes', '/password', '/confirm']) {
    expect((await browser.open(`/account${path}`)).text).toContain('<a href="/oauth2/sign-out">Sign out</a>');
  }
});

describe('a forgotten password', () => {
  test('gets the same response for every address, and a link that works once if the account exists', async () => {
    const answers: string[] = [];
    for (const email of [person.email, 'nobody@staff.example']) {
      const page = await browser.open('/forgotten-password?realm=staff');
      answers.push((await browser.submit(page, /forgotten/, { email })).text);
    }
    expect(answers[0]).toBe(answers[1]);
    const link = `/reset/${identity.users.lastLink()}`;
    const page = await browser.open(link);
    expect(problemOf(await browser.submit(page, /reset/, { password: 'password1234' }))).toContain('most common');
    expect(titleOf(await browser.submit(page, /reset/, { password: 'another four words' }))).toBe(
      'Your password has been changed',
    );
    const used = await browser.open(link);
    expect([used.status, titleOf(used)]).toEqual([410, 'This link no longer works']);
  });
});

describe('signing out', () => {
  test('asks for confirmation, ends the session and redirects to the application', async () => {
    await signIn();
    const query = new URLSearchParams({ client_id: 'staff-console', post_logout_redirect_uri: `${SITES.staff.url}/` });
    const page = await browser.open(`/oauth2/sign-out?${query}`);
    expect(titleOf(page)).toBe('Sign out?');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${SITES.staff.url};`);
    const left = await browser.submit(page, /sign-out\/confirm/, { logout: 'yes' });
    expect(left.leftTo).toBe(`${SITES.staff.url}/`);
    expect(titleOf(await browser.open(identity.authorizeUrl('staff')))).toBe('Sign in to the staff console');
  });
});
