import { expect, test } from 'vitest';
import { emailKey, maskNumber } from './person.ts';

test.each([
  ['A12345678', '****5678'],
  ['12345678', '****5678'],
  ['1234567', '****567'],
  ['1234', '****34'],
  ['1', '****'],
])('the number %s is shown as %s: four characters, never more than half', (value, masked) => {
  expect(maskNumber(value)).toBe(masked);
});

test('an e-mail address is the same in any case and with blanks around it', () => {
  expect(emailKey(' Amara@People.Example ')).toBe('amara@people.example');
});
