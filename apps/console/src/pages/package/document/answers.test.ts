import { expect, test } from 'vitest';
import { answeredBy } from './answers.ts';

const reason = (reasonId: string) => ({ reasonId, message: `Message ${reasonId}` });
const DECISIONS = [{ reasons: [reason('r1'), reason('r2')] }, { reasons: [] }, { reasons: [reason('r3')] }];

test('a document shows the reasons that it answers, from any decision', () => {
  expect(answeredBy({ requestedBy: ['r3', 'r1', 'gone'] }, DECISIONS)).toEqual([reason('r1'), reason('r3')]);
  expect(answeredBy({ requestedBy: [] }, DECISIONS)).toEqual([]);
});
