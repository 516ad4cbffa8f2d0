import type { Blocker, DecisionOutcome, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { canAsk, canWithdrawOthers, comparedOpenings, evidenceWords, isOwnProposal, toOpen } from './confirming.ts';

const [EXAMPLE] = packageExample.documents as [PackageRecord['documents'][number]];
const document = (documentId: string, ...openers: string[]) => ({
  ...EXAMPLE,
  documentId,
  openedBy: openers.map((accountId) => ({ accountId, name: accountId, openedAt: '2026-11-15T15:00:00.000Z' })),
});

test("recognises the reader's own proposal", () => {
  const proposedBy = { accountId: 'ada', name: 'Ada Lind' };
  expect([isOwnProposal({ proposedBy }, 'ada'), isOwnProposal({ proposedBy }, 'ben')]).toEqual([true, false]);
});

test.each([
  ['v2', 'on the evidence as it is now'],
  ['v1', 'before the evidence last changed: check flags, screening and verdicts'],
  [null, 'on evidence that was not recorded'],
])('with the evidence at v2, a proposal on version %s reads "%s"', (evidenceVersion, words) => {
  expect(evidenceWords({ evidenceVersion: 'v2' }, { evidenceVersion })).toBe(words);
});

test.each<[DecisionOutcome, string[]]>([
  ['Approve', ['unopened']],
  ['Reject', []],
  ['RequestChanges', []],
])('confirming the outcome %s requires opening %j', (outcome, ids) => {
  const found = {
    ...packageExample,
    documents: [document('opened'), document('unopened')],
    blockers: [{ code: 'Review.DocumentUnopened', documentId: 'unopened' } as Blocker],
  };
  expect(toOpen(found, { outcome }).map(({ documentId }) => documentId)).toEqual(ids);
});

test('lists documents that the proposer has opened and the reader has not', () => {
  const documents = [document('both', 'ada', 'ben'), document('hers', 'ada'), document('his', 'ben'), document('none')];
  const { theirs, left } = comparedOpenings({ documents }, 'ada', 'ben');
  expect(theirs.map(({ documentId }) => documentId)).toEqual(['both', 'hers']);
  expect(left.map(({ documentId }) => documentId)).toEqual(['hers']);
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [false, true, false],
])('changes reviewed: %s, unopened documents: %s, can confirm: %s', (seen, unopened, can) => {
  expect(canAsk(seen, unopened)).toBe(can);
});

test("only a supervisor can withdraw another analyst's proposal", () => {
  expect(['analyst', 'supervisor', 'auditor', 'operator'].filter(canWithdrawOthers)).toEqual(['supervisor']);
});
