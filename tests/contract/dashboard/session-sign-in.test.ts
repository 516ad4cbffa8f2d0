// Signing in through the OpenID provider: what a browser gets, and that tampering with the flow opens no session.
import type { Realm } from '@onboarding/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { addAccount } from '../../harness/account-rows.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { type OtherProvider, runOtherProvider, SITE_SECRET } from '../../harness/servers/other-provider.ts';
import { signIn } from '../../harness/session.ts';
import { ORIGINS } from '../../harness/values.ts';

let database: TestDatabase;
let provider: OtherProvider;
let api: TestApi;
const shift = { ms: 0 };

beforeAll(async () => {
  database = await cloneDatabase();
  provider = await runOtherProvider();
  api = await startTestApi(database, {
    clock: { now: () => new Date(Date.now() + shift.ms) },
    signIn: { issuer: provider.issuer, clientSecret: SITE_SECRET },
  });
});
afterAll(async () => {
  await api.close();
  await provider.close();
  await database.close();
});
beforeEach(async () => {
  shift.ms = 0;
  provider.state.refuse = false;
  provider.state.person = { accountId: await addAccount(database), realm: 'partner', amr: ['pwd', 'otp', 'mfa'] };
});

function cookiesOf(answer: { headers: Record<string, unknown> }): string[] {
  const set = answer.headers['set-cookie'];
  return Array.isArray(set) ? set : set === undefined ? [] : [String(set)];
}
const pairOf = (cookies: string[], name: string) =>
  cookies.find((line) => line.startsWith(`${name}=`) && !line.startsWith(`${name}=;`))?.split(';')[0];

async function begin(realm: Realm, query = '') {
  const answer = await api.app.inject(`/api/session/${realm}/sign-in${query}`);
  const cookie = pairOf(cookiesOf(answer), `__Host-onboarding-sign-in-${realm}`) ?? '';
  return { answer, cookie, location: String(answer.headers.location) };
}

function arrive(url: URL, cookie: string, headers: Record<string, string> = {}) {
  return api.app.inject({ url: url.pathname + url.search, headers: { cookie, 'user-agent': 'a browser', ...headers } });
}

async function signInFully(realm: Realm, query = '', jar?: Map<string, string>) {
  const { cookie, location } = await begin(realm, query);
  const answer = await arrive(await provider.follow(location, jar), cookie);
  return { answer, session: pairOf(cookiesOf(answer), `__Host-onboarding-${realm}`) };
}

const who = (realm: Realm, cookie: string) => api.app.inject({ url: `/api/session/${realm}`, headers: { cookie } });

function expectPage(answer: { statusCode: number; headers: Record<string, unknown>; body: string }, status: number) {
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.body).toContain('Sign in again');
  expect(pairOf(cookiesOf(answer), '__Host-onboarding-partner')).toBeUndefined();
  expect(pairOf(cookiesOf(answer), '__Host-onboarding-staff')).toBeUndefined();
}

