import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { isOther } from './package-state.ts';

const proposal = {
  ...packageExample.decisions[0],
  decisionId: 'd1',
  state: 'Proposed',
} as PackageRecord['decisions'][number];
const SHOWN: PackageRecord = { ...packageExample, decisions: [proposal, ...packageExample.decisions] };
const SAME = {
  evidenceVersion: packageExample.evidenceVersion,
  claimedBy: packageExample.claim?.accountId ?? null,
  proposalId: 'd1',
};

test.each([
  ['nothing has changed', {}, false],
  ['the evidence has changed', { evidenceVersion: 'another' }, true],
  ['the package was released', { claimedBy: null }, true],
  ['another analyst has claimed it', { claimedBy: 'another' }, true],
  ['the proposal has ended', { proposalId: null }, true],
  ['there is another proposal', { proposalId: 'd2' }, true],
])('when %s, the page is outdated: %s', (_, change, isOutdated) => {
  expect(isOther({ ...SAME, ...change }, SHOWN)).toBe(isOutdated);
});

test('an unchanged package without a claim and a proposal is not outdated', () => {
  expect(isOther({ ...SAME, claimedBy: null, proposalId: null }, { ...packageExample, claim: null })).toBe(false);
});
