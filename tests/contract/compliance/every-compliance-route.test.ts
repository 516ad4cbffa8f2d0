// Access to every route of the compliance API: who is admitted, and that refused requests change nothing.
import { dashboardFailureSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READERS, REVIEWERS } from '../../../apps/api/src/compliance/paths.ts';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { startTestApi } from '../../harness/api.ts';
import { claim, newPlace, type Place, writing } from '../../harness/scenes/compliance-situations.ts';
import {
  enter,
  everythingWritten,
  outcomeOf,
  ROLES,
  routeNames,
  type Scene,
  send,
  setScene,
} from '../../harness/scenes/session-routes.ts';
import { openSessionFor, signIn } from '../../harness/session.ts';

const START = Date.now();
const time = { at: START };
let scene: Scene;
let place: Place;
beforeAll(async () => {
  scene = await setScene({ clock: { now: () => new Date(time.at) } });
  place = await newPlace(scene);
  await claim(scene, place, await enter(scene));
});
afterAll(() => scene.close());

const UNKNOWN = '401 Partner.NotAuthenticated';

/** The outcome of each attempt, after checking that none changed anything. */
async function attempts(route: SessionRoute, tries: Record<string, Record<string, string>>, body?: string) {
  const before = await everythingWritten(scene.database);
  const outcomes: Record<string, string> = {};
  for (const [name, headers] of Object.entries(tries)) {
    const sending = { headers, ...(body === undefined || route.body === undefined ? {} : { body }) };
    const answer = await send(scene, route, place, sending);
    outcomes[name] = outcomeOf(route, answer);
    expect(answer.json().value).toBeNull();
  }
  expect(await everythingWritten(scene.database), 'nothing is written').toEqual(before);
  return outcomes;
}

const all = (tries: Record<string, unknown>, outcome: string) =>
  Object.fromEntries(Object.keys(tries).map((name) => [name, outcome]));

test('every route is for staff, under /compliance/v1, with the staff role of the database; auditors can read all', () => {
  expect(complianceRoutes.length).toBeGreaterThanOrEqual(2);
  for (const route of complianceRoutes) {
    const { path, realm, connection, operationId, roles, writes, anyStanding } = route;
    expect([path.startsWith('/compliance/v1/'), realm, connection, anyStanding], path).toEqual([
      true,
      'staff',
      'staff',
      undefined,
    ]);
    expect(REVIEWERS, path).toEqual(expect.arrayContaining(roles.filter((role) => role !== 'auditor')));
    // Only for those who supervise analysts.
    if (['listReads', 'listAnalystWork'].includes(operationId)) expect(roles).toEqual(['supervisor', 'auditor']);
    // Only for those who have packages.
    else if (['listNotices', 'readNoticeCounts'].includes(operationId))
      expect([writes, roles]).toEqual([false, REVIEWERS]);
    else if (route.method === 'GET') expect(roles, path).toEqual(READERS);
    // Only for those who decide, and writes nothing.
    else if (operationId === 'previewDecision') expect([writes, roles]).toEqual([false, REVIEWERS]);
    else expect([writes, roles.includes('auditor'), roles.includes('operator')], path).toEqual([true, false, false]);
  }
});

