import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../harness/accounts.ts';
import { createBrowser, formsOf } from '../../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { startTestIdentity, type TestIdentity } from '../../harness/identity.ts';
import { address, contentType, demand, MARKUP, type Sent, sendAll, word } from './identity-requests.ts';
import { seldom } from './requests.ts';
import { limitFor, wanted } from './run.ts';

const PAGES = wanted(3_000);

let database: TestDatabase;
let identity: TestIdentity;
beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

interface Place {
  path: string;
  cookie: string;
  fields: Record<string, string>;
}

/** Pages as in a browser: with their cookies and the hidden fields of their forms. */
async function openPages(): Promise<Place[]> {
  const person = await identity.users.join();
  const invited = await identity.users.invite();
  const [outsider, member] = ['198.51.100.1', '198.51.100.2'].map((from) => createBrowser(identity.issuer, from));
  if (outsider === undefined || member === undefined) throw new Error('There are no browsers');
  const first = await member.open(identity.authorizeUrl('staff'));
  const second = await member.submit(first, /^\/sign-in\/[\w-]+$/, { email: person.email, password: PASSWORD });
  identity.users.pass(30);
  const opened: Place[] = [];
  const hold = (browser: typeof outsider, page: { text: string; url: string }) => {
    const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ');
    const { pathname } = new URL(page.url);
    opened.push({ path: pathname, cookie, fields: {} });
    for (const { action, fields } of formsOf(page.text))
      opened.push({ path: new URL(action, page.url).pathname, cookie, fields });
  };
  hold(member, second);
  await member.submit(second, /\/factor$/, { code: identity.users.codeOf(person.secret) }, { with: 'Totp' });
  for (const path of [
    '/account',
    '/account/confirm?next=password',
    '/account/app',
    '/account/codes',
    '/account/password',
  ])
    hold(member, await member.open(path));
  hold(outsider, await outsider.open(identity.authorizeUrl('partner')));
  for (const path of [`/invitation/${invited}`, '/forgotten-password?realm=staff', '/reset/none', '/oauth2/sign-out'])
    hold(outsider, await outsider.open(path));
  for (const path of [
    '/oauth2/authorize',
    '/oauth2/jwks',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/oauth2/userinfo',
    '/nowhere',
  ])
    opened.push({ path, cookie: '', fields: {} });
  return opened;
}

test(
  'every page and form answers any input with a page, and shows none of it as markup',
  async () => {
    let places: Place[] = [];
    let shown = 0;
    const names = [
      'email',
      'password',
      'code',
      'recovery',
      'kind',
      'token',
      'with',
      'name',
      'factorId',
      'response',
      'realm',
      'next',
      'client_id',
      'redirect_uri',
      'prompt',
      'state',
      'scope',
      'response_type',
      'code_challenge',
      'id_token_hint',
      'post_logout_redirect_uri',
      'xsrf',
      'logout',
    ];
    const values = fc.oneof(
      word,
      fc.constantFrom(
        'Totp',
        'RecoveryCode',
        'Passkey',
        '{}',
        '{"id":1}',
        '000000',
        'nobody@staff.example',
        'partner-portal',
        'none',
        'login',
        'code',
        'openid',
      ),
    );
    const some = fc.array(
      fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: word }), values),
      { maxLength: 6 },
    );
    const request = fc
      .record({
        where: fc.nat(),
        method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'HEAD', 'DELETE'),
        segment: seldom(
          word.map((text) => `/${encodeURIComponent(text)}`),
          8,
        ),
        form: some,
        keep: fc.boolean(),
        type: contentType,
        from: address,
        cookie: seldom(
          fc.oneof(
            fc.constant(''),
            fc.constantFrom('form=x', 'provider-session=x; provider-session.sig=x', 'interaction=@', 'a=b; ; =;'),
          ),
          6,
        ),
        origin: seldom(fc.constantFrom('null', 'https://evil.example', 'x'), 8),
      })
      .map(({ where, method, segment, form, keep, type, from, cookie, origin }): Sent & { where: number } => {
        const query = new URLSearchParams(form).toString();
        const reads = method === 'GET' || method === 'HEAD';
        return {
          where,
          method,
          path: `@${segment ?? ''}${reads && query !== '' ? `?${query}` : ''}`,
          headers: {
            'content-type': type,
            'x-forwarded-for': from,
            ...(origin === undefined ? {} : { origin }),
            ...(cookie === undefined ? {} : { cookie }),
          },
          body: reads ? undefined : `${keep ? '@&' : ''}${query}`,
        };
      });
    // Filled in when it is sent: pages expire, but a seed must give the same requests again.
    const filled = request.map(
      ({ where, ...sent }): Sent => ({
        ...sent,
        get path() {
          return sent.path.replace('@', places[where % places.length]?.path ?? '/');
        },
        get headers() {
          return { cookie: places[where % places.length]?.cookie ?? '', ...sent.headers };
        },
        get body() {
          return sent.body?.replace('@', new URLSearchParams(places[where % places.length]?.fields).toString());
        },
      }),
    );
    const renew = async () => {
      places = await openPages();
    };
    const batches = { requests: PAGES, one: filled, renew, renewEvery: 40 };
    await sendAll('pages', identity.issuer, batches, (_sent, answer) => {
      demand(
        [200, 201, 204, 302, 303, 400, 401, 403, 404, 405, 410, 413, 415, 429].includes(answer.status),
        'The status is a usual one',
      );
      demand(!answer.text.includes(MARKUP) || !answer.type.includes('html'), 'What was sent is shown as markup');
      if (answer.status === 200) shown++;
      // A redirect has a body that no browser shows.
      if (!answer.type.includes('html') || answer.headers.has('location')) return;
      demand(
        answer.headers.get('content-security-policy')?.includes("default-src 'none'") === true,
        'A page has its policy',
      );
      demand(answer.headers.get('cache-control') === 'no-store', 'A page is not kept');
    });
    expect(shown, 'some requests get a page').toBeGreaterThan(PAGES / 50);
  },
  limitFor(PAGES),
);
