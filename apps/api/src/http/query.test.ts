import { DomainError } from '@onboarding/domain';
import { describe, expect, test } from 'vitest';
import { complianceRoutes } from '../compliance/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { operationsRoutes } from '../operations/routes.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { readQuery } from './query.ts';

const LISTS = [...partnerRoutes, ...dashboardRoutes, ...complianceRoutes, ...operationsRoutes].flatMap((route) =>
  route.query !== undefined && 'cursor' in route.query.shape
    ? [[`${route.method} ${route.path}`, route.query] as const]
    : [],
);

test('there are lists on each surface', () => {
  expect(LISTS.length).toBeGreaterThan(15);
});

function problemOf(schema: Parameters<typeof readQuery>[0], cursor: unknown): string | undefined {
  try {
    readQuery(schema, { cursor });
  } catch (error) {
    if (error instanceof DomainError) return error.details?.find(({ pointer }) => pointer === '?cursor')?.message;
  }
  return undefined;
}

const OURS =
  /^cursor must be (?:the (?:unchanged )?nextCursor of an earlier (?:page|response), or be omitted|given once)\.$/;

test.each(LISTS)('%s: a cursor that is too long or repeated is refused in our own words', (_route, schema) => {
  expect(problemOf(schema, 'a'.repeat(5_000))).toMatch(OURS);
  expect(problemOf(schema, ['a', 'b'])).toMatch(OURS);
});

/** The problems of a query, by parameter; none if it is accepted. */
function problemsOf(schema: Parameters<typeof readQuery>[0], query: Record<string, string>): string[] {
  try {
    readQuery(schema, query);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return (error.details ?? []).map(({ pointer }) => pointer);
    throw error;
  }
}

const QUERIES = [...partnerRoutes, ...dashboardRoutes, ...complianceRoutes, ...operationsRoutes].flatMap((route) =>
  route.query === undefined ? [] : [[route.operationId, route.query] as const],
);

/** Their ranges are checked with the defaults of both ends, by the domain. */
const CHECKED_LATER = ['readWebhookStatistics', 'listReads', 'listAnalystWork'];
const RANGES = QUERIES.filter(([id]) => !CHECKED_LATER.includes(id)).flatMap(([id, { shape }]) =>
  Object.keys(shape).flatMap((from) => {
    const to = from.replace(/^from$/, 'to').replace(/From$/, 'To');
    return to !== from && to in shape && id !== 'compareRules' ? [[id, from, to] as const] : [];
  }),
);
const queryOf = (id: string) => QUERIES.find(([one]) => one === id)?.[1] ?? expect.fail(`There is no query of ${id}`);

test('lists on several surfaces have ranges of time', () => {
  expect(RANGES.length).toBeGreaterThanOrEqual(10);
});

test.each(RANGES)(
  '%s: %s alone, %s alone, and both in order are accepted; equal or reversed ends are refused',
  (id, from, to) => {
    const problems = (query: Record<string, string>) => problemsOf(queryOf(id), query);
    const [first, second, third] = ['2026-11-14', '2026-11-14T00:00:00.001Z', '2026-11-15T01:00:00+01:00'];
    for (const range of [
      { [from]: first },
      { [to]: first },
      { [from]: first, [to]: second },
      { [from]: second, [to]: third },
    ])
      expect(problems(range), JSON.stringify(range)).toEqual([]);
    for (const range of [
      { [from]: first, [to]: first },
      { [from]: second, [to]: first },
      { [from]: '2026-11-15', [to]: third },
    ])
      expect(problems(range), JSON.stringify(range)).toEqual([`?${to}`]);
  },
);

describe('a numbered page', () => {
  test.each([
    ['listBusinessProfiles', { page: '50', pageSize: '200' }, []],
    ['listBusinessProfiles', { page: '51', pageSize: '200' }, ['?page']],
    ['listBusinessProfiles', { page: '200' }, []],
    ['listBusinessProfiles', { page: '201' }, ['?page']],
    ['listDeliveries', { page: '50', pageSize: '200' }, []],
    ['listDeliveries', { page: '51', pageSize: '200' }, ['?page']],
    ['listDeliveries', { page: '200' }, []],
    ['listDeliveries', { page: '201' }, ['?page']],
  ] as const)('of %s with %o ends within the first 10,000 rows, or is refused', (id, query, problems) => {
    expect(problemsOf(queryOf(id), query)).toEqual(problems);
  });

  test.each([
    ['listBusinessProfiles', { page: '1', limit: '1' }, ['?page']],
    ['listBusinessProfiles', { page: '1', cursor: 'a' }, ['?page']],
    ['listBusinessProfiles', { pageSize: '1', limit: '1' }, ['?pageSize']],
    ['listBusinessProfiles', { pageSize: '1', cursor: 'a' }, ['?pageSize']],
    ['listBusinessProfiles', { page: '1', q: 'lagos' }, ['?q']],
    ['listBusinessProfiles', { pageSize: '1', metadata: 'plan:gold' }, ['?metadata']],
    ['listBusinessProfiles', { limit: '1', cursor: 'a', q: 'lagos', metadata: 'plan:gold' }, []],
    ['listDeliveries', { page: '1', cursor: 'a' }, ['?page']],
    ['listDeliveries', { pageSize: '1', cursor: 'a' }, []],
  ] as const)('of %s excludes the other ways to read on: %o', (id, query, problems) => {
    expect(problemsOf(queryOf(id), query)).toEqual(problems);
  });
});
