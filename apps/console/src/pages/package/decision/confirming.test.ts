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

test('nobody is asked to confirm their own proposal', () => {
  const proposedBy = { accountId: 'ada', name: 'Ada Lind' };
  expect([isOwnProposal({ proposedBy }, 'ada'), isOwnProposal({ proposedBy }, 'ben')]).toEqual([true, false]);
});

test.each([
  ['v2', 'on the evidence as it is now'],
  ['v1', 'before the evidence last changed: check flags, screening and verdicts'],
  [null, 'on evidence that was not recorded'],
])('a proposal on version %s of the evidence, which is now v2, is "%s"', (evidenceVersion, words) => {
  expect(evidenceWords({ evidenceVersion: 'v2' }, { evidenceVersion })).toBe(words);
});

test.each<[DecisionOutcome, string[]]>([
  ['Approve', ['unopened']],
  ['Reject', []],
  ['RequestChanges', []],
])('before the outcome %s is confirmed, %j have to be opened', (outcome, ids) => {
  const found = {
    ...packageExample,
    documents: [document('opened'), document('unopened')],
    blockers: [{ code: 'Review.DocumentUnopened', documentId: 'unopened' } as Blocker],
  };
  expect(toOpen(found, { outcome }).map(({ documentId }) => documentId)).toEqual(ids);
});

test('the reader learns which documents the proposer has opened and they have not', () => {
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
])('everything new seen: %s, documents left to open: %s, so the question is put: %s', (seen, unopened, can) => {
  expect(canAsk(seen, unopened)).toBe(can);
});

test("only a supervisor withdraws another analyst's proposal", () => {
  expect(['analyst', 'supervisor', 'auditor', 'operator'].filter(canWithdrawOthers)).toEqual(['supervisor']);
});
