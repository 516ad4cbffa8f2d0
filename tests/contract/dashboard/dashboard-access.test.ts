// Who may use the dashboard and session routes: every rule is checked for every route.
import { dashboardFailureSchema, dashboardSuccessSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../../apps/api/src/dashboard/routes.ts';
import { createDashboardOpenApi } from '../../../apps/api/src/docs/openapi.ts';
import { isDownload } from '../../../apps/api/src/http/access.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { sessionRoutes } from '../../../apps/api/src/session/routes.ts';
import type { AccountOptions } from '../../harness/account-rows.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { openSessionFor, type SignedIn, signIn } from '../../harness/session.ts';
import { HOOK_URL } from '../../harness/values.ts';

const START = Date.now();
const time = { at: START };
const site = { index: '', assets: new Map(), build: 'first' };
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, {
    clock: { now: () => new Date(time.at) },
    built: { partner: () => site, staff: () => undefined },
  });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const routes = [...sessionRoutes, ...dashboardRoutes];
const named = (some: readonly SessionRoute[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
const writing = routes.filter((route) => route.method !== 'GET');
const of = (realm: string) => routes.filter((route) => route.realm === realm);

function ask(route: SessionRoute, headers: Record<string, string>, payload?: string) {
  const url = `/api${route.path.replaceAll(/{\w+}/g, () => crypto.randomUUID())}`;
  const body = route.body === undefined ? {} : { payload: payload ?? '{}' };
  const type: Record<string, string> = route.body === undefined ? {} : { 'content-type': 'application/json' };
  return api.app.inject({ method: route.method, url, headers: { ...type, ...headers }, ...body });
}

async function outcome(route: SessionRoute, headers: Record<string, string>, payload?: string) {
  const answer = await ask(route, headers, payload);
  if (answer.statusCode === 200) return '200';
  const { error } = dashboardFailureSchema.strict().parse(answer.json());
  expect(answer.statusCode).toBe(statusOf(route, error.code));
  expect(errorsOf(route), 'is declared').toContain(error.code);
  expect(error.description.length).toBeGreaterThan(15);
  return `${answer.statusCode} ${error.code}`;
}

const enter = (route: SessionRoute, options: AccountOptions = {}) =>
  signIn(database, { realm: route.realm, role: route.roles[0] ?? '', at: new Date(time.at), ...options });

/** The outcomes for a permitted caller, although the body or the resource is missing. */
const admitted =
  /^(200|400 ValidationControl\.Error|400 Webhook\.RangeInvalid|404 ((Account|Country|Credential|Customer|Session)\.NotFound|Webhook\.(EndpointNotFound|DeliveryNotFound|ReplayNotFound)))$/;
const UNKNOWN = '401 Partner.NotAuthenticated';

describe('without a session of the right kind', () => {
  test.each(named(routes))(
    '%s returns 401',
    { tags: ['S-11', 'S-286', 'S-301', 'S-302', 'S-341'] },
    async (_name, route) => {
      const cookie = `__Host-onboarding-${route.realm}`;
      expect(await outcome(route, {}), 'nothing').toBe(UNKNOWN);
      const other = await signIn(database, {
        realm: route.realm === 'partner' ? 'staff' : 'partner',
        at: new Date(time.at),
      });
      expect(await outcome(route, other.headers), "the other realm's session").toBe(UNKNOWN);
      const moved = { ...other.headers, cookie: `${cookie}=${other.value}` };
      const right = {
        origin: route.realm === 'partner' ? 'https://portal.test' : 'https://console.test',
        'x-csrf': '1',
      };
      expect(await outcome(route, { ...moved, ...right }), "the other realm's value under this name").toBe(UNKNOWN);
      for (const value of ['', 'x', 'a'.repeat(43), 'a'.repeat(5_000), '"', other.sessionId]) {
        expect(await outcome(route, { cookie: `${cookie}=${value}`, ...right }), value.slice(0, 50)).toBe(UNKNOWN);
      }
      const token = await api.issuer.token(api.partner);
      expect(await outcome(route, { authorization: `Bearer ${token}`, ...right }), 'a bearer token').toBe(UNKNOWN);
      const answer = await ask(route, {});
      expect(answer.headers['www-authenticate'], 'no word of bearer tokens').toBeUndefined();
      expect(answer.json().error.description).toContain(`/api/session/${route.realm}/sign-in`);
    },
  );

  test.each(partnerRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s accepts only tokens: a session gets 401',
    { tags: ['S-286', 'S-301', 'S-302', 'S-341'] },
    async (_name, route) => {
      const person = await signIn(database, { partnerId: api.partner.partnerId, at: new Date(time.at) });
      const answer = await api.app.inject({ method: route.method, url: `/api${route.path}`, headers: person.headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'Partner.NotAuthenticated']);
      expect(answer.json()).not.toHaveProperty('value');
    },
  );
});

describe('with a session', () => {
  test.each(named(routes))('%s admits exactly its roles', { tags: ['S-301'] }, async (_name, route) => {
    const every =
      route.realm === 'partner' ? ['admin', 'developer', 'viewer'] : ['analyst', 'supervisor', 'auditor', 'operator'];
    for (const role of every) {
      const { headers } = await enter(route, { role });
      const got = await outcome(route, headers);
      if (route.roles.some((one) => one === role)) expect(got, role).toMatch(admitted);
      else expect(got, role).toBe('403 Session.RoleMissing');
    }
  });

  test('every role of a partner can read and export, but only admins can download files of documents', () => {
    const reads = dashboardRoutes.filter(({ method }) => method === 'GET');
    for (const route of reads) {
      expect(route.roles, route.path).toEqual('file' in route ? ['admin'] : ['admin', 'developer', 'viewer']);
    }
    expect(reads.filter((route) => 'file' in route).map(({ operationId }) => operationId)).toEqual([
      'readCustomerDocumentFile',
    ]);
  });

  test('writing is mostly for admins; changes to access or to where events are sent require a step-up', () => {
    const writes = dashboardRoutes.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ operationId, roles, stepUp = false }) => [operationId, roles.join(), stepUp])).toEqual([
      ['registerApiCertificate', 'admin', true],
      ['revokeApiCertificate', 'admin', true],
      ['inviteUser', 'admin', true],
      ['changeUserRole', 'admin', true],
      ['disableUser', 'admin', true],
      ['enableUser', 'admin', true],
      ['inviteUserAgain', 'admin', true],
      ['resetUserFactors', 'admin', true],
      ['signUserOut', 'admin', true],
      ['changeNotifications', 'admin,developer,viewer', false],
      ['registerWebhook', 'admin', true],
      ['replaceWebhook', 'admin', true],
      ['rotateWebhookSecret', 'admin', true],
      ['enableWebhook', 'admin', false],
      ['testWebhook', 'admin,developer', false],
      ['replayDelivery', 'admin,developer', false],
      ['replayWindow', 'admin,developer', false],
      ['cancelReplay', 'admin,developer', false],
    ]);
  });

  test.each(named(of('partner')))(
    "%s checks the partner's standing, unless it is about the session, the event types or the partner itself",
    { tags: ['S-285', 'S-342', 'S-343'] },
    async (_name, route) => {
      for (const [standing, code] of [
        [{ status: 'Inactive' }, '409 Partner.Inactive'],
        [{ onboardingStatus: 'Pending' }, '409 Partner.OnboardingNotApproved'],
        [{ onboardingStatus: 'Rejected' }, '409 Partner.OnboardingNotApproved'],
      ] as const) {
        const { partnerId } = await database.addPartner(standing);
        const { headers } = await enter(route, { partnerId });
        if (route.anyStanding === true) expect(await outcome(route, headers)).toMatch(admitted);
        else expect(await outcome(route, headers)).toBe(code);
      }
      expect(route.anyStanding === true).toBe(/^\/session\/|\/event-types$|\/partner-profile$/.test(route.path));
    },
  );

  test.each(named(routes))('%s returns 401 as soon as the account is disabled', async (_name, route) => {
    const { headers, accountId } = await enter(route);
    await database.owner.query(`update accounts set status = 'Disabled' where account_id = $1`, [accountId]);
    expect(await outcome(route, headers)).toBe(UNKNOWN);
  });

  test.each(named(routes.filter((route) => route.stepUp)))(
    '%s requires a second factor within the last 5 minutes',
    async (_name, route) => {
      const { headers } = await enter(route, { at: new Date(time.at - 5 * 60_000) });
      const answer = await ask(route, headers);
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'Session.StepUpRequired']);
      expect(answer.json().error.description).toContain(`/api/session/${route.realm}/sign-in?stepUp=1`);
      expect(answer.json().error.details[0].message).toContain('stepUp=1');
      const fresh = await enter(route, { at: new Date(time.at - 5 * 60_000 + 1) });
      expect(await outcome(route, fresh.headers)).toMatch(admitted);
    },
  );
});