describe.each(routeNames(complianceRoutes))('%s', (_name, route) => {
  const origin = 'https://console.test';
  const cookie = (value: string) => ({ cookie: `__Host-onboarding-staff=${value}`, origin, 'x-csrf': '1' });

  test('answers 401 without a staff session, and writes nothing', async () => {
    const at = new Date(time.at);
    const { partnerId } = scene.api.partner;
    const partner = await signIn(scene.database, { partnerId, role: 'admin', at });
    const tries: Record<string, Record<string, string>> = {
      nothing: { origin, 'x-csrf': '1' },
      "a partner's token": {
        authorization: `Bearer ${await scene.api.issuer.token(scene.api.partner)}`,
        origin,
        'x-csrf': '1',
      },
      "a partner's session": partner.headers,
      "a partner's session for this site": { ...partner.headers, origin },
      "a partner's session in the staff cookie": cookie(partner.value),
      'an empty value': cookie(''),
      'a short value': cookie('x'),
      'an unknown value': cookie('a'.repeat(43)),
      'a huge value': cookie('a'.repeat(5_000)),
      'the id of a session': cookie((await enter(scene)).sessionId),
    };
    expect(await attempts(route, tries)).toEqual(all(tries, UNKNOWN));
    const answer = await send(scene, route, place);
    expect(answer.headers['www-authenticate'], 'no word of bearer tokens').toBeUndefined();
    expect(answer.json().error.description).toContain('/api/session/staff/sign-in');
  });

  test('answers 401 once the session has expired or if the account is not active, and writes nothing', async () => {
    const role = route.roles[0] ?? '';
    const ago = (minutes: number) => new Date(time.at - minutes * 60_000);
    const disabled = await enter(scene, { role });
    await scene.database.owner.query(`update accounts set status = 'Disabled' where account_id = $1`, [
      disabled.accountId,
    ]);
    const person = await enter(scene, { role });
    const old = await openSessionFor(scene.database, person.accountId, 'staff', ago(12 * 60 + 1));
    await scene.database.owner.query('update sessions set last_seen_at = $2 where session_id = $1', [
      old.sessionId,
      ago(1),
    ]);
    const tries = {
      'not used for 30 minutes': (await enter(scene, { role, at: ago(31) })).headers,
      'twelve hours old': old.headers,
      disabled: disabled.headers,
      'only invited': (await enter(scene, { role, status: 'Invited' })).headers,
    };
    expect(await attempts(route, tries)).toEqual(all(tries, UNKNOWN));
  });

  test('answers 403 to every other role, and writes nothing', async () => {
    const others = ROLES.filter((role) => !route.roles.includes(role));
    const tries: Record<string, Record<string, string>> = {};
    for (const role of others) tries[role] = (await enter(scene, { role })).headers;
    expect(others.length, 'nothing here is for operators').toBeGreaterThan(0);
    expect(await attempts(route, tries)).toEqual(all(tries, '403 Session.RoleMissing'));
  });

  test('admits each of its roles', async () => {
    for (const role of route.roles) {
      const { headers } = await enter(scene, { role });
      // For an unknown package, so that any error comes after the access check.
      const answer = await send(scene, route, {}, { headers });
      expect(outcomeOf(route, answer), role).not.toMatch(/^(401|403)/);
    }
  });

  test('answers 401 in a deployment without staff sign-in', async () => {
    const closed = await startTestApi(scene.database, { signIn: 'none' });
    const { headers } = await enter(scene, { role: route.roles[0] ?? '' });
    const answer = await send(scene, route, place, { headers, through: closed });
    expect(outcomeOf(route, answer)).toBe(UNKNOWN);
    await closed.close();
  });

  test('answers 405 to another method and names the allowed ones', async () => {
    const url = `/api${route.path.replaceAll(/\{\w+\}/g, 'x')}`;
    const answer = await scene.api.app.inject({ method: 'DELETE', url });
    expect([answer.statusCode, dashboardFailureSchema.parse(answer.json()).error.code]).toEqual([
      405,
      'Route.MethodNotAllowed',
    ]);
    expect(answer.headers.allow).toContain(route.method);
  });
});

describe.each(routeNames(writing))('%s', (_name, route) => {
  test('is refused with 403 from another site before the body is read, and writes nothing', async () => {
    const { headers } = await enter(scene, { role: route.roles[0] ?? '' });
    const { cookie, origin } = headers;
    const tries: Record<string, Record<string, string>> = {
      'only the cookie': { cookie },
      'no X-CSRF': { cookie, origin },
      'no Origin': { cookie, 'x-csrf': '1' },
      'an empty X-CSRF': { cookie, origin, 'x-csrf': '' },
      'X-CSRF: true': { cookie, origin, 'x-csrf': 'true' },
      'Origin: null': { cookie, origin: 'null', 'x-csrf': '1' },
      'another site': { cookie, origin: 'https://evil.test', 'x-csrf': '1' },
      "the partners' site": { cookie, origin: 'https://portal.test', 'x-csrf': '1' },
      'a longer host name': { cookie, origin: `${origin}.evil.test`, 'x-csrf': '1' },
      'another port': { cookie, origin: `${origin}:8443`, 'x-csrf': '1' },
      'without TLS': { cookie, origin: origin.replace('https', 'http'), 'x-csrf': '1' },
      'a Referer instead': { cookie, referer: `${origin}/`, 'x-csrf': '1' },
    };
    expect(await attempts(route, tries, 'not JSON')).toEqual(all(tries, '403 Session.CrossSite'));
  });
});

test.each(['/api/compliance/v1', '/api/compliance/v1/nothing', '/api/compliance/v2/queue', '/api/compliance/'])(
  '%s is 404 in the dashboard envelope',
  async (url) => {
    const answer = await scene.api.app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(dashboardFailureSchema.strict().parse(answer.json()).error.code).toBe('Route.NotFound');
  },
);
