// Whatever is sent to the compliance API by somebody who may use it: ids, bodies and queries of every kind. The answer is
// what the route declares, and never a fault of ours.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { ODD_IDS, parametersOf } from '../../harness/cases/odd-ids.ts';
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
  test('succeeds, and answers exactly what it declares', async () => {
    const { ids, person, ...sending } = await situationOf(scene, route);
    const answer = await send(scene, route, ids, { headers: person.headers, ...sending });
    expect(outcomeOf(route, answer), answer.body).toBe('200');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('says so when it is asked too often, in too many words, or while the store is away', async () => {
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

test.each(routeNames(writing))('%s says so when nobody knows whether it took effect', async (_name, route) => {
  const { ids, person, ...usual } = await situationOf(scene, route);
  expect(await attempt(route, ids, person, { ...usual, through: scene.losing })).toBe('503 Service.OutcomeUnknown');
});

describe.each(routeNames(withIds))('%s', (_name, route) => {
  test.each(parametersOf(route).map((name) => [name]))(
    '%s that is none, or that nobody has, is not found',
    async (name) => {
      const { ids, person, ...usual } = await situationOf(scene, route);
      for (const id of [...ODD_IDS, `${ids[name]}0`, crypto.randomUUID()]) {
        const outcome = await attempt(route, { ...ids, [name]: id }, person, usual);
        expect(outcome, `${name} ${id.slice(0, 60)}`).toMatch(/^404 /);
      }
    },
  );
});

describe('the claim of an analyst who works on a package', () => {
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
  '%s has nothing left to work on once the data were erased',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    // As an erasure leaves it, as far as this can tell.
    await scene.database.owner.query('update customers set data_key = null where customer_id = $1', [ids.customerId]);
    expect(await attempt(route, ids, person, usual)).toBe('409 Customer.Closed');
  },
);

test.each(routeNames(withIds.filter((route) => parametersOf(route).length > 1)))(
  '%s does not find what belongs to another package',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    const other = await situationOf(scene, route);
    for (const name of parametersOf(route).filter((one) => one !== 'customerId')) {
      expect(await attempt(route, { ...ids, [name]: other.ids[name] ?? '' }, person, usual), name).toMatch(/^404 /);
    }
  },
);

describe.each(routeNames(withBody))('%s', (_name, route) => {
  test('refuses what is no JSON, no object, too much or of another type', async () => {
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
  '%s, which takes no body, is not disturbed by one',
  async (_name, route) => {
    const { ids, person, ...usual } = await situationOf(scene, route);
    for (const body of ['{}', '{"x":1}', 'not JSON', '[]']) {
      expect(await attempt(route, ids, person, { ...usual, body }), body).toMatch(/^(200|4\d\d .+)$/);
    }
  },
);