describe('starting a sign-in', () => {
  test('redirects to the provider with PKCE, state and nonce, and keeps its state in an encrypted cookie', async () => {
    const { answer, cookie, location } = await begin('partner', '?returnTo=/credentials');
    expect(answer.statusCode).toBe(302);
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/protocol/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'partner-portal',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${ORIGINS.partner}/api/session/partner/callback`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      max_age: '43200',
    });
    expect(cookiesOf(answer)[0]).toMatch(
      /^__Host-onboarding-sign-in-partner=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').includes('/credentials')).toBe(false);
  });

  test('from another site asks the person first, and keeps the return address', async () => {
    const url = '/api/session/partner/sign-in?returnTo=/credentials%3Fa%3D%22b&stepUp=1';
    const answer = await api.app.inject({ url, headers: { 'sec-fetch-site': 'cross-site' } });
    expect([answer.statusCode, answer.headers.location, cookiesOf(answer)]).toEqual([200, undefined, []]);
    const link = /<a href="([^"]+)"[^>]*>Sign in<\/a>/.exec(answer.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { searchParams } = new URL(link, 'https://portal.test');
    expect([searchParams.get('stepUp'), searchParams.get('returnTo')]).toEqual(['1', '/credentials?a="b']);
    for (const site of ['same-origin', 'same-site', 'none']) {
      const begun = await api.app.inject({ url: link, headers: { 'sec-fetch-site': site } });
      expect(begun.statusCode).toBe(302);
    }
  });

  test('for a step-up makes the provider authenticate the person again', async () => {
    const url = new URL((await begin('staff', '?stepUp=1')).location);
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(url.searchParams.get('client_id')).toBe('staff-console');
  });
});

describe('returning from the provider', () => {
  test('opens a session with a new cookie value and redirects to the return address', async () => {
    const before = Date.now();
    const { answer, session } = await signInFully('partner', '?returnTo=/credentials%3Ftab%3Dlog');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${ORIGINS.partner}/credentials?tab=log`]);
    const line = cookiesOf(answer).find((one) => one.startsWith('__Host-onboarding-partner='));
    expect(line).toMatch(/^__Host-onboarding-partner=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    expect(cookiesOf(answer)).toContain(
      '__Host-onboarding-sign-in-partner=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
    );
    const me = (await who('partner', session ?? '')).json().value;
    expect(me.accountId).toBe(provider.state.person.accountId);
    // The provider reports whole seconds.
    expect(Date.parse(me.secondFactorAt)).toBeGreaterThan(before - 2_000);
    expect(Date.parse(me.secondFactorAt)).toBeLessThan(Date.now() + 2_000);
    const { rows } = await database.owner.query('select * from sessions where account_id = $1', [me.accountId]);
    expect(rows).toMatchObject([{ user_agent: 'a browser', address: '127.0.0.1' }]);
    expect(JSON.stringify(rows)).not.toContain(session?.split('=')[1]);
  });

  test('keeps the sign-in time of a person who is signed in with the provider; a step-up renews it', async () => {
    const jar = new Map<string, string>();
    const first = await signInFully('partner', '', jar);
    const at = (await who('partner', first.session ?? '')).json().value.secondFactorAt;
    const again = await signInFully('partner', '', jar);
    expect((await who('partner', again.session ?? '')).json().value.secondFactorAt).toBe(at);
    expect(again.session).not.toBe(first.session);
    const stepped = await signInFully('partner', '?stepUp=1', jar);
    expect(
      Date.parse((await who('partner', stepped.session ?? '')).json().value.secondFactorAt),
    ).toBeGreaterThanOrEqual(Date.parse(at));
  });

  test('never reuses a cookie value that the browser sent, and ends the session of that value', async () => {
    const victim = await signIn(database);
    const planted = `__Host-onboarding-partner=${'a'.repeat(43)}`;
    for (const brought of [victim.cookie.cookie, planted]) {
      const { cookie, location } = await begin('partner');
      const answer = await arrive(await provider.follow(location), `${cookie}; ${brought}`);
      const value = pairOf(cookiesOf(answer), '__Host-onboarding-partner');
      expect(value).toBeDefined();
      expect(value).not.toBe(brought);
    }
    expect((await who('partner', victim.cookie.cookie)).statusCode).toBe(401);
    expect((await who('partner', planted)).statusCode).toBe(401);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/\t/evil.example',
  ])('never redirects to another site: returnTo=%j goes to the home page', async (returnTo) => {
    const { answer } = await signInFully('partner', `?returnTo=${encodeURIComponent(returnTo)}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${ORIGINS.partner}/`]);
  });
});

