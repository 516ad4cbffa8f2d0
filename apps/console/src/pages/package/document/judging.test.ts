import type { CatalogueReason, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { answeredBy, canJudge, verdictReasons, whyNot } from './judging.ts';

const claimedBy = (accountId: string | null) =>
  ({ claim: accountId === null ? null : { accountId } }) as Pick<PackageRecord, 'claim'>;

test.each([
  ['the holder of the claim, in a role that reviews', 'me', true, true],
  ['the holder of the claim, in a role that does not review', 'me', false, false],
  ['a colleague of the holder', 'another', true, false],
  ['a reader of an unclaimed package', null, true, false],
])('checks whether a verdict can be given by %s', (_, holder, allowed, can) => {
  expect(canJudge(claimedBy(holder), 'me', allowed)).toBe(can);
});

test('explains why a verdict cannot be given', () => {
  expect(whyNot(true)).toBe('Claim the package to give a verdict.');
  expect(whyNot(false)).toBe('Your role cannot give verdicts. Ask an analyst.');
});

test('a verdict offers only reasons that fit its subject and outcome', () => {
  const reason = (code: string, target: string, ...outcomes: string[]) =>
    ({ code, target, outcomes }) as unknown as CatalogueReason;
  const catalogue = [
    reason('d-both', 'Document', 'RequestChanges', 'Reject'),
    reason('d-reject', 'Document', 'Reject'),
    reason('p-reject', 'Person', 'Reject'),
    reason('b-reject', 'Business', 'Reject'),
  ];
  const codes = (...given: [CatalogueReason['target'], 'Reject' | 'RequestChanges']) =>
    verdictReasons(catalogue, ...given).map(({ code }) => code);
  expect(codes('Document', 'Reject')).toEqual(['d-both', 'd-reject']);
  expect(codes('Document', 'RequestChanges')).toEqual(['d-both']);
  expect(codes('Person', 'Reject')).toEqual(['p-reject']);
  expect(codes('Person', 'RequestChanges')).toEqual([]);
});

const reason = (reasonId: string) => ({ reasonId, message: `Message ${reasonId}` });
const DECISIONS = [{ reasons: [reason('r1'), reason('r2')] }, { reasons: [] }, { reasons: [reason('r3')] }];

test('a document shows the reasons that it answers, from any decision', () => {
  expect(answeredBy({ requestedBy: ['r3', 'r1', 'gone'] }, DECISIONS)).toEqual([reason('r1'), reason('r3')]);
  expect(answeredBy({ requestedBy: [] }, DECISIONS)).toEqual([]);
});
