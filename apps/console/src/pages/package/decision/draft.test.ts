import type { CatalogueReason } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { bodyOf, type Draft, type DraftReason, fittingReasons, missingIn } from './draft.ts';

const reason = (code: string, target: string, outcomes: string[]) => ({ code, target, outcomes }) as CatalogueReason;
const CATALOGUE = [
  reason('Business.NotAcceptable', 'Business', ['Reject']),
  reason('Person.IdentityExpired', 'Person', ['RequestChanges']),
  reason('Document.Unreadable', 'Document', ['RequestChanges', 'Reject']),
];
const row = (code: string, target: Partial<DraftReason> = {}): DraftReason => ({
  key: 1,
  code,
  uboId: null,
  documentId: null,
  message: '',
  ...target,
});
const about = (outcome: Draft['outcome'], ...reasons: DraftReason[]) => {
  const draft = { outcome, reasons };
  const fitting = fittingReasons(draft, CATALOGUE);
  return { fitting: fitting.map(({ code }) => code), missing: missingIn(draft, fitting, CATALOGUE) };
};

test('only reasons that fit the outcome count, and an approval has none', () => {
  const all = CATALOGUE.map(({ code }) => row(code, { uboId: 'u', documentId: 'd' }));
  expect(about('Reject', ...all).fitting).toEqual(['Business.NotAcceptable', 'Document.Unreadable']);
  expect(about('RequestChanges', ...all).fitting).toEqual(['Person.IdentityExpired', 'Document.Unreadable']);
  expect(about('Approve', ...all)).toEqual({ fitting: [], missing: undefined });
  expect(about(null, ...all).fitting).toEqual([]);
});

test('what is missing is said: the outcome, a reason, its person, its document', () => {
  expect(about(null).missing).toBe('Choose an outcome.');
  expect(about('Reject').missing).toBe('Add at least one reason.');
  expect(about('Reject', row('Person.IdentityExpired')).missing).toBe('Add at least one reason.');
  expect(about('RequestChanges', row('Person.IdentityExpired')).missing).toBe(
    'Choose the person that a reason is about.',
  );
  expect(about('RequestChanges', row('Document.Unreadable')).missing).toBe(
    'Choose the document that a reason is about.',
  );
  expect(about('RequestChanges', row('Document.Unreadable', { documentId: 'd' })).missing).toBeUndefined();
});

test('what is sent says which evidence was seen, and gives no reason for an approval', () => {
  const { evidenceVersion: seenVersion } = packageExample;
  const fitting = [row('Document.Unreadable', { documentId: 'd', message: 'Blurred' }), row('Unknown.Reason')];
  expect(bodyOf(packageExample, 'Reject', fitting, CATALOGUE)).toEqual({
    seenVersion,
    outcome: 'Reject',
    reasons: [{ code: 'Document.Unreadable', uboId: null, documentId: 'd', message: 'Blurred' }],
  });
  expect(bodyOf(packageExample, 'Approve', fitting, CATALOGUE)).toEqual({ seenVersion, outcome: 'Approve' });
});