test.each([
  [undefined, '127.0.0.1'],
  [1, '203.0.113.7'],
])(
  'with %s trusted proxies, the address of a session is %s, regardless of other X-Forwarded-For entries',
  async (trustedProxies, expected) => {
    const own = await startTestApi(database, {
      signIn: { issuer: provider.issuer, clientSecret: SITE_SECRET },
      ...(trustedProxies === undefined ? {} : { trustedProxies }),
    });
    const begun = await own.app.inject('/api/session/partner/sign-in');
    const cookie = pairOf(cookiesOf(begun), '__Host-onboarding-sign-in-partner') ?? '';
    const back = await provider.follow(String(begun.headers.location));
    const headers = { cookie, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    expect((await own.app.inject({ url: back.pathname + back.search, headers })).statusCode).toBe(303);
    const { rows } = await database.owner.query('select address from sessions where account_id = $1', [
      provider.state.person.accountId,
    ]);
    expect(rows).toEqual([{ address: expected }]);
    await own.close();
  },
);

describe('realms', () => {
  test('a partner user cannot open a staff session, nor the other way round', async () => {
    const asPartner = await signInFully('staff');
    expectPage(asPartner.answer, 403);
    expect(asPartner.answer.body).toContain('wrong kind of account');
    provider.state.person = { accountId: await addAccount(database, { realm: 'staff' }), realm: 'staff', amr: ['mfa'] };
    expectPage((await signInFully('partner')).answer, 403);
    expect((await signInFully('staff')).answer.statusCode).toBe(303);
  });

  test('an account of the other realm is refused even if the provider reports the wrong realm', async () => {
    provider.state.person = {
      accountId: await addAccount(database, { realm: 'staff' }),
      realm: 'partner',
      amr: ['mfa'],
    };
    const { answer } = await signInFully('partner');
    expectPage(answer, 403);
    const { rows } = await database.owner.query('select 1 from sessions where account_id = $1', [
      provider.state.person.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  test('the sign-in cookie of one realm is rejected in the other', async () => {
    const { cookie, location } = await begin('partner');
    const back = await provider.follow(location);
    const answer = await api.app.inject({
      url: `/api/session/staff/callback${back.search}`,
      headers: { cookie: cookie.replace('sign-in-partner', 'sign-in-staff') },
    });
    expectPage(answer, 400);
  });
});

describe('a sign-in is refused with a page and opens no session:', () => {
  test('no second factor', async () => {
    provider.state.person.amr = ['pwd'];
    expectPage((await signInFully('partner')).answer, 403);
  });

  test('a provider that does not report the realm', async () => {
    provider.state.person.realm = undefined;
    expectPage((await signInFully('partner')).answer, 400);
  });

  test.each([
    ['unknown', () => crypto.randomUUID()],
    ['not a valid id', () => 'root'],
    ['disabled', () => addAccount(database, { status: 'Disabled' })],
    ['only invited', () => addAccount(database, { status: 'Invited' })],
  ])('an account that is %s', async (_what, make) => {
    provider.state.person.accountId = await make();
    const { answer } = await signInFully('partner');
    expectPage(answer, 403);
    expect(answer.body).toContain('cannot be used');
  });

  test('a person who cancels', async () => {
    provider.state.refuse = true;
    const { answer } = await signInFully('partner');
    expectPage(answer, 403);
    expect(answer.body).toContain('cancelled');
  });

  test('a missing cookie, a tampered one, and that of another sign-in', async () => {
    const { cookie, location } = await begin('partner');
    const back = await provider.follow(location);
    const other = await begin('partner');
    const at = cookie.length - 40;
    const bent = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
    for (const brought of [
      '',
      '__Host-onboarding-sign-in-partner=',
      '__Host-onboarding-sign-in-partner=AAAA',
      bent,
      cookie.slice(0, -8),
      other.cookie,
    ]) {
      expectPage(await arrive(back, brought), 400);
    }
  });

  test('the same response of the provider used a second time', async () => {
    const { cookie, location } = await begin('partner');
    const back = await provider.follow(location);
    expect((await arrive(back, cookie)).statusCode).toBe(303);
    expectPage(await arrive(back, cookie), 400);
  });

  test('a tampered state, code or issuer, and no parameters at all', async () => {
    for (const bend of [
      (url: URL) => url.searchParams.set('state', 'x'),
      (url: URL) => url.searchParams.delete('state'),
      (url: URL) => url.searchParams.append('state', 'x'),
      (url: URL) => url.searchParams.set('code', 'x'),
      (url: URL) => url.searchParams.delete('code'),
      (url: URL) => url.searchParams.set('iss', 'https://elsewhere.example'),
      (url: URL) => {
        url.search = '';
      },
      (url: URL) => {
        url.search = '?error=<script>&state=x';
      },
      (url: URL) => {
        url.search = `?error=constructor&state=${url.searchParams.get('state')}&iss=${encodeURIComponent(provider.issuer)}`;
      },
    ]) {
      const { cookie, location } = await begin('partner');
      const back = await provider.follow(location);
      bend(back);
      const answer = await arrive(back, cookie);
      expectPage(answer, 400);
      expect(answer.body).not.toContain('<script>');
    }
  });

  test('a return more than ten minutes after the start', async () => {
    const { cookie, location } = await begin('partner');
    const back = await provider.follow(location);
    shift.ms = 601_000;
    expectPage(await arrive(back, cookie), 400);
  });
});

describe('signing out', () => {
  test('continues at the provider’s own sign-out, which returns to the site', async () => {
    const { session } = await signInFully('partner');
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/session/partner/sign-out',
      headers: { cookie: session ?? '', origin: ORIGINS.partner, 'x-csrf': '1' },
    });
    const url = new URL(answer.json().value.continueAt);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/protocol/logout`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'partner-portal',
      post_logout_redirect_uri: `${ORIGINS.partner}/`,
    });
  });
});

describe('an unavailable provider', () => {
  test('results in a 503 page at the start and on return, and a sign-in can start as soon as it is available', async () => {
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}/realms/other`;
    const early = await startTestApi(database, { signIn: { issuer, clientSecret: SITE_SECRET } });
    const page = await early.app.inject('/api/session/partner/sign-in');
    expectPage(page, 503);
    expect(page.headers['retry-after']).toBeDefined();
    const late = await runOtherProvider({ port });
    const begun = await early.app.inject('/api/session/partner/sign-in');
    expect(begun.statusCode).toBe(302);
    const cookie = pairOf(cookiesOf(begun), '__Host-onboarding-sign-in-partner') ?? '';
    const back = await late.follow(String(begun.headers.location));
    await late.close();
    expectPage(await early.app.inject({ url: back.pathname + back.search, headers: { cookie } }), 503);
    await early.close();
  });
});

describe('the home page', () => {
  test('offers both ways to sign in, without inline code or styles and without external resources', async () => {
    const page = await api.app.inject('/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('href="/api/session/partner/sign-in"');
    expect(page.body).toContain('href="/api/session/staff/sign-in"');
    expect(page.body).not.toMatch(/ on\w+=|style=|<script>|<style|(src|href)="https?:/);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    for (const [path, type] of [
      ['/home.js', 'text/javascript'],
      ['/home.css', 'text/css'],
    ]) {
      const asset = await api.app.inject(path ?? '');
      expect([asset.statusCode, String(asset.headers['content-type']).split(';')[0]]).toEqual([200, type]);
    }
  });
});
