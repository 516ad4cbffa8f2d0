import { expect, test } from 'vitest';
import { OPERATIONS } from './api/operations.gen.ts';
import { firstPageOf, isOfferedTo, isReader, type MenuPath, needsWholeWindow } from './menu-roles.ts';

const PATHS: MenuPath[] = ['/queue', '/search', '/lead', '/reads', '/partners', '/staff', '/reference', '/jobs'];
const READING = ['/queue', '/search'];

test.each([
  ['analyst', READING],
  ['supervisor', [...READING, '/lead', '/reads']],
  ['auditor', [...READING, '/lead', '/reads']],
  ['operator', ['/partners', '/staff', '/reference', '/jobs']],
  ['admin', []],
])('the menu offers the role %s the pages %j', (role, offered) => {
  expect(PATHS.filter((path) => isOfferedTo(path, role))).toEqual(offered);
});

test('the menu offers each page to exactly the roles that can call its operation', () => {
  const shows = {
    '/queue': OPERATIONS.listQueue,
    '/search': OPERATIONS.searchBusinesses,
    '/lead': OPERATIONS.listAnalystWork,
    '/reads': OPERATIONS.listReads,
    '/partners': OPERATIONS.listPartners,
    '/staff': OPERATIONS.listStaff,
    '/reference': OPERATIONS.listRuledCountries,
    '/jobs': OPERATIONS.readJobHealth,
  };
  const roles = ['analyst', 'supervisor', 'auditor', 'operator'];
  for (const path of PATHS) {
    expect([path, roles.filter((role) => isOfferedTo(path, role))]).toEqual([
      path,
      roles.filter((role) => (shows[path].roles as readonly string[]).includes(role)),
    ]);
  }
});

test('the first page of each role is in its menu', () => {
  expect(['analyst', 'supervisor', 'auditor', 'operator'].map(firstPageOf)).toEqual([
    '/queue',
    '/queue',
    '/queue',
    '/partners',
  ]);
});

test('analysts, supervisors and auditors can read packages, operators cannot', () => {
  expect(['analyst', 'supervisor', 'auditor', 'operator'].filter(isReader)).toEqual([
    'analyst',
    'supervisor',
    'auditor',
  ]);
});

test('only the package page uses the whole window', () => {
  expect(['/packages/1', '/packages/1/', '/packages/1/trail', '/packages', '/queue'].map(needsWholeWindow)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
