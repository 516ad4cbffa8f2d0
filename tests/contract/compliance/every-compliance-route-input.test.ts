// Sends valid and invalid ids, bodies and queries to the compliance API with a valid session. Responses match their
// declarations, and only injected faults cause a 5xx.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { ODD_IDS, parametersOf } from '../../harness/cases/odd-ids.ts';
import { expectWoken } from '../../harness/checks/woken.ts';
import { situationOf, writing } from '../../harness/scenes/compliance-situations.ts';
import {
  attemptsIn,
  type Ids,
  outcomeOf,
  routeNames,
  type Scene,
  type Sending,
  send,
  setScene,
} from '../../harness/scenes/session-routes.ts';

let scene: Scene;
let attempt: ReturnType<typeof attemptsIn>;
beforeAll(async () => {
  scene = await setScene();
  attempt = attemptsIn(scene);
});
afterAll(() => scene.close());

const withBody = complianceRoutes.filter(({ body }) => body !== undefined);
const withIds = complianceRoutes.filter((route) => parametersOf(route).length > 0);

describe.each(routeNames(complianceRoutes))('%s', (_name, route) => {
  test('succeeds with a response that matches its schema', async () => {
    const { ids, person, ...sending } = await situationOf(scene, route);
    const answer = await send(scene, route, ids, { headers: person.headers, ...sending });
    expect(outcomeOf(route, answer), answer.body).toBe('200');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('wakes exactly the work that it leaves to the worker', async () => {
    const { ids, person, ...sending } = await situationOf(scene, route);
    await expectWoken(scene, () => send(scene, route, ids, { headers: person.headers, ...sending }));
  });

  test('answers 414 to a long URL, 500 to a fault, 503 to a busy database and 429 over the limit', async () => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    const sendSo = (sending: Sending) => attempt(route, ids, person, { ...usual, ...sending });
    const long = `${usual.query === undefined ? '?' : `${usual.query}&`}x=${'x'.repeat(9_000)}`;
    expect(await sendSo({ query: long })).toBe('414 Request.UrlTooLong');
    expect(await sendSo({ through: scene.faulty })).toBe('500 Internal.Error');
    expect(await sendSo({ through: scene.busy })).toBe('503 Service.Unavailable');
    const together = await Promise.all([1, 2, 3].map(() => sendSo({ through: scene.limited })));
    expect(together).toContain('429 RateLimit.Exceeded');
  });
});

test.each(routeNames(writing))(
  '%s answers 503 Service.OutcomeUnknown if the connection is lost during commit',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    expect(await attempt(route, ids, person, { ...usual, through: scene.losing })).toBe('503 Service.OutcomeUnknown');
  },
);

describe.each(routeNames(withIds))('%s', (_name, route) => {
  test.each(parametersOf(route).map((name) => [name]))('answers 404 for an invalid or unknown %s', async (name) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    for (const id of [...ODD_IDS, `${ids[name]}0`, crypto.randomUUID()]) {
      const outcome = await attempt(route, { ...ids, [name]: id }, person, usual);
      expect(outcome, `${name} ${id.slice(0, 60)}`).toMatch(/^404 /);
    }
  });
});

describe('the claim on a package', () => {
  const claimOf = async ({ customerId }: Ids) => {
    const { rows } = await scene.database.owner.query(
      'select claimed_by, claim_ends_at from reviews where customer_id = $1',
      [customerId],
    );
    return { by: rows[0]?.claimed_by, endsAt: Number(rows[0]?.claim_ends_at) };
  };
  const WORK = ['compareIdentityNumber', 'judgeDocument', 'judgeHit', 'judgePerson', 'screenPackageAgain', 'writeNote'];

  test.each(routeNames(writing.filter(({ operationId }) => WORK.includes(operationId))))(
    'is extended by %s',
    async (_name, route) => {
      const { ids, person, ...usual } = await situationOf(scene, route);
      await scene.database.owner.query(
        `update reviews set claim_ends_at = claim_ends_at - interval '1 hour' where customer_id = $1`,
        [ids.customerId],
      );
      const before = await claimOf(ids);
      expect(await attempt(route, ids, person, usual)).toBe('200');
      const after = await claimOf(ids);
      expect(after.by).toBe(person.accountId);
      expect(after.endsAt - before.endsAt).toBeGreaterThanOrEqual(3_600_000);
    },
  );
});

test.each(routeNames(withIds.filter(({ method }) => method !== 'GET')))(
  '%s answers 409 Customer.Closed once the data is erased',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    // All that the routes check of an erasure.
    await scene.database.owner.query('update customers set data_key = null where customer_id = $1', [ids.customerId]);
    expect(await attempt(route, ids, person, usual)).toBe('409 Customer.Closed');
  },
);

test.each(routeNames(withIds.filter((route) => parametersOf(route).length > 1)))(
  '%s answers 404 for a subject of another package',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    const other = await situationOf(scene, route);
    for (const name of parametersOf(route).filter((one) => one !== 'customerId')) {
      expect(await attempt(route, { ...ids, [name]: other.ids[name] ?? '' }, person, usual), name).toMatch(/^404 /);
    }
  },
);

describe.each(routeNames(withBody))('%s', (_name, route) => {
  test('rejects invalid JSON, non-objects, oversized bodies and other content types', async () => {
    const { ids, person } = await situationOf(scene, route);
    const malformed = `400 ${route.body?.malformed}`;
    for (const body of [
      'not JSON',
      '{',
      '{"a":}',
      '[]',
      'null',
      '"x"',
      '7',
      '1e400',
      `${'['.repeat(30)}${']'.repeat(30)}`,
    ]) {
      expect(await attempt(route, ids, person, { body }), body).toBe(malformed);
    }
    expect(await attempt(route, ids, person, { body: { x: 'x'.repeat(1_100_000) } })).toBe('413 Request.TooLarge');
    const headers = { ...person.headers, 'content-type': 'text/plain' };
    expect(await attempt(route, ids, person, { headers })).toBe('415 Request.UnsupportedMediaType');
  });
});

test.each(routeNames(writing.filter(({ body }) => body === undefined)))(
  '%s, which takes no body, never answers one with a 5xx',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    for (const body of ['{}', '{"x":1}', 'not JSON', '[]']) {
      expect(await attempt(route, ids, person, { ...usual, body }), body).toMatch(/^(200|4\d\d .+)$/);
    }
  },
);
