import type { CatalogueReason } from '@onboarding/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import {
  bodyOf,
  type Draft,
  type DraftReason,
  type DraftTools,
  fittingReasons,
  missingIn,
  useDraft,
  withChange,
  withoutReason,
  withReason,
} from './draft.ts';

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

test('keeps only reasons that fit the outcome, and none for an approval', () => {
  const all = CATALOGUE.map(({ code }) => row(code, { uboId: 'u', documentId: 'd' }));
  expect(about('Reject', ...all).fitting).toEqual(['Business.NotAcceptable', 'Document.Unreadable']);
  expect(about('RequestChanges', ...all).fitting).toEqual(['Person.IdentityExpired', 'Document.Unreadable']);
  expect(about('Approve', ...all)).toEqual({ fitting: [], missing: undefined });
  expect(about(null, ...all).fitting).toEqual([]);
});

test("names what is missing: the outcome, a reason, the reason's person or document", () => {
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

test.each([
  ['Person', 'Document', undefined],
  ['Person', undefined, 'Choose the document that a reason is about.'],
  [undefined, 'Document', 'Choose the person that a reason is about.'],
])('two reasons, with person %s and document %s, must each have a subject', (uboId, documentId, words) => {
  const reasons = [
    row('Person.IdentityExpired', { uboId: uboId ?? null }),
    row('Document.Unreadable', { documentId: documentId ?? null }),
  ];
  expect(about('RequestChanges', ...reasons).missing).toBe(words);
});

test('an approval has no reasons, even if the catalogue allows one', () => {
  const catalogue = [reason('Business.Fine', 'Business', ['Approve'])];
  expect(fittingReasons({ outcome: 'Approve', reasons: [row('Business.Fine')] }, catalogue)).toEqual([]);
});

test('a reason that is no longer in the catalogue does not block the decision', () => {
  const gone = [row('Unknown.Reason')];
  expect(missingIn({ outcome: 'Reject', reasons: gone }, gone, CATALOGUE)).toBeUndefined();
});

test('the body contains the evidence version seen, and no reasons for an approval', () => {
  const { evidenceVersion: seenVersion } = packageExample;
  const fitting = [row('Document.Unreadable', { documentId: 'd', message: 'Blurred' }), row('Unknown.Reason')];
  expect(bodyOf(packageExample, 'Reject', fitting, CATALOGUE)).toEqual({
    seenVersion,
    outcome: 'Reject',
    reasons: [{ code: 'Document.Unreadable', uboId: null, documentId: 'd', message: 'Blurred' }],
  });
  expect(bodyOf(packageExample, 'Approve', fitting, CATALOGUE)).toEqual({ seenVersion, outcome: 'Approve' });
});

test.each([
  ['Business', null, null],
  ['Person', 'u', null],
  ['Document', null, 'd'],
] as const)('a reason about a %s takes only its own subject from the selection', (target, uboId, documentId) => {
  const added = withReason({ outcome: 'Reject', reasons: [] }, reason('Some.Reason', target, ['Reject']), {
    uboId: 'u',
    documentId: 'd',
  });
  expect(added).toEqual({
    outcome: 'Reject',
    reasons: [{ key: expect.any(Number), code: 'Some.Reason', uboId, documentId, message: '' }],
  });
});

test('the same reason can be added twice; each is changed and removed separately', () => {
  const [, aboutPerson] = CATALOGUE;
  const nobody = { uboId: null, documentId: null };
  const before: Draft = { outcome: 'RequestChanges', reasons: [] };
  const twice = [1, 2].reduce((draft) => withReason(draft, aboutPerson as CatalogueReason, nobody), before);
  const [first = 0, second = 0] = twice.reasons.map(({ key }) => key);
  expect(second).not.toBe(first);
  const changed = withChange(twice, second, { uboId: 'u2', message: 'Expired' });
  expect(changed).toEqual({
    outcome: 'RequestChanges',
    reasons: [
      { ...row('Person.IdentityExpired'), key: first },
      { ...row('Person.IdentityExpired'), key: second, uboId: 'u2', message: 'Expired' },
    ],
  });
  expect(withoutReason(changed, first)).toEqual({ outcome: 'RequestChanges', reasons: changed.reasons.slice(1) });
  expect(withoutReason(changed, -1)).toEqual(changed);
  expect(twice.reasons.map(({ message }) => message)).toEqual(['', '']);
});

/** The tools that a newly opened page gets. */
function toolsOn(customerId: string): DraftTools {
  let tools: DraftTools | undefined;
  const Page = () => {
    tools = useDraft(customerId);
    return null;
  };
  renderToStaticMarkup(createElement(Page));
  if (tools === undefined) throw new Error('nothing was rendered');
  return tools;
}

test('keeps the draft of each business across visits until it is dropped', () => {
  const empty = { outcome: null, reasons: [] };
  toolsOn('c1').choose('Reject');
  toolsOn('c1').add(reason('Business.NotAcceptable', 'Business', ['Reject']), { uboId: null, documentId: null });
  const [added] = toolsOn('c1').draft.reasons;
  toolsOn('c1').change(added?.key ?? -1, { message: 'As agreed' });
  expect(toolsOn('c1').draft).toEqual({
    outcome: 'Reject',
    reasons: [{ ...row('Business.NotAcceptable'), key: added?.key, message: 'As agreed' }],
  });
  expect(toolsOn('c2').draft).toEqual(empty);
  toolsOn('c1').choose('Approve');
  expect(toolsOn('c1').draft).toMatchObject({ outcome: 'Approve', reasons: [{ message: 'As agreed' }] });
  toolsOn('c1').remove(added?.key ?? -1);
  expect(toolsOn('c1').draft).toEqual({ outcome: 'Approve', reasons: [] });
  toolsOn('c1').drop();
  expect(toolsOn('c1').draft).toEqual(empty);
});
