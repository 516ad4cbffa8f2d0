// Every webhook operation: its success, and every error that it declares. A declared error without a case here fails.
import { dashboardSuccessSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryRoutes } from '../../../apps/api/src/dashboard/delivery-routes.ts';
import { webhookOverviewRoutes } from '../../../apps/api/src/dashboard/webhook-overview-routes.ts';
import { webhookRoutes } from '../../../apps/api/src/dashboard/webhook-routes.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { errorsOf } from '../../../apps/api/src/http/route-errors.ts';
import type { AccountOptions } from '../../harness/account-rows.ts';
import { startTestApi } from '../../harness/api.ts';
import { DASHBOARD_CODES, specifiedFields, specifiedStatus } from '../../harness/cases/specified-operations.ts';
import { type Case, type Cases, expectError, sendIn, sharedErrors } from '../../harness/cases/user-errors.ts';
import { expectWoken } from '../../harness/checks/woken.ts';
import { until } from '../../harness/patience.ts';
import { routeNames, type Scene, type Sending, type Situation, setScene } from '../../harness/scenes/session-routes.ts';
import { type NameServer, startNameServer } from '../../harness/servers/name-server.ts';
import { signIn } from '../../harness/session.ts';
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
let names: NameServer;
let scene: Scene;

beforeAll(async () => {
  names = await startNameServer();
  scene = await setScene({ webhookUrls: { dnsServers: [names.address] } });
  await makePastPartitions(scene.database.owner, 33);
});
afterAll(async () => {
  await scene.close();
  await names.close();
});

/** An admin of a partner with an endpoint, a delivery and a replay. */
interface Place extends Situation {
  partnerId: string;
}

async function newPlace({
  eventAt = new Date(),
  ...signedIn
}: AccountOptions & { eventAt?: Date } = {}): Promise<Place> {
  const { api, database } = scene;
  await beat(database.owner, new Date());
  const { partnerId } = await database.addPartner();
  await register(api, await signIn(database, { partnerId }));
  const events = await storeEvents(database.owner, { partnerId, count: 1, from: eventAt });
  const [deliveryId = ''] = await storeDeliveries(database.owner, events);
  const replaySeries = await storeReplay(database.owner, { partnerId, at: new Date() });
  return {
    partnerId,
    ids: { deliveryId, replaySeries },
    person: await signIn(database, { partnerId, ...signedIn }),
  };
}

/** Sends the request that would succeed, apart from the given changes. */
const send = ({ ids, person }: Place, route: SessionRoute, sending: Sending = {}) =>
  sendIn(scene, route, { ids, person, body: usualBody(route) }, sending);

const iso = (ms: number) => new Date(Date.now() + ms).toISOString();

function usualBody(route: SessionRoute): Record<string, unknown> | undefined {
  if (route.body === undefined) return undefined;
  return route.operationId === 'replayWindow' ? { from: iso(-DAY), to: iso(1_000) } : { url: HOOK_URL };
}

const usual =
  (sending: Sending): Case =>
  async (route) =>
    send(await newPlace(), route, sending);
const withBody =
  (change: Record<string, unknown>): Case =>
  async (route) =>
    send(await newPlace(), route, { body: { ...usualBody(route), ...change } });

/** How to trigger each code, on every route that declares it. */
const CASES: Cases = {
  ...sharedErrors(
    () => scene,
    async (route) => {
      const { ids, person } = await newPlace();
      return { ids, person, body: usualBody(route) };
    },
  ),
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
    return send({ ...place, person: await signIn(scene.database) }, route);
  },
  'Webhook.EndpointDisabled': async (route) => {
    const place = await newPlace();
    await disable(scene.database.owner, place.partnerId, new Date());
    return send(place, route);
  },
  'Webhook.DispatcherUnavailable': async (route) => {
    const place = await newPlace();
    await beat(scene.database.owner, new Date(Date.now() - 31_000));
    return send(place, route);
  },
  'Webhook.TestFireRejected': async (route) => {
    const place = await newPlace();
    const { partnerId } = place;
    const tests = { partnerId, count: 11, from: new Date(), type: 'webhook.test' };
    await storeDeliveries(scene.database.owner, await storeEvents(scene.database.owner, tests), { status: 'Pending' });
    return send(place, route);
  },
  'Webhook.DeliveryNotFound': async (route) => send({ ...(await newPlace()), ids: {} }, route),
  'Webhook.ReplayNotFound': async (route) => send({ ...(await newPlace()), ids: {} }, route),
};

