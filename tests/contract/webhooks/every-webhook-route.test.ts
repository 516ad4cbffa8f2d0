// Every operation on webhooks: its success, and every error that it declares. An operation that declares an error which
// nothing here brings about fails.
import { once } from 'node:events';
import { connect } from 'node:net';
import { dashboardSuccessSchema, type ErrorCode } from '@onboarding/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryRoutes } from '../../../apps/api/src/dashboard/delivery-routes.ts';
import { webhookOverviewRoutes } from '../../../apps/api/src/dashboard/webhook-overview-routes.ts';
import { webhookRoutes } from '../../../apps/api/src/dashboard/webhook-routes.ts';
import { exampleOf } from '../../../apps/api/src/docs/error-examples.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { DASHBOARD_CODES, specifiedFields, specifiedStatus } from '../../harness/cases/specified-operations.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { loseCommitsAfter } from '../../harness/injected-faults.ts';
import { until } from '../../harness/patience.ts';
import { type NameServer, startNameServer } from '../../harness/servers/name-server.ts';
import { type SignedIn, type SignInOptions, signIn } from '../../harness/session.ts';
import { HOOK_URL } from '../../harness/values.ts';
import {
  beat,
  disable,
  makePastPartitions,
  register,
  storeDeliveries,
  storeEvents,
  storeReplay,
} from '../../harness/webhooks.ts';

const DAY = 86_400_000;
const allRoutes = [...webhookRoutes, ...webhookOverviewRoutes, ...deliveryRoutes];
let database: TestDatabase;
let names: NameServer;
let api: TestApi;
let apis: Record<'faulty' | 'busy' | 'losing' | 'limited', TestApi>;

beforeAll(async () => {
  database = await cloneDatabase();
  await makePastPartitions(database.owner, 33);
  names = await startNameServer();
  api = await startTestApi(database, { webhookUrls: { dnsServers: [names.address] } });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  apis = {
    faulty: await startTestApi(database, { beforeStatement: failAtEntry(new Error('a fault of ours')) }),
    busy: await startTestApi(database, { beforeStatement: failAtEntry(withCode('57014')) }),
    losing: await startTestApi(database, { beforeStatement: loseCommitsAfter('session_enter') }),
    limited: await startTestApi(database, { limits: { session: 1 } }),
  };
});
afterAll(async () => {
  for (const one of [api, ...Object.values(apis)]) await one.close();
  await names.close();
  await database.close();
});

const withCode = (code: string) => Object.assign(new Error('injected'), { code });
const failAtEntry = (error: Error) => (name: string) => {
  if (name === 'session_enter') throw error;
};

/** Somebody who may do everything, of a partner with an endpoint, a delivery and a replay. */
interface Place {
  partnerId: string;
  person: SignedIn;
  deliveryId: string;
  replaySeries: string;
}

async function newPlace({
  eventAt = new Date(),
  ...signedIn
}: SignInOptions & { eventAt?: Date } = {}): Promise<Place> {
  await beat(database.owner, new Date());
  const { partnerId } = await database.addPartner();
  await register(api, await signIn(database, { partnerId }));
  const events = await storeEvents(database.owner, { partnerId, count: 1, from: eventAt });
  const [deliveryId = ''] = await storeDeliveries(database.owner, events);
  const replaySeries = await storeReplay(database.owner, { partnerId, at: new Date() });
  return { partnerId, deliveryId, replaySeries, person: await signIn(database, { partnerId, ...signedIn }) };
}

interface Sending {
  headers?: Record<string, string>;
  query?: string;
  body?: unknown;
  through?: TestApi;
}

