// Every route of the operations API: who may use it, what it accepts, and that refused requests change nothing.
import { dashboardFailureSchema } from '@onboarding/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { operationsRoutes } from '../../../apps/api/src/operations/routes.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { ODD_IDS, parametersOf } from '../../harness/cases/odd-ids.ts';
import { mutated, oddText } from '../../harness/cases/odd-json.ts';
import { expectWoken } from '../../harness/checks/woken.ts';
import { OPERATED, operatorSituation } from '../../harness/scenes/operations-situations.ts';
import {
  enter,
  everythingWritten,
  type Ids,
  outcomeOf,
  ROLES,
  routeNames,
  type Scene,
  type Sending,
  send,
  setScene,
} from '../../harness/scenes/session-routes.ts';
import { openSessionFor, type SignedIn, signIn } from '../../harness/session.ts';

const SEED = 20_261_116;
const BODIES_PER_ROUTE = 25;
const QUERIES_PER_ROUTE = 40;

let scene: Scene;
let unconfigured: TestApi;
beforeAll(async () => {
  scene = await setScene();
  unconfigured = await startTestApi(scene.database, { withoutOperations: true });
});
afterAll(async () => {
  await unconfigured.close();
  await scene.close();
});

const writing = operationsRoutes.filter(({ method }) => method !== 'GET');
const UNKNOWN = '401 Partner.NotAuthenticated';

async function attempt(route: SessionRoute, ids: Ids, person: SignedIn, sending: Sending = {}): Promise<string> {
  return outcomeOf(route, await send(scene, route, ids, { headers: person.headers, ...sending }));
}

/** The outcome of each attempt, none of which may change anything. */
async function attempts(route: SessionRoute, tries: Record<string, Record<string, string>>, sending: Sending = {}) {
  const { ids } = await operatorSituation(scene, route);
  const before = await everythingWritten(scene.database, OPERATED);
  const outcomes: Record<string, string> = {};
  for (const [name, headers] of Object.entries(tries)) {
    const answer = await send(scene, route, ids, { headers, ...sending });
    outcomes[name] = outcomeOf(route, answer);
    expect(answer.json().value).toBeNull();
  }
  expect(await everythingWritten(scene.database, OPERATED), 'nothing is written').toEqual(before);
  return outcomes;
}

const all = (tries: Record<string, unknown>, outcome: string) =>
  Object.fromEntries(Object.keys(tries).map((name) => [name, outcome]));

test('every route is only for operators and uses their database role; every write requires a step-up', () => {
  expect(operationsRoutes.length).toBeGreaterThanOrEqual(20);
  for (const { path, realm, connection, roles, writes, method, stepUp } of operationsRoutes) {
    const isWrite = method !== 'GET';
    expect([path.startsWith('/operations/v1/'), realm, connection, roles, writes, stepUp === true], path).toEqual([
      true,
      'staff',
      'operations',
      ['operator'],
      isWrite,
      isWrite,
    ]);
  }
});

