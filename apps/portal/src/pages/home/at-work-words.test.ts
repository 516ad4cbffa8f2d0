import { expect, test } from 'vitest';
import { certificatesWords, customersWith } from './at-work-words.ts';

test('shows the number of valid certificates, and the consequence of having none', () => {
  expect([0, 1, 2].map(certificatesWords)).toEqual([
    'No certificate is valid: your systems cannot get tokens.',
    'One certificate is valid; none expires soon.',
    '2 certificates are valid; none expires soon.',
  ]);
});

test('counts 0 for a status without customers', () => {
  const byStatus = [{ verificationStatus: 'Approved' as const, customers: 3 }];
  expect([customersWith('Approved', byStatus), customersWith('Rejected', byStatus)]).toEqual([3, 0]);
});