describe('a write', () => {
  test('is every route except GET', () => {
    expect(writing.length).toBeGreaterThanOrEqual(6);
    for (const route of routes) expect(route.writes).toBe(route.method !== 'GET');
  });

  test.each(named(writing))('%s is rejected from another site before its body is read', async (_name, route) => {
    const person: SignedIn = await enter(route);
    const { cookie, origin } = person.headers;
    const attempts: Record<string, string>[] = [
      { cookie },
      { cookie, origin },
      { cookie, 'x-csrf': '1' },
      { cookie, origin, 'x-csrf': '' },
      { cookie, origin, 'x-csrf': '0' },
      { cookie, origin, 'x-csrf': 'true' },
      { cookie, origin: 'null', 'x-csrf': '1' },
      { cookie, origin: 'https://evil.test', 'x-csrf': '1' },
      { cookie, origin: `${origin}.evil.test`, 'x-csrf': '1' },
      { cookie, origin: `${origin}:8443`, 'x-csrf': '1' },
      { cookie, origin: origin.replace('https', 'http'), 'x-csrf': '1' },
      { cookie, origin: `${origin}/`, 'x-csrf': '1' },
      { cookie, origin: route.realm === 'partner' ? 'https://console.test' : 'https://portal.test', 'x-csrf': '1' },
      { cookie, referer: `${origin}/`, 'x-csrf': '1' },
    ];
    for (const headers of attempts) {
      expect(await outcome(route, headers, 'not JSON'), JSON.stringify({ ...headers, cookie: '' })).toBe(
        '403 Session.CrossSite',
      );
    }
    expect(await outcome(route, person.headers)).toMatch(admitted);
  });
});

