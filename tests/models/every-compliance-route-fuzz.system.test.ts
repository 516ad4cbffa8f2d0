// Sends random bodies and queries to the compliance API with a valid session. Responses match their declarations and are never
// a 5xx.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../apps/api/src/compliance/routes.ts';
import { mutated, oddText } from '../harness/cases/odd-json.ts';
import { claim, newPlace, situationOf } from '../harness/scenes/compliance-situations.ts';
import { attemptsIn, enter, routeNames, type Scene, setScene } from '../harness/scenes/session-routes.ts';

/** Fixed, so that failures are reproducible. */
const SEED = 20_261_115;
const BODIES_PER_ROUTE = 40;
const QUERIES_PER_ROUTE = 60;

let scene: Scene;
let attempt: ReturnType<typeof attemptsIn>;
beforeAll(async () => {
  scene = await setScene();
  attempt = attemptsIn(scene);
});
afterAll(() => scene.close());

const withBody = complianceRoutes.filter(({ body }) => body !== undefined);
const withQuery = complianceRoutes.filter(({ query }) => query !== undefined);

describe.each(routeNames(withBody))('%s', (_name, route) => {
  test('never answers a malformed body with a 5xx', async () => {
    const { body: usual = route.body?.example } = await situationOf(scene, route);
    const person = await enter(scene);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(mutated(fc.constant(usual)), async (body) => {
        // A new package each time, so that the effect of one body cannot mask that of the next.
        const place = await newPlace(scene);
        await claim(scene, place, person);
        const outcome = await attempt(route, place, person, { body });
        seen.add(outcome);
        expect(outcome).toMatch(/^(200|4\d\d .+)$/);
      }),
      { numRuns: BODIES_PER_ROUTE, seed: SEED },
    );
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe.each(routeNames(withQuery))('%s', (_name, route) => {
  const names = Object.keys(route.query?.shape ?? {});

  test('never answers a malformed query with a 5xx', async () => {
    const { ids, person, query = '' } = await situationOf(scene, route);
    const value = fc.oneof(
      oddText,
      fc.constantFrom(
        '0',
        '-1',
        '1.5',
        '1e9',
        '99999999999999999999',
        'NaN',
        '[]',
        'null',
        '{}',
        'true',
        '2026-13-40',
        'NGA,KEN',
      ),
      fc.constantFrom('2026-11-15T10:00:00Z', '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01', 'eyJ9', 'bnVsbA', 'W10', ','),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names, 'unknown', '__proto__'), value), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const odd = given.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
        const outcome = await attempt(route, ids, person, { query: query === '' ? `?${odd}` : `${query}&${odd}` });
        expect(outcome, odd).toMatch(/^(200|4\d\d .+)$/);
      }),
      { numRuns: QUERIES_PER_ROUTE, seed: SEED },
    );
  });
});
