import { expect, test } from 'vitest';
import { emailKey, maskNumber } from './person.ts';

test.each([
  ['A12345678', '****5678'],
  ['12345678', '****5678'],
  ['1234567', '****567'],
  ['1234', '****34'],
  ['1', '****'],
])('masks %s as %s: shows at most four characters and never more than half', (value, masked) => {
  expect(maskNumber(value)).toBe(masked);
});

test('compares e-mail addresses regardless of case and surrounding white space', () => {
  expect(emailKey(' Amara@People.Example ')).toBe('amara@people.example');
});