describe('a session', () => {
  const route = sessionRoutes[0];
  if (route === undefined) throw new Error('There are no session routes');
  const MINUTE = 60_000;

  test('ends after 30 minutes without use, and stays alive while it is used', async () => {
    time.at = START;
    const { cookie } = await enter(route);
    for (let used = 0; used < 5; used++) {
      time.at += 29 * MINUTE;
      expect(await outcome(route, cookie)).toBe('200');
    }
    time.at += 30 * MINUTE + 1;
    expect(await outcome(route, cookie)).toBe(UNKNOWN);
    time.at = START;
  });

  test('is not kept alive by background reads, which still show when it ends; other reads and writes keep it alive', async () => {
    time.at = START;
    const { cookie, headers, sessionId } = await enter(route);
    const idleEndsAt = async (header: Record<string, string>) =>
      Date.parse((await ask(route, { ...cookie, ...header })).json().value.idleEndsAt) - START;
    const poll = { 'x-background': '1' };
    time.at = START + 20 * MINUTE;
    expect(await idleEndsAt(poll)).toBe(30 * MINUTE);
    for (const value of ['', '0', 'true']) {
      time.at += MINUTE;
      expect(await idleEndsAt({ 'x-background': value }), value).toBe(time.at - START + 30 * MINUTE);
    }
    time.at += 20 * MINUTE;
    await database.owner.query('update sessions set second_factor_at = $2 where session_id = $1', [
      sessionId,
      new Date(time.at),
    ]);
    const register = writing.find(({ operationId }) => operationId === 'registerWebhook');
    if (register === undefined) throw new Error('There is no such route');
    expect(await outcome(register, { ...headers, ...poll }, JSON.stringify({ url: HOOK_URL }))).toBe('200');
    expect(await idleEndsAt(poll), 'a write').toBe(time.at - START + 30 * MINUTE);
    const lastUse = time.at;
    time.at = lastUse + 29 * MINUTE;
    expect(await outcome(route, { ...cookie, ...poll })).toBe('200');
    time.at = lastUse + 30 * MINUTE;
    expect(await outcome(route, { ...cookie, ...poll })).toBe(UNKNOWN);
    expect(await outcome(route, cookie)).toBe(UNKNOWN);
    time.at = START;
  });

  test('never has an idle end later than its expiry', async () => {
    time.at = START;
    const { cookie } = await enter(route);
    for (let used = 0; used < 47; used++) {
      time.at += 15 * MINUTE;
      await ask(route, cookie);
    }
    const { idleEndsAt, expiresAt } = (await ask(route, cookie)).json().value;
    expect([idleEndsAt, expiresAt]).toEqual([expiresAt, new Date(START + 12 * 60 * MINUTE).toISOString()]);
    time.at = START;
  });

  test('ends after 12 hours even if it is in use', async () => {
    time.at = START;
    const { cookie } = await enter(route);
    for (let used = 0; used < 47; used++) {
      time.at += 15 * MINUTE;
      expect(await outcome(route, cookie)).toBe('200');
    }
    time.at += 15 * MINUTE - 1;
    expect(await outcome(route, cookie)).toBe('200');
    time.at += 1;
    expect(await outcome(route, cookie)).toBe(UNKNOWN);
    time.at = START;
  });
});

