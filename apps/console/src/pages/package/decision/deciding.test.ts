import { decisionPreviewSchema } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { isOutdated } from './deciding.ts';

test('treats every blocker code and a settled decision as outdated data, but not a four-eyes refusal', () => {
  const codes = decisionPreviewSchema.shape.blockers.element.shape.code.options;
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter((code) => !isOutdated(code))).toEqual([]);
  expect(isOutdated('Review.DecisionSettled')).toBe(true);
  expect(isOutdated('Review.FourEyes')).toBe(false);
});
