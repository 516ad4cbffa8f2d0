import { expect, test } from 'vitest';
import { certificatesWords, customersWith } from './at-work-words.ts';

test('it is said how many certificates are valid, and what it means if none is', () => {
  expect([0, 1, 2].map(certificatesWords)).toEqual([
    'No certificate is valid: your systems cannot get tokens.',
    'One certificate is valid; none expires soon.',
    '2 certificates are valid; none expires soon.',
  ]);
});

test('a status that no customer has counts as none', () => {
  const byStatus = [{ verificationStatus: 'Approved' as const, customers: 3 }];
  expect([customersWith('Approved', byStatus), customersWith('Rejected', byStatus)]).toEqual([3, 0]);
});
