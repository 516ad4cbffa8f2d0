import { expect, test } from 'vitest';
import { knownSecret, stepAt, totpCode } from './totp.ts';

// The secret of RFC 6238's own examples: "12345678901234567890".
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('at second %i the code is that of the standard', (second, code) => {
  expect(totpCode(secret, stepAt(new Date(second * 1000)))).toBe(code);
});

test('a name always gives the same secret, and another name a different one', () => {
  expect(knownSecret('a')).toMatch(/^[A-Z2-7]{32}$/);
  expect(knownSecret('a')).toBe(knownSecret('a'));
  expect(knownSecret('a')).not.toBe(knownSecret('b'));
});
