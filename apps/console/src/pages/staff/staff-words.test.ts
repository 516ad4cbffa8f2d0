import type { StaffAccount } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { changeWords, lacksOperators } from './staff-words.ts';

test('a change of an account names the new role, if there is one', () => {
  expect(changeWords({ action: 'RoleChanged', role: 'supervisor' })).toBe('Role changed: supervisor');
  expect(changeWords({ action: 'Invited', role: 'analyst' })).toBe('Invited: analyst');
  expect(changeWords({ action: 'Disabled', role: null })).toBe('Disabled');
});

test.each<[string, [StaffAccount['role'], StaffAccount['status']][], boolean]>([
  [
    'two operators',
    [
      ['operator', 'Active'],
      ['operator', 'Active'],
    ],
    false,
  ],
  [
    'one operator',
    [
      ['operator', 'Active'],
      ['supervisor', 'Active'],
    ],
    true,
  ],
  [
    'one operator and one who is only invited',
    [
      ['operator', 'Active'],
      ['operator', 'Invited'],
    ],
    true,
  ],
  [
    'one operator and one who is disabled',
    [
      ['operator', 'Active'],
      ['operator', 'Disabled'],
    ],
    true,
  ],
  ['no operators', [], true],
])('with %s, the page warns: %s', (_, users, warns) => {
  expect(lacksOperators(users.map(([role, status]) => ({ role, status })))).toBe(warns);
});
