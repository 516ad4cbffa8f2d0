import type { CatalogueReason, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { canJudge, verdictReasons, whyNot } from './judging.ts';

const claimedBy = (accountId: string | null) =>
  ({ claim: accountId === null ? null : { accountId } }) as Pick<PackageRecord, 'claim'>;

test.each([
  ['has the package, in a role that reviews', 'me', true, true],
  ['has the package, in a role that does not review', 'me', false, false],
  ['does not have the package', 'another', true, false],
  ['looks at an unclaimed package', null, true, false],
])('whoever %s', (_, holder, allowed, can) => {
  expect(canJudge(claimedBy(holder), 'me', allowed)).toBe(can);
});

test('whoever cannot is told why', () => {
  expect(whyNot(true)).toBe('Claim the package to give a verdict.');
  expect(whyNot(false)).toBe('Your role cannot give verdicts. Ask an analyst.');
});

test('a verdict takes the reasons about its subject that fit its outcome', () => {
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
