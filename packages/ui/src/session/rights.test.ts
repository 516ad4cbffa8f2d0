import { expect, test } from 'vitest';
import { isAllowed, refusalOf } from './rights.ts';

test.each([
  [['analyst', 'supervisor'], 'analyst', true],
  [['analyst', 'supervisor'], 'auditor', false],
  [['supervisor'], 'super', false],
  [[], 'admin', false],
])('an operation for %j allows the role %s: %s', (roles, role, allowed) => {
  expect(isAllowed({ roles }, role)).toBe(allowed);
});

test.each([
  [['admin'], 'an admin'],
  [['developer'], 'a developer'],
  [['analyst', 'supervisor'], 'an analyst or a supervisor'],
  [['admin', 'developer', 'viewer'], 'an admin, a developer, or a viewer'],
])('the refusal of an operation for %j says to ask %s', (roles, whom) => {
  expect(refusalOf({ roles })).toBe(`Your role does not allow this. Ask ${whom}.`);
});