/** A request of this route that would succeed, apart from what is said otherwise. */
function send({ person, deliveryId, replaySeries }: Place, route: SessionRoute, sending: Sending = {}) {
  const body = 'body' in sending ? sending.body : usualBody(route);
  const request: InjectOptions = {
    method: route.method,
    url: `/api${route.path.replace('{deliveryId}', deliveryId).replace('{replaySeries}', replaySeries)}${sending.query ?? ''}`,
    headers: {
      ...person.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...sending.headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
  return (sending.through ?? api).app.inject(request);
}

const iso = (ms: number) => new Date(Date.now() + ms).toISOString();

function usualBody(route: SessionRoute): Record<string, unknown> | undefined {
  if (route.body === undefined) return undefined;
  return route.operationId === 'replayWindow' ? { from: iso(-DAY), to: iso(1_000) } : { url: HOOK_URL };
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };
type Case = (route: SessionRoute) => Promise<Answer>;

const usual =
  (sending: Sending | (() => Sending) = {}): Case =>
  async (route) =>
    send(await newPlace(), route, typeof sending === 'function' ? sending() : sending);
const as =
  (options: SignInOptions): Case =>
  async (route) =>
    send(await newPlace(options), route);
const standing =
  (column: string, value: string): Case =>
  async (route) => {
    const place = await newPlace();
    await database.owner.query(`update partners set ${column} = $2 where partner_id = $1`, [place.partnerId, value]);
    return send(place, route);
  };
const withBody =
  (change: Record<string, unknown>): Case =>
  async (route) =>
    send(await newPlace(), route, { body: { ...usualBody(route), ...change } });

/** How each code is brought about, wherever it is declared. */
const CASES: Partial<Record<ErrorCode, Case>> = {
  'Partner.NotAuthenticated': usual({ headers: { cookie: '' } }),
  'Partner.Inactive': standing('status', 'Inactive'),
  'Partner.OnboardingNotApproved': standing('onboarding_status', 'Pending'),
  'Session.RoleMissing': as({ role: 'viewer' }),
  'Session.StepUpRequired': (route) => as({ at: new Date(Date.now() - 6 * 60_000) })(route),
  'Session.CrossSite': usual({ headers: { origin: 'https://evil.test' } }),
  'Request.Malformed': sendGarbage,
  'Request.UrlTooLong': usual({ query: `?x=${'x'.repeat(9_000)}` }),
  'Request.TooLarge': usual({ body: { url: 'x'.repeat(1_100_000) } }),
  'Request.UnsupportedMediaType': usual({ headers: { 'content-type': 'text/plain' } }),
  'RateLimit.Exceeded': async (route) => {
    // Two of three that are sent at once fall into one second, unless the machine is very slow.
    for (;;) {
      const place = await newPlace();
      const startedAt = performance.now();
      const answers = await Promise.all([1, 2, 3].map(() => send(place, route, { through: apis.limited })));
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      if (refused !== undefined || performance.now() - startedAt < 1_000) return refused ?? send(place, route);
    }
  },
  'Internal.Error': usual(() => ({ through: apis.faulty })),
  'Service.Unavailable': usual(() => ({ through: apis.busy })),
  'Service.OutcomeUnknown': usual(() => ({ through: apis.losing })),
  'ValidationControl.Error': (route) =>
    (route.body === undefined
      ? usual({ query: '?page=0&bucket=Week&limit=0' })
      : withBody({ url: 7, includeUnrouted: 7 }))(route),
  'Webhook.UrlNotHttps': withBody({ url: HOOK_URL.replace('https', 'http') }),
  'Webhook.UrlNotPublic': withBody({ url: 'https://169.254.169.254/latest' }),
  'Webhook.UrlUnresolvable': withBody({ url: 'https://nobody.has-this-name.com/' }),
  'Webhook.StatusUnknown': (route) =>
    (route.body === undefined ? usual({ query: '?status=Lost' }) : withBody({ status: 'Lost' }))(route),
  'Webhook.RangeInvalid': (route) =>
    (route.body === undefined ? usual({ query: '?from=2026-11-16&to=2026-11-15' }) : withBody({ to: iso(-2 * DAY) }))(
      route,
    ),
  'Webhook.RangeTooWide': withBody({ from: iso(-8 * DAY) }),
  'Webhook.EventExpired': async (route) =>
    send(await newPlace({ eventAt: new Date(Date.now() - 31 * DAY) }), route, {
      body: route.body === undefined ? undefined : { from: iso(-31 * DAY), to: iso(-30 * DAY) },
    }),
  'Webhook.EndpointNotFound': async (route) => {
    const place = await newPlace();
    return send({ ...place, person: await signIn(database) }, route);
  },
  'Webhook.EndpointDisabled': async (route) => {
    const place = await newPlace();
    await disable(database.owner, place.partnerId, new Date());
    return send(place, route);
  },
  'Webhook.DispatcherUnavailable': async (route) => {
    const place = await newPlace();
    await beat(database.owner, new Date(Date.now() - 31_000));
    return send(place, route);
  },
  'Webhook.TestFireRejected': async (route) => {
    const place = await newPlace();
    const { partnerId } = place;
    const tests = { partnerId, count: 11, from: new Date(), type: 'webhook.test' };
    await storeDeliveries(database.owner, await storeEvents(database.owner, tests), { status: 'Pending' });
    return send(place, route);
  },
  'Webhook.DeliveryNotFound': async (route) => send({ ...(await newPlace()), deliveryId: crypto.randomUUID() }, route),
  'Webhook.ReplayNotFound': async (route) => send({ ...(await newPlace()), replaySeries: crypto.randomUUID() }, route),
};

/** What is not even HTTP, sent to the path of the route. */
async function sendGarbage(route: SessionRoute): Promise<Answer> {
  const [address] = api.app.addresses();
  if (typeof address !== 'object') throw new Error('The API has no port');
  const socket = connect(address.port, '127.0.0.1');
  socket.write(`${route.method} /api${route.path} HTTP/1.1\r\nHost: x\r\nno header at all\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { statusCode: Number(head.split(' ')[1]), body, headers: {} };
}

test('there are the eleven of the specification, those of the overview, and three for replays', () => {
  expect(allRoutes).toHaveLength(11 + webhookOverviewRoutes.length + 3);
});

describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (name, route) => {
  test('a success is 200 with value, isSuccess true and no error, as the specification says', async () => {
    const answer = await send(await newPlace(), route);
    expect(answer.statusCode, answer.body).toBe(200);
    const { value, warnings: _decided, ...specified } = answer.json();
    expect(specified).toEqual({ isSuccess: true, error: null });
    expect(value).toBeInstanceOf(Object);
    expect(Object.keys(value)).toEqual(expect.arrayContaining(specifiedFields(name)));
  });

  test('succeeds, and answers exactly what it declares', async () => {
    const answer = await send(await newPlace(), route);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(dashboardSuccessSchema(route.answer.schema).strict().parse(answer.json())).toEqual(answer.json());
  });

  test.each([...new Set(errorsOf(route))].map((code) => [code]))('%s', async (code) => {
    const bringAbout = CASES[code];
    expect(bringAbout, `nothing brings about ${code}`).toBeDefined();
    const answer = await bringAbout?.(route);
    const { error } = JSON.parse(answer?.body ?? '{}');
    expect(error.code, answer?.body).toBe(code);
    expect(answer?.statusCode).toBe(statusOf(route, code));
    // What the specification fixes is judged by the specification. What is no HTTP reaches no surface, and so no envelope.
    expect(answer?.statusCode).toBe(specifiedStatus(DASHBOARD_CODES, name, code) ?? answer?.statusCode);
    const envelope = { value: null, isSuccess: false, error: { code, description: expect.any(String) } };
    if (code !== 'Request.Malformed') expect(JSON.parse(answer?.body ?? '{}')).toMatchObject(envelope);
    // The reference shows details exactly where they are sent.
    expect(exampleOf(route, code).details !== undefined, answer?.body).toBe(error.details !== undefined);
    if (answer?.statusCode === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // Every error says what to do next, and never what happened inside.
    expect((error.description ?? error.message).length).toBeGreaterThan(10);
    expect(answer?.body).not.toMatch(/injected|a fault of ours|at \w+ \(|select |node_modules/);
  });
});

describe('a URL is looked up', () => {
  const asked = () => names.questions.filter(({ name }) => name.endsWith('.has-this-name.com')).length;
  const [, post, put] = webhookRoutes;
  if (post === undefined || put === undefined) throw new Error('There are no such routes');
  const attempt = async (route: SessionRoute, options: SignInOptions, host: string) =>
    send(await newPlace(options), route, { body: { url: `https://${host}.has-this-name.com/` } });

  test.each([
    ['POST', post],
    ['PUT', put],
  ] as const)('by %s for somebody who was admitted, and for nobody else', async (_method, route) => {
    const before = asked();
    expect((await attempt(route, { role: 'developer' }, 'a')).statusCode).toBe(403);
    expect((await attempt(route, { at: new Date(Date.now() - 6 * 60_000) }, 'b')).statusCode).toBe(403);
    const place = await newPlace();
    await send(place, route, { headers: { 'x-csrf': '0' }, body: { url: 'https://c.has-this-name.com/' } });
    expect(asked()).toBe(before);
    expect((await attempt(route, {}, 'd')).statusCode).toBe(400);
    expect(asked()).toBeGreaterThan(before);
  });

  test('outside of any transaction; when no name server answers, nothing is known and nothing saved', async () => {
    const silent = await startNameServer();
    silent.silence(true);
    const alone = await startTestApi(database, { webhookUrls: { dnsServers: [silent.address] } });
    const place = await newPlace();
    const body = { url: 'https://e.has-this-name.com/' };
    // Begun at once; what is injected would wait for somebody to wait for it.
    const sending = Promise.resolve(send(place, post, { body, through: alone }));
    await until(async () => silent.questions.length > 0, 'the name is looked up');
    const { rows } = await database.owner.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    );
    expect(rows[0].open).toBe(0);
    const answer = await sending;
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'Service.Unavailable']);
    expect(answer.headers['retry-after']).toBeDefined();
    const url = await database.owner.query('select url from webhook_endpoints where partner_id = $1', [
      place.partnerId,
    ]);
    expect(url.rows).toEqual([{ url: HOOK_URL }]);
    await alone.close();
    await silent.close();
  });
});
