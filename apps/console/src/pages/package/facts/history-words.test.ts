import type { PackageDecisionRecord, ReviewAuditEntry } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { actorOf, detailsOf, settlementOf, stateOf, statusIn } from './history-words.ts';

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

const ADA = { accountId: 'ada', name: 'Ada Lind' };
const BEN = { accountId: 'ben', name: 'Ben Okoro' };
const AT = '2026-11-15T16:00:00.000Z';
const settled = (
  state: string,
  settledBy: object | null,
  settledAt: string | null = AT,
  noteId: string | null = null,
) => settlementOf({ state, proposedBy: ADA, settledBy, settledAt, noteId } as PackageDecisionRecord)?.words;

test('names the person who settled a decision, unless it was the proposer', () => {
  expect(settled('Confirmed', BEN)).toBe('Confirmed by Ben Okoro');
  expect(settled('Withdrawn', BEN)).toBe('Withdrawn by Ben Okoro');
  expect(settled('Withdrawn', BEN, AT, 'a note')).toBe('Sent back by Ben Okoro');
  expect(settled('Confirmed', { accountId: 'x', name: null })).toBe('Confirmed by a former colleague');
  expect(settled('Withdrawn', ADA)).toBeUndefined();
  expect(settled('Proposed', null, null)).toBeUndefined();
});

test.each([
  ['Proposed', null, 'Waiting for a second analyst'],
  ['Confirmed', null, 'In effect'],
  ['Withdrawn', null, 'Withdrawn'],
  ['Withdrawn', 'a note', 'Sent back'],
  ['Voided', null, 'Void'],
] as const)('a decision that is %s with %s is labelled "%s"', (state, noteId, label) => {
  expect(stateOf({ state, noteId }).label).toBe(label);
});

test('without a note, as from an API of the release before, a decision was not sent back', () => {
  const { noteId: _, ...older } = { ...packageExample.decisions[0], state: 'Withdrawn', settledBy: BEN, settledAt: AT };
  expect(stateOf(older as PackageDecisionRecord).label).toBe('Withdrawn');
  expect(settlementOf(older as PackageDecisionRecord)?.words).toBe('Withdrawn by Ben Okoro');
});