describe.each(['partner', 'staff'] as const)('in the realm %s', (realm) => {
  test('the session shows the person and when it ends', async () => {
    const { partnerId } = await database.addPartner();
    const person = await signIn(database, { realm, partnerId, at: new Date(time.at) });
    const answer = await api.app.inject({ url: `/api/session/${realm}`, headers: person.cookie });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      value: {
        accountId: person.accountId,
        name: 'Ada Lind',
        email: `${person.accountId}@people.example`,
        role: realm === 'partner' ? 'admin' : 'analyst',
        realm,
        partner:
          realm === 'staff'
            ? null
            : { partnerId, name: 'Test partner', status: 'Active', onboardingStatus: 'Approved' },
        secondFactorAt: new Date(time.at).toISOString(),
        expiresAt: new Date(time.at + 12 * 3_600_000).toISOString(),
        stepUpUntil: new Date(time.at + 300_000).toISOString(),
        idleEndsAt: new Date(time.at + 30 * 60_000).toISOString(),
        environment: 'development',
        accountUrl: 'https://id.test/account',
        otherEnvironmentUrl: null,
        handbookUrl: null,
      },
      isSuccess: true,
      error: null,
    });
  });

  test('a person sees only their own active sessions', async () => {
    const person = await signIn(database, { realm, at: new Date(time.at) });
    const second = await openSessionFor(database, person.accountId, realm, new Date(time.at - 10 * 60_000));
    await openSessionFor(database, person.accountId, realm, new Date(time.at - 31 * 60_000));
    await signIn(database, { realm, at: new Date(time.at) });
    const answer = await api.app.inject({ url: `/api/session/${realm}/list`, headers: person.cookie });
    expect(answer.json().value.items).toMatchObject([
      { sessionId: person.sessionId, current: true, address: '127.0.0.1', userAgent: 'test' },
      { sessionId: second.sessionId, current: false },
    ]);
    expect(answer.body).not.toContain(person.value);
  });

  test('signing out ends only this session, and clears the cookie and the site data', async () => {
    const person = await signIn(database, { realm, at: new Date(time.at) });
    const other = await openSessionFor(database, person.accountId, realm, new Date(time.at));
    const url = `/api/session/${realm}`;
    const answer = await api.app.inject({ method: 'POST', url: `${url}/sign-out`, headers: person.headers });
    // The provider is unavailable in this test, so signing out continues at the site itself.
    expect(answer.json().value).toEqual({
      continueAt: realm === 'partner' ? 'https://portal.test/' : 'https://console.test/',
    });
    expect(answer.headers['set-cookie']).toBe(
      `__Host-onboarding-${realm}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`,
    );
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await api.app.inject({ url, headers: person.cookie })).statusCode).toBe(401);
    expect((await api.app.inject({ url, headers: other.cookie })).statusCode).toBe(200);
  });

  test('signing out everywhere needs a fresh second factor', async () => {
    const person = await signIn(database, { realm, at: new Date(time.at - 6 * 60_000) });
    const url = `/api/session/${realm}`;
    const answer = await api.app.inject({ method: 'POST', url: `${url}/sign-out-everywhere`, headers: person.headers });
    expect(answer.json().error.code).toBe('Session.StepUpRequired');
    expect((await api.app.inject({ url, headers: person.cookie })).statusCode).toBe(200);
  });

  test('signing out everywhere ends all sessions of the person, including those at the provider, and no one else’s', async () => {
    const person = await signIn(database, { realm, at: new Date(time.at) });
    const other = await openSessionFor(database, person.accountId, realm, new Date(time.at));
    const outsider = await signIn(database, { realm, at: new Date(time.at) });
    for (const { accountId } of [person, outsider]) {
      await database.owner.query(
        `insert into oidc_records (model, record_hash, account_id, payload, expires_at) values ('Session', $1, $2, '', now())`,
        [Buffer.from(accountId), accountId],
      );
    }
    const url = `/api/session/${realm}`;
    const answer = await api.app.inject({ method: 'POST', url: `${url}/sign-out-everywhere`, headers: person.headers });
    expect(answer.json().value.ended).toBe(2);
    for (const { cookie } of [person, other]) {
      expect((await api.app.inject({ url, headers: cookie })).statusCode).toBe(401);
    }
    expect((await api.app.inject({ url, headers: outsider.cookie })).statusCode).toBe(200);
    const { rows } = await database.owner.query('select account_id from oidc_records where account_id = any($1)', [
      [person.accountId, outsider.accountId],
    ]);
    expect(rows).toEqual([{ account_id: outsider.accountId }]);
  });
});

