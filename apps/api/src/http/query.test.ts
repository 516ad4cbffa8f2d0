import { DomainError } from '@onboarding/domain';
import { expect, test } from 'vitest';
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
