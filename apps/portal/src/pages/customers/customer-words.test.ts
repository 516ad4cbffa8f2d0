import type { BusinessProfileRecord } from '@onboarding/contract';
import { STATUS_NAMES } from '@onboarding/ui/words';
import { expect, test } from 'vitest';
import { canSave, countryOfRules, documentState, isAsked, whyNoUpdates } from './customer-words.ts';

test('only ChangesRequested and Rejected ask the partner to act', () => {
  expect(STATUS_NAMES.filter(isAsked)).toEqual(['ChangesRequested', 'Rejected']);
});

const RECORD = {
  incorporationCountryIso3Code: 'NGA',
  businessPersonList: [{ uboId: 'p', address: { countryCode: 'GHA' } }],
} as BusinessProfileRecord;

test.each([
  ['UploadDocuments', undefined, undefined, 'p', 'GHA'],
  ['UploadDocuments', undefined, undefined, undefined, 'NGA'],
  ['UploadDocuments', undefined, undefined, 'gone', 'NGA'],
  ['CorrectData', ['identities'], undefined, 'p', 'GHA'],
  ['CorrectData', undefined, ['BankStatement'], undefined, 'NGA'],
  ['CorrectData', ['companyName'], [], undefined, undefined],
])(
  '%s of the fields %j and documents %j, about %s: links to the rules of %s',
  (action, fields, categories, uboId, country) => {
    const remediation = { action, fields, documentCategories: categories };
    expect(countryOfRules({ uboId, remediation } as Parameters<typeof countryOfRules>[0], RECORD)).toBe(country);
  },
);

test('explains why updates are refused, during a review or permanently', () => {
  expect(whyNoUpdates('StartedNotCompleted')).toBe('the review is under way');
  expect(whyNoUpdates('Rejected')).toBe('it is closed');
});

test('a confirmed file that the review refused is shown as such, with the reason', () => {
  const file = { documentId: 'd', status: 'Confirmed' } as const;
  const message = 'The second page is cut off.';
  expect(documentState(file, [{ documentId: 'other', message, retryable: true }])).toMatchObject({
    label: 'Confirmed',
    color: 'success',
  });
  expect(documentState(file, [{ documentId: 'd', message, retryable: true }])).toEqual({
    label: 'Replacement requested',
    color: 'warning',
    why: message,
  });
  expect(documentState(file, [{ documentId: 'd', message, retryable: false }])).toMatchObject({
    label: 'Refused',
    color: 'danger',
  });
});

test('a file can be saved only with permission and once it is confirmed', () => {
  expect(canSave({ status: 'Confirmed' }, true)).toBe(true);
  expect(canSave({ status: 'Confirmed' }, false)).toBe(false);
  for (const status of ['LinkIssued', 'Uploaded', 'Quarantined', 'Rejected', 'Expired', 'Superseded'] as const) {
    expect(canSave({ status }, true)).toBe(false);
  }
});
