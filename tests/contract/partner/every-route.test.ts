// Every operation of the Partner API: its success, every error that it declares, and its authentication. A declared error
// without a case here fails.
import { failureSchema, successSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf } from '../../../apps/api/src/docs/error-examples.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { ODD_IDS, parametersOf } from '../../harness/cases/odd-ids.ts';
import { PARTNER_CODES, specifiedFields, specifiedStatus } from '../../harness/cases/specified-operations.ts';
import { expectWoken, wokenBy } from '../../harness/checks/woken.ts';
import { pathOf, type Scene, send, setScene, usualBody, usualQuery } from '../../harness/scenes/every-route.ts';
import { caseOf } from './every-route-cases.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});
afterAll(() => scene.close());

test('a GET runs in a read-only transaction', () => {
  const reads = partnerRoutes.filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(5);
  expect(reads.filter(({ writes }) => writes).map(({ path }) => path)).toEqual([]);
});

describe.each(partnerRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (name, route) => {
  test('returns 200 with isSuccess true and the fields of the specification', {
    tags: ['S-197', 'S-207'],
  }, async () => {
    const answer = await send(scene, route);
    expect(answer.statusCode, answer.body).toBe(200);
    const { value, warnings: _decided, ...specified } = answer.json();
    expect(specified).toEqual({ isSuccess: true });
    expect(value).toBeInstanceOf(Object);
    expect(Object.keys(value)).toEqual(expect.arrayContaining(specifiedFields(name)));
  });

  test('succeeds, and the response has exactly the declared shape', { tags: ['S-1'] }, async () => {
    const answer = await send(scene, route);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(successSchema(route.answer.schema).parse(answer.json())).toEqual(answer.json());
  });

  test('wakes exactly the work that it leaves to the worker', async () => {
    await expectWoken(scene, () => send(scene, route));
  });

  test('is served under /api and not without it', { tags: ['S-1'] }, async () => {
    const { api, customerId } = scene;
    const headers = { authorization: `Bearer ${await api.issuer.token(api.partner)}` };
    const url = `${pathOf(scene, route, customerId)}${usualQuery(route)}`;
    const answer = await api.app.inject({ method: route.method, url, headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'Route.NotFound']);
  });

  test.each([...new Set(errorsOf(route))].map((code) => [code]))('%s', async (code) => {
    const bringAbout = caseOf(route, code);
    expect(bringAbout, `nothing brings about ${code}`).toBeDefined();
    const answer = await bringAbout?.(scene, route);
    const { error } = failureSchema.parse(answer?.json());
    expect(error.code, answer?.body).toBe(code);
    expect(answer?.statusCode).toBe(statusOf(route, code));
    // Statuses fixed by the specification are checked against it.
    expect(answer?.statusCode).toBe(specifiedStatus(PARTNER_CODES, name, code) ?? answer?.statusCode);
    expect(answer?.json()).toMatchObject({ isSuccess: false, error: { code, message: expect.any(String) } });
    // The API reference shows details only for errors that have them.
    expect(exampleOf(route, code).details !== undefined, answer?.body).toBe(error.details !== undefined);
    // Every error says what to do next and reveals no internals.
    expect(error.message.length).toBeGreaterThan(10);
    expect(answer?.body).not.toMatch(/injected|a fault of ours|at \w+ \(|select |node_modules/);
  });

  test('rejects an expired token with 401', { tags: ['S-9'] }, async () => {
    const { clientId, partnerId } = scene.api.partner;
    const past = Math.floor(Date.now() / 1000) - 1_000;
    const claims = { sub: clientId, client_id: clientId, partner_id: partnerId, scope: route.scope };
    const token = await scene.api.issuer.sign({ ...claims, iat: past, exp: past + 300 });
    expect((await send(scene, route, { token })).statusCode).toBe(401);
  });
});

describe('the worker', () => {
  const named = (operationId: string) => partnerRoutes.filter((route) => route.operationId === operationId);

  test.each(named('createBusinessProfile'))('is not woken again by a repeated $operationId', async (route) => {
    const sending = { headers: { 'idempotency-key': crypto.randomUUID() }, body: usualBody(scene, route) };
    const all = ['Events', 'Flags', 'Screenings'];
    expect(await wokenBy(scene, () => send(scene, route, sending))).toEqual({ left: all, woken: [all] });
    expect(await wokenBy(scene, () => send(scene, route, sending))).toEqual({ left: [], woken: [] });
  });

  test.each(named('postUploadLink'))('is not woken by $operationId, which leaves it no work', async (route) => {
    expect(await wokenBy(scene, () => send(scene, route))).toEqual({ left: [], woken: [] });
  });

  test.each([
    [{ email: 'another@company.example' }, ['Events']],
    [{ website: 'https://another.example' }, ['Events']],
    [{ registrationNumber: 'RC7654321' }, ['Events', 'Flags']],
    [{ companyName: 'Another Name Ltd' }, ['Events', 'Flags', 'Screenings']],
    [{ tradingName: 'Another' }, ['Events', 'Screenings']],
  ])('is woken by the change %j only for %j', async (body, works) => {
    const [route] = named('patchBusinessProfile');
    if (route === undefined) throw new Error('There is no such route');
    expect(await wokenBy(scene, () => send(scene, route, { body }))).toEqual({ left: works, woken: [works] });
  });
});

const withIds = partnerRoutes.filter((route) => parametersOf(route).length > 0);

test.each(withIds.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s returns 404 for malformed and unknown ids',
  { tags: ['S-201'] },
  async (_name, route) => {
    for (const name of parametersOf(route)) {
      const isReference = name === 'partnerCustomerId';
      for (const id of [...ODD_IDS, `${isReference ? scene.reference : scene.customerId}0`]) {
        const answer = await send(scene, route, { path: pathOf(scene, { path: route.path.replace(`{${name}}`, id) }) });
        expect([id, answer.statusCode, answer.json().error.code]).toEqual([id, 404, 'Customer.NotFound']);
      }
    }
  },
);
