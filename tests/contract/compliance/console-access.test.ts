// Compares the access table of the console with the declarations of the API and the site.
import { expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { operationsRoutes } from '../../../apps/api/src/operations/routes.ts';
import { OPERATION_ROLES, PAGE_ROLES } from '../../harness/cases/console-access.ts';
import { pagesOf } from '../../harness/site-pages.ts';

const ROUTES = [...complianceRoutes, ...operationsRoutes];

test('the table lists exactly the pages of the console', () => {
  expect(Object.keys(PAGE_ROLES).sort()).toEqual(pagesOf('console').sort());
});

test('the table lists exactly the operations, with the roles that their routes admit', () => {
  const declared = ROUTES.map(({ operationId, roles }) => [operationId, [...roles].sort()]);
  const listed = Object.entries(OPERATION_ROLES).map(([operationId, roles]) => [operationId, [...roles].sort()]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared));
});

test('auditors can only read, and operators can use no compliance route', () => {
  const operationsOf = (which: (route: (typeof ROUTES)[number]) => boolean, role: string) =>
    ROUTES.filter((route) => which(route) && route.roles.some((one) => one === role)).map((route) => route.operationId);
  expect(operationsOf(({ writes }) => writes, 'auditor')).toEqual([]);
  expect(operationsOf(({ writes }) => writes, 'analyst')).toContain('decideOnPackage');
  expect(operationsOf(({ path }) => path.startsWith('/compliance/'), 'operator')).toEqual([]);
  const inOperations = ROUTES.filter(({ path }) => path.startsWith('/operations/'));
  expect(new Set(inOperations.flatMap(({ roles }) => [...roles]))).toEqual(new Set(['operator']));
});