test('the routes are the eleven of the specification, those of the overview, and three for replays', () => {
  expect(allRoutes).toHaveLength(11 + webhookOverviewRoutes.length + 3);
});

describe.each(routeNames(allRoutes))('%s', (name, route) => {
  test('returns 200 with isSuccess true, no error and the fields of the specification', {
    tags: ['S-257', 'S-265', 'S-273', 'S-286'],
  }, async () => {
    const answer = await send(await newPlace(), route);
    expect(answer.statusCode, answer.body).toBe(200);
    const { value, warnings: _decided, ...specified } = answer.json();
    expect(specified).toEqual({ isSuccess: true, error: null });
    expect(value).toBeInstanceOf(Object);
    expect(Object.keys(value)).toEqual(expect.arrayContaining(specifiedFields(name)));
  });

  test('succeeds, and the response has exactly the declared shape', async () => {
    const answer = await send(await newPlace(), route);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(dashboardSuccessSchema(route.answer.schema).strict().parse(answer.json())).toEqual(answer.json());
  });

  test('wakes exactly the work that it leaves to the worker', async () => {
    const place = await newPlace();
    if (route.operationId === 'enableWebhook') await disable(scene.database.owner, place.partnerId, new Date());
    await expectWoken(scene, () => send(place, route));
  });

  test.each([...new Set(errorsOf(route))].map((code) => [code]))('%s', async (code) => {
    const { statusCode } = await expectError(CASES, route, code);
    // Statuses fixed by the specification are checked against it.
    expect(statusCode).toBe(specifiedStatus(DASHBOARD_CODES, name, code) ?? statusCode);
  });
});

describe('the host of a URL is resolved', () => {
  const asked = () => names.questions.filter(({ name }) => name.endsWith('.has-this-name.com')).length;
  const [, post, put] = webhookRoutes;
  if (post === undefined || put === undefined) throw new Error('There are no such routes');
  const attempt = async (route: SessionRoute, options: AccountOptions, host: string) =>
    send(await newPlace(options), route, { body: { url: `https://${host}.has-this-name.com/` } });

  test.each([
    ['POST', post],
    ['PUT', put],
  ] as const)('by %s only for authorised requests', async (_method, route) => {
    const before = asked();
    expect((await attempt(route, { role: 'developer' }, 'a')).statusCode).toBe(403);
    expect((await attempt(route, { at: new Date(Date.now() - 6 * 60_000) }, 'b')).statusCode).toBe(403);
    const place = await newPlace();
    await send(place, route, { headers: { 'x-csrf': '0' }, body: { url: 'https://c.has-this-name.com/' } });
    expect(asked()).toBe(before);
    expect((await attempt(route, {}, 'd')).statusCode).toBe(400);
    expect(asked()).toBeGreaterThan(before);
  });

  test('outside any transaction; if no name server responds, returns 503 and saves nothing', async () => {
    const silent = await startNameServer();
    silent.silence(true);
    const alone = await startTestApi(scene.database, { webhookUrls: { dnsServers: [silent.address] } });
    const place = await newPlace();
    const body = { url: 'https://e.has-this-name.com/' };
    // Started immediately; an injected request is not sent before it is awaited.
    const sending = Promise.resolve(send(place, post, { body, through: alone }));
    await until(async () => silent.questions.length > 0, 'the name is looked up');
    const { rows } = await scene.database.owner.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    );
    expect(rows[0].open).toBe(0);
    const answer = await sending;
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'Service.Unavailable']);
    expect(answer.headers['retry-after']).toBeDefined();
    const url = await scene.database.owner.query('select url from webhook_endpoints where partner_id = $1', [
      place.partnerId,
    ]);
    expect(url.rows).toEqual([{ url: HOOK_URL }]);
    await alone.close();
    await silent.close();
  });
});
