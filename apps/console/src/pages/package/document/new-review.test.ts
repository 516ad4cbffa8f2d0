import { expect, test } from 'vitest';
import { isNewReview } from './new-review.ts';

const [FIRST, SECOND] = ['2026-11-15T15:10:00.000Z', '2026-11-16T08:00:00.000Z'];

test.each([
  ['queued again since the documents were opened', SECOND, FIRST, true],
  ['queued for the first time while it is open', FIRST, null, true],
  ['still in the same review', FIRST, FIRST, false],
  ['decided, and so out of the queue', null, FIRST, false],
  ['never queued', null, null, false],
])('a package that is %s starts a new review: %s', (_, queuedAt, since, isNew) => {
  expect(isNewReview(queuedAt, since)).toBe(isNew);
});
