import type { ReviewAuditEntry } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { actorOf, detailsOf, statusIn } from './trail-words.ts';

const entry = (actorKind: ReviewAuditEntry['actorKind'], actorName: string | null = null) =>
  ({ actorKind, actorName }) as ReviewAuditEntry;

test('whoever acted is named as far as the reader may know them', () => {
  expect(actorOf(entry('Client'), 'Acme')).toBe('A system of Acme');
  expect(actorOf(entry('PartnerPerson'))).toBe('Someone at the partner');
  expect(actorOf(entry('StaffPerson', 'Ada Lind'))).toBe('Ada Lind');
  expect(actorOf(entry('StaffPerson'))).toBe('A former colleague');
});

test('only a status of ours is a status', () => {
  expect(statusIn({ verificationStatus: 'Approved' })).toBe('Approved');
  for (const verificationStatus of ['toString', 'Nonsense', 7, undefined]) {
    expect(statusIn({ verificationStatus })).toBeUndefined();
  }
});

test('details are words: no code of a reason, a field or a document is left, and ids are names or nothing', () => {
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
