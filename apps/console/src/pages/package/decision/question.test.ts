import type { Blocker, CatalogueReason, DecisionOutcome } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import type { DraftReason } from './draft.ts';
import { decisionOf, doneWords, isObstacleTold, obstacleOf, questionOf } from './question.ts';

const CATALOGUE = [
  { code: 'Business.NotAcceptable', target: 'Business', outcomes: ['Reject'], message: 'We cannot accept it.' },
] as unknown as CatalogueReason[];
const REASON: DraftReason = { key: 1, code: 'Business.NotAcceptable', uboId: null, documentId: null, message: '' };
const BLOCKERS = [{ code: 'Review.HitOpen' } as Blocker];

test.each<[DecisionOutcome | null, boolean, readonly DraftReason[], string | undefined]>([
  [null, false, [], 'Choose an outcome.'],
  ['Approve', false, [], undefined],
  ['Approve', true, [], 'It cannot be approved yet. The reasons are listed above.'],
  ['Reject', true, [REASON], undefined],
  ['Reject', true, [], 'Add at least one reason.'],
])('outcome %s, blocked: %s, reasons %j: the obstacle is %s', (outcome, blocked, fitting, obstacle) => {
  const draft = { outcome, reasons: fitting };
  const found = { ...packageExample, blockers: blocked ? BLOCKERS : [] };
  expect(obstacleOf(found, draft, fitting, CATALOGUE)).toBe(obstacle);
  const body = decisionOf(found, draft, obstacle, fitting, CATALOGUE);
  expect(body?.outcome).toBe(obstacle === undefined ? outcome : undefined);
});

test('shows the obstacle to an approval immediately, any other only after an attempt', () => {
  expect(isObstacleTold({ outcome: 'Approve', reasons: [] }, false)).toBe(true);
  expect(isObstacleTold({ outcome: 'Reject', reasons: [] }, false)).toBe(false);
  expect(isObstacleTold({ outcome: 'Reject', reasons: [] }, true)).toBe(true);
});

test('says that a proposal needs a colleague, or that the partner has been asked for changes', () => {
  expect(doneWords('Proposed', 'Approve')).toBe('Approval proposed. A colleague must confirm it.');
  expect(doneWords('Proposed', 'Reject')).toBe('Rejection proposed. A colleague must confirm it.');
  expect(doneWords('Confirmed', 'RequestChanges')).toBe('The partner has been asked for changes.');
});

test("the question names the business's new status, each reason and the next step", () => {
  const own = { ...REASON, message: 'Not in this form.' };
  expect(questionOf('Reject', packageExample, [REASON, own], CATALOGUE)).toMatchObject({
    outcome: 'Rejected',
    color: 'danger',
    reasons: ['We cannot accept it.', 'Not in this form.'],
    next: 'It takes effect when a colleague confirms it.',
  });
  expect(questionOf('Approve', packageExample, [], CATALOGUE)).toMatchObject({
    outcome: 'Approved',
    reasons: [],
    next: 'It takes effect when a colleague confirms it.',
  });
  expect(questionOf('RequestChanges', packageExample, [], CATALOGUE).next).toBe(
    'It takes effect immediately: the partner is notified, and your claim ends.',
  );
});