test('responses of the partner realm, including errors, name the current build of the portal; other responses do not', async () => {
  const { cookie } = await signIn(database, { at: new Date(time.at) });
  const buildIn = async (url: string, headers: Record<string, string>) =>
    (await api.app.inject({ url: `/api${url}`, headers })).headers['x-build'];
  expect(await buildIn('/session/partner', cookie)).toBe('first');
  site.build = 'second';
  expect(await buildIn('/session/partner', cookie)).toBe('second');
  expect(await buildIn('/customer/v1/partner-profile/webhooks', {})).toBe('second');
  expect(await buildIn('/session/staff', {})).toBeUndefined();
  expect(await buildIn('/partner/v1/countries', {})).toBeUndefined();
});

describe('paths and methods', () => {
  test.each(['/api/customer/v1/nothing', '/api/session/other', '/api/session/partner/nothing'])(
    '%s returns 404 in the envelope of the dashboard',
    async (url) => {
      const answer = await api.app.inject(url);
      expect(answer.statusCode).toBe(404);
      expect(dashboardFailureSchema.parse(answer.json()).error.code).toBe('Route.NotFound');
    },
  );

  test.each(named(routes))('%s returns 405 and the allowed methods for another method', async (_name, route) => {
    const answer = await api.app.inject({ method: 'DELETE', url: `/api${route.path.replace('{certificateId}', 'x')}` });
    expect([answer.statusCode, answer.json().error.code]).toEqual([405, 'Route.MethodNotAllowed']);
    expect(answer.headers.allow).toContain(route.method);
    expect(answer.json().value).toBeNull();
  });
});

describe('the description of the dashboard', () => {
  const document = JSON.parse(JSON.stringify(createDashboardOpenApi(routes)));

  test('lists every route with its errors by status, and valid examples', () => {
    for (const route of routes) {
      const { responses } = document.paths[`/api${route.path}`][route.method.toLowerCase()];
      const statuses = new Set(errorsOf(route).map((code) => String(statusOf(route, code))));
      const successes = 'file' in route ? ['200', '206'] : ['200'];
      expect(Object.keys(responses).sort(), route.operationId).toEqual([...statuses, ...successes].sort());
      if (isDownload(route)) continue;
      const { example } = responses[200].content['application/json'];
      expect(() => dashboardSuccessSchema(route.answer.schema).parse(example)).not.toThrow();
    }
  });

  test('is not part of the public description', async () => {
    const publicPaths = Object.keys((await api.app.inject('/api/openapi.json')).json().paths);
    expect(publicPaths.length).toBeGreaterThan(5);
    expect(routes.filter((route) => publicPaths.includes(`/api${route.path}`))).toEqual([]);
  });
});

describe('a server without a sign-in provider', () => {
  test.each(named(routes))('%s returns 401', async (_name, route) => {
    const closed = await startTestApi(database, { signIn: 'none' });
    const { headers } = await signIn(database, { realm: route.realm });
    const url = `/api${route.path.replace('{certificateId}', 'x')}`;
    const answer = await closed.app.inject({ method: route.method, url, headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'Partner.NotAuthenticated']);
    const page = await closed.app.inject(`/api/session/${route.realm}/sign-in`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    await closed.close();
  });
});
