import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

test('a change of an account names the new role, if there is one', () => {
  expect(changeWords({ action: 'RoleChanged', role: 'supervisor' })).toBe('Role changed: supervisor');
  expect(changeWords({ action: 'Invited', role: 'analyst' })).toBe('Invited: analyst');
  expect(changeWords({ action: 'Disabled', role: null })).toBe('Disabled');
});
