import { decisionPreviewSchema } from '@onboarding/contract';
import { expect, test } from 'vitest';
import type { Standing } from '../standing.ts';
import { asksToReview, isOutdated, type Part, partFor, standingWords } from './deciding.ts';

test('treats every blocker code and a settled decision as outdated data, but not a four-eyes refusal', () => {
  const codes = decisionPreviewSchema.shape.blockers.element.shape.code.options;
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter((code) => !isOutdated(code))).toEqual([]);
  expect(isOutdated('Review.DecisionSettled')).toBe(true);
  expect(isOutdated('Review.FourEyes')).toBe(false);
});

test.each<[boolean, Standing, boolean, boolean, Part]>([
  [true, 'mine', true, false, 'proposal'],
  [true, 'theirs', false, false, 'proposal'],
  [true, 'mine', true, true, 'proposal'],
  [false, 'mine', true, false, 'form'],
  [false, 'mine', true, true, 'form'],
  [false, 'mine', false, false, 'standing'],
  [false, 'theirs', true, false, 'standing'],
  [false, 'waiting', true, false, 'standing'],
  [false, 'with-partner', true, true, 'nothing'],
  [false, 'approved', true, true, 'nothing'],
])(
  'proposed: %s, standing: %s, role decides: %s, just decided: %s: shows %s',
  (isProposed, standing, works, isDone, part) => {
    expect(partFor({ isProposed, standing, works, isDone })).toBe(part);
  },
);

test.each<[number, boolean, Standing, boolean]>([
  [1, false, 'mine', true],
  [1, true, 'theirs', true],
  [1, false, 'theirs', false],
  [1, false, 'waiting', false],
  [0, true, 'mine', false],
])('%d changes, proposed: %s, standing: %s: asks to review the changes: %s', (changes, isProposed, standing, asks) => {
  expect(asksToReview(changes, isProposed, standing)).toBe(asks);
});

test('explains why the reader cannot decide', () => {
  expect(standingWords('theirs', 'Ada Lind')).toBe('Ada Lind is reviewing it. Nothing has been proposed yet.');
  expect(standingWords('theirs', null)).toBe('A colleague is reviewing it. Nothing has been proposed yet.');
  expect(standingWords('waiting', null)).toBe('Claim the package to decide.');
  expect(standingWords('mine', 'Ada Lind')).toBe('Your role is read-only. Analysts and supervisors decide.');
  expect(standingWords('rejected', null)).toBe('Rejected. A supervisor can reopen it.');
  expect(standingWords('approved', null)).toBe('Approved. There is nothing to decide.');
});
