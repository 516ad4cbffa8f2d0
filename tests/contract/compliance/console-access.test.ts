// The table of who may do what in the console, compared with what the API and the site declare.
import { expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { operationsRoutes } from '../../../apps/api/src/operations/routes.ts';
import { OPERATION_ROLES, PAGE_ROLES } from '../../harness/cases/console-access.ts';
import { pagesOf } from '../../harness/site-pages.ts';

const ROUTES = [...complianceRoutes, ...operationsRoutes];

test('the table names every page, and nothing else', () => {
  expect(Object.keys(PAGE_ROLES).sort()).toEqual(pagesOf('console').sort());
});

test('the table names every operation with the roles that its route lets in, and nothing else', () => {
  const declared = ROUTES.map(({ operationId, roles }) => [operationId, [...roles].sort()]);
  const listed = Object.entries(OPERATION_ROLES).map(([operationId, roles]) => [operationId, [...roles].sort()]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared));
});

test('an auditor can only read; an operator sees no business, and decides nothing', () => {
  const operationsOf = (which: (route: (typeof ROUTES)[number]) => boolean, role: string) =>
    ROUTES.filter((route) => which(route) && route.roles.some((one) => one === role)).map((route) => route.operationId);
  expect(operationsOf(({ writes }) => writes, 'auditor')).toEqual([]);
  expect(operationsOf(({ writes }) => writes, 'analyst')).toContain('decideOnPackage');
  expect(operationsOf(({ path }) => path.startsWith('/compliance/'), 'operator')).toEqual([]);
  const inOperations = ROUTES.filter(({ path }) => path.startsWith('/operations/'));
  expect(new Set(inOperations.flatMap(({ roles }) => [...roles]))).toEqual(new Set(['operator']));
});
