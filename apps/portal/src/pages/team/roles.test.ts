import type { TeamUser } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { lacksAdmins } from './roles.ts';

test.each<[string, [TeamUser['role'], TeamUser['status']][], boolean]>([
  [
    'two admins',
    [
      ['admin', 'Active'],
      ['admin', 'Active'],
    ],
    false,
  ],
  [
    'one admin',
    [
      ['admin', 'Active'],
      ['developer', 'Active'],
    ],
    true,
  ],
  [
    'one admin and one who is only invited',
    [
      ['admin', 'Active'],
      ['admin', 'Invited'],
    ],
    true,
  ],
  [
    'one admin and one who is disabled',
    [
      ['admin', 'Active'],
      ['admin', 'Disabled'],
    ],
    true,
  ],
  ['no admins', [], true],
])('with %s, the page warns: %s', (_, users, warns) => {
  expect(lacksAdmins(users.map(([role, status]) => ({ role, status })))).toBe(warns);
});
