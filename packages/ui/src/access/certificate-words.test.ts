import type { Certificate } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { certificateBadge, isUrgent } from './certificate-words.ts';

test.each<[Certificate['status'], number, number | null, string, string]>([
  ['Active', 200, null, '200 days left', 'green'],
  ['Active', 25, 30, '25 days left', 'yellow'],
  ['Active', 14, 14, '14 days left', 'red'],
  ['Active', 1, 1, '1 day left', 'red'],
  ['Active', 0, 1, 'Expires today', 'red'],
  ['Expired', 0, null, 'Expired', 'red'],
  ['Revoked', 200, null, 'Revoked', 'gray'],
])(
  'a certificate that is %s with %d days left, warned at %s, shows "%s" in %s',
  (status, daysLeft, warned, words, color) => {
    expect(certificateBadge({ status, daysLeft, expiryWarning: warned as Certificate['expiryWarning'] })).toEqual({
      words,
      color,
    });
  },
);

test('is urgent with 14 days left, but not with 15', () => {
  expect([14, 15].map(isUrgent)).toEqual([true, false]);
});
