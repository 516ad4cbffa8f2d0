import type { ReviewAuditEntry } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { actorOf, detailsOf, statusIn } from './trail-words.ts';

const entry = (actorKind: ReviewAuditEntry['actorKind'], actorName: string | null = null) =>
  ({ actorKind, actorName }) as ReviewAuditEntry;

test('names staff, but only the kind of actor at the partner', () => {
  expect(actorOf(entry('Client'), 'Acme')).toBe('A system of Acme');
  expect(actorOf(entry('PartnerPerson'))).toBe('Someone at the partner');
  expect(actorOf(entry('StaffPerson', 'Ada Lind'))).toBe('Ada Lind');
  expect(actorOf(entry('StaffPerson'))).toBe('A former colleague');
});

test('reads only known statuses', () => {
  expect(statusIn({ verificationStatus: 'Approved' })).toBe('Approved');
  for (const verificationStatus of ['toString', 'Nonsense', 7, undefined]) {
    expect(statusIn({ verificationStatus })).toBeUndefined();
  }
});

test('shows details in words: names for codes and ids, and nothing for unknown ids', () => {
  const [{ uboId, firstName, lastName } = { uboId: '', firstName: '', lastName: '' }] =
    packageExample.business.businessPersonList;
  const details = {
    reasons: ['Person.IdentityExpired', 'Document.WrongKind'],
    changedFields: ['companyName', 'businessPersonList'],
    documentCategory: 'BankStatement',
    refusal: 'TooLarge',
    attempt: 2,
    uboId,
    version: 12,
  };
  expect(detailsOf(details, packageExample)).toEqual([
    `${firstName} ${lastName}`,
    'Bank statement',
    'Changed: Company name, People',
    'Reasons: Person: identity expired, Document: wrong kind',
    'Refused: Too large',
    'Attempt 2',
  ]);
  expect(detailsOf({ uboId, matches: false, attempt: 1 })).toEqual(['Does not match']);
});
