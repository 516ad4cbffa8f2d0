import { expect, test } from 'vitest';
import { isAllowed, refusalOf } from './rights.ts';

test.each([
  [['analyst', 'supervisor'], 'analyst', true],
  [['analyst', 'supervisor'], 'auditor', false],
  [['supervisor'], 'super', false],
  [[], 'admin', false],
])('an operation of %j is open to the role %s: %s', (roles, role, allowed) => {
  expect(isAllowed({ roles }, role)).toBe(allowed);
});

test.each([
  [['admin'], 'an admin'],
  [['developer'], 'a developer'],
  [['analyst', 'supervisor'], 'an analyst or a supervisor'],
  [['admin', 'developer', 'viewer'], 'an admin, a developer, or a viewer'],
])('whoever may not use an operation of %j is told to ask %s', (roles, whom) => {
  expect(refusalOf({ roles })).toBe(`Your role does not allow this. Ask ${whom}.`);
});