describe.each(routeNames(operationsRoutes))('%s', (_name, route) => {
  const origin = 'https://console.test';

  test('succeeds for an operator, and the response has exactly the declared shape', async () => {
    const { ids, person, ...sending } = await operatorSituation(scene, route);
    const answer = await send(scene, route, ids, { headers: person.headers, ...sending });
    expect(outcomeOf(route, answer), answer.body).toBe('200');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('wakes exactly the work that it leaves to the worker', async () => {
    const { ids, person, ...sending } = await operatorSituation(scene, route);
    await expectWoken(scene, () => send(scene, route, ids, { headers: person.headers, ...sending }));
  });

  test('returns 401 without a staff session, and writes nothing', async () => {
    const partner = await signIn(scene.database, { partnerId: scene.api.partner.partnerId, role: 'admin' });
    const token = await scene.api.issuer.token(scene.api.partner);
    const tries: Record<string, Record<string, string>> = {
      nothing: { origin, 'x-csrf': '1' },
      "a partner's token": { authorization: `Bearer ${token}`, origin, 'x-csrf': '1' },
      "a partner's session": partner.headers,
      "a partner's session under the name of ours": {
        cookie: `__Host-onboarding-staff=${partner.value}`,
        origin,
        'x-csrf': '1',
      },
    };
    expect(await attempts(route, tries)).toEqual(all(tries, UNKNOWN));
  });

  test('returns 403 to analysts, supervisors and auditors, and writes nothing', async () => {
    const tries: Record<string, Record<string, string>> = {};
    for (const role of ROLES.filter((one) => one !== 'operator')) tries[role] = (await enter(scene, { role })).headers;
    expect(Object.keys(tries)).toEqual(['analyst', 'supervisor', 'auditor']);
    expect(await attempts(route, tries)).toEqual(all(tries, '403 Session.RoleMissing'));
  });

  test('returns the declared error if not configured, if rate-limited, and if the database fails', async () => {
    const { ids, person, ...usual } = await operatorSituation(scene, route);
    const sendSo = (sending: Sending) => attempt(route, ids, person, { ...usual, ...sending });
    expect(await sendSo({ through: unconfigured })).toBe('503 Operations.NotConfigured');
    expect(await sendSo({ query: `${usual.query ?? '?'}&x=${'x'.repeat(9_000)}` })).toBe('414 Request.UrlTooLong');
    expect(await sendSo({ through: scene.faulty })).toBe('500 Internal.Error');
    expect(await sendSo({ through: scene.busy })).toBe('503 Service.Unavailable');
    const together = await Promise.all([1, 2, 3].map(() => sendSo({ through: scene.limited })));
    expect(together).toContain('429 RateLimit.Exceeded');
  });

  test('returns 405 and the allowed methods for another method', async () => {
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
  test('is rejected from another site before its body is read, and writes nothing', async () => {
    const { cookie, origin } = (await enter(scene, { role: 'operator' })).headers;
    const tries: Record<string, Record<string, string>> = {
      'the cookie alone': { cookie },
      'no X-CSRF': { cookie, origin },
      'no Origin': { cookie, 'x-csrf': '1' },
      'another site': { cookie, origin: 'https://evil.test', 'x-csrf': '1' },
      "the partners' site": { cookie, origin: 'https://portal.test', 'x-csrf': '1' },
      'a Referer instead': { cookie, referer: `${origin}/`, 'x-csrf': '1' },
    };
    const body = route.body === undefined ? {} : { body: 'not JSON' };
    expect(await attempts(route, tries, body)).toEqual(all(tries, '403 Session.CrossSite'));
  });

  test('requires a second factor within the last 5 minutes, and writes nothing without it', async () => {
    const old = await enter(scene, { role: 'operator', at: new Date(Date.now() - 6 * 60_000) });
    const shared = await enter(scene, { role: 'operator', at: new Date(Date.now() - 6 * 60_000) });
    const fresh = await openSessionFor(scene.database, shared.accountId, 'staff', new Date());
    const partners = await signIn(scene.database, { partnerId: scene.api.partner.partnerId });
    const mixed = { ...shared.headers, cookie: `${shared.headers.cookie}; ${partners.headers.cookie}` };
    const tries = { old: old.headers, 'fresh in another session': shared.headers, 'fresh at the portal': mixed };
    // Two cookies of the same name: only the first one counts, so that a second one cannot be smuggled in.
    const twice = { ...shared.headers, cookie: `${shared.headers.cookie}; ${fresh.headers.cookie}` };
    expect(Object.values(await attempts(route, { twice }))[0]).toMatch(/^40[13] /);
    expect(await attempts(route, tries)).toEqual(all(tries, '403 Session.StepUpRequired'));
  });

  test('returns Service.OutcomeUnknown if the commit is uncertain', async () => {
    const { ids, person, ...usual } = await operatorSituation(scene, route);
    expect(await attempt(route, ids, person, { ...usual, through: scene.losing })).toBe('503 Service.OutcomeUnknown');
  });
});

const withIds = operationsRoutes.filter((route) => parametersOf(route).length > 0);

const NOT_FOUND: Record<string, string> = {
  partnerId: 'Operations.PartnerNotFound',
  accountId: 'Account.NotFound',
  certificateId: 'Credential.NotFound',
  jobId: 'Operations.DeadLetterNotFound',
};

test.each(routeNames(withIds))(
  '%s returns 404 for malformed and unknown ids, and says what was not found',
  async (_name, route) => {
    const { ids, person, ...usual } = await operatorSituation(scene, route);
    for (const name of parametersOf(route)) {
      for (const id of [...ODD_IDS, `${ids[name]}0`, crypto.randomUUID()]) {
        const outcome = await attempt(route, { ...ids, [name]: id }, person, usual);
        expect(outcome, `${name} ${id.slice(0, 60)}`).toMatch(new RegExp(`^404 ${NOT_FOUND[name] ?? ''}`));
      }
    }
  },
);

test("a partner's user is not found among our staff or another partner's users, nor our staff among a partner's users", async () => {
  const ours = await enter(scene, { role: 'auditor' });
  const theirs = await signIn(scene.database, { partnerId: scene.api.partner.partnerId });
  const accounts = [ours.accountId, theirs.accountId];
  const read = () =>
    scene.database.owner.query('select * from accounts where account_id = any ($1) order by account_id', [accounts]);
  const before = await read();
  for (const route of operationsRoutes.filter(({ path }) => path.includes('{accountId}'))) {
    const { ids, person } = await operatorSituation(scene, route);
    const outsiders = ids.partnerId === undefined ? [theirs.accountId] : accounts;
    for (const accountId of outsiders) {
      expect(await attempt(route, { ...ids, accountId }, person), route.operationId).toBe('404 Account.NotFound');
    }
  }
  expect((await read()).rows).toEqual(before.rows);
});

describe.each(routeNames(operationsRoutes.filter(({ body }) => body !== undefined)))('%s', (_name, route) => {
  test('rejects a body that is not JSON, not an object, too large or of another media type', async () => {
    const { ids, person } = await operatorSituation(scene, route);
    for (const body of ['not JSON', '{', '[]', 'null', '"x"', '7', `${'['.repeat(30)}${']'.repeat(30)}`]) {
      expect(await attempt(route, ids, person, { body }), body).toBe(`400 ${route.body?.malformed}`);
    }
    expect(await attempt(route, ids, person, { body: { x: 'x'.repeat(1_100_000) } })).toBe('413 Request.TooLarge');
    const headers = { ...person.headers, 'content-type': 'text/plain' };
    expect(await attempt(route, ids, person, { headers })).toBe('415 Request.UnsupportedMediaType');
  });

  test('never answers a malformed body with a 5xx', async () => {
    const person = await enter(scene, { role: 'operator' });
    let { ids } = await operatorSituation(scene, route);
    await fc.assert(
      fc.asyncProperty(mutated(fc.constant(route.body?.example)), async (body) => {
        const outcome = await attempt(route, ids, person, { body });
        expect(outcome).toMatch(/^(200|4\d\d .+)$/);
        // A repeated success may not be possible, so prepare a new situation.
        if (outcome === '200') ({ ids } = await operatorSituation(scene, route));
      }),
      { numRuns: BODIES_PER_ROUTE, seed: SEED },
    );
  });
});

test.each(routeNames(operationsRoutes.filter(({ query }) => query !== undefined)))(
  '%s never answers a malformed query with a 5xx',
  async (_name, route) => {
    const { ids, person, query = '' } = await operatorSituation(scene, route);
    const names = Object.keys(route.query?.shape ?? {});
    const value = fc.oneof(
      oddText,
      fc.constantFrom(
        '0',
        '-1',
        '1.5',
        '99999999999999999999',
        'null',
        'Active',
        '%',
        '_',
        '\\',
        'A'.repeat(22),
        'W10',
      ),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names, 'unknown'), value), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const odd = given.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
        const outcome = await attempt(route, ids, person, { query: query === '' ? `?${odd}` : `${query}&${odd}` });
        expect(outcome, odd).toMatch(/^(200|4\d\d .+)$/);
      }),
      { numRuns: QUERIES_PER_ROUTE, seed: SEED },
    );
  },
);

test.each(['/api/operations/v1', '/api/operations/v1/nothing', '/api/operations/'])(
  '%s returns 404 in the envelope of the dashboard',
  async (url) => {
    const answer = await scene.api.app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(dashboardFailureSchema.strict().parse(answer.json()).error.code).toBe('Route.NotFound');
  },
);
