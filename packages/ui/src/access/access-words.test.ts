import type { Certificate } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { certificateBadge, deviceOf, factorsOf, isUrgent } from './access-words.ts';

test.each([
  [0, 0, 'Active', 'None'],
  [0, 0, 'Invited', 'None yet'],
  [0, 0, 'Disabled', 'None'],
  [1, 0, 'Active', 'Authenticator app'],
  [2, 0, 'Active', '2 authenticator apps'],
  [0, 1, 'Active', 'Passkey'],
  [0, 3, 'Invited', '3 passkeys'],
  [1, 2, 'Active', 'Authenticator app, 2 passkeys'],
] as const)(
  'shows %d authenticator apps and %d passkeys of a person who is %s as "%s"',
  (Totp, Passkey, status, words) => {
    expect(factorsOf({ factors: { Totp, Passkey }, status })).toBe(words);
  },
);

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} OPR/120.0.0.0`, 'Opera on Linux'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1',
    'Safari on iPhone or iPad',
  ],
  ['Chromium/142.0', 'Chrome'],
  ['curl/8.16.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('shows the user agent "%s" as "%s"', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words);
});

test.each<[Certificate['status'], number, number | null, string, string]>([
  ['Active', 200, null, '200 days left', 'success'],
  ['Active', 25, 30, '25 days left', 'warning'],
  ['Active', 14, 14, '14 days left', 'danger'],
  ['Active', 1, 1, '1 day left', 'danger'],
  ['Active', 0, 1, 'Expires today', 'danger'],
  ['Expired', 0, null, 'Expired', 'danger'],
  ['Revoked', 200, null, 'Revoked', 'neutral'],
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
