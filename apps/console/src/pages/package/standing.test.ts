import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../api/src/compliance/package-examples.ts';
import { isConfirming, openProposal, type Standing, standingOf } from './standing.ts';

const ME = packageExample.claim?.accountId ?? '';
const package_ = (change: {
  erasedAt?: string;
  claimedBy?: string;
  queuedAt?: string;
  status?: PackageRecord['verification']['status'];
}) =>
  ({
    ...packageExample,
    business: { ...packageExample.business, erasedAt: change.erasedAt ?? null },
    claim: change.claimedBy === undefined ? null : { ...packageExample.claim, accountId: change.claimedBy },
    queue: { ...packageExample.queue, queuedAt: change.queuedAt ?? null },
    verification: { ...packageExample.verification, status: change.status ?? 'PendingVerification' },
  }) as PackageRecord;
const AT = '2026-11-15T15:00:00.000Z';

test.each<[string, Parameters<typeof package_>[0], Standing]>([
  ['claimed by the reader', { claimedBy: ME, queuedAt: AT }, 'mine'],
  ['claimed by someone else', { claimedBy: 'another', queuedAt: AT }, 'theirs'],
  ['in the queue and unclaimed', { queuedAt: AT }, 'waiting'],
  ['in the queue again after an approval', { queuedAt: AT, status: 'Approved' }, 'waiting'],
  ['waiting for changes', { status: 'ChangesRequested' }, 'with-partner'],
  ['approved', { status: 'Approved' }, 'approved'],
  ['rejected', { status: 'Rejected' }, 'rejected'],
  ['not submitted', { status: 'NotStarted' }, 'not-submitted'],
  ['erased while the reader has the claim', { erasedAt: AT, claimedBy: ME, queuedAt: AT }, 'erased'],
])('derives the standing of a package that is %s', (_, change, standing) => {
  expect(standingOf(package_(change), ME)).toBe(standing);
});

test('returns only a proposed decision as the open proposal', () => {
  const decisions = (...states: string[]) =>
    states.map((state) => ({ decisionId: state, state })) as unknown as PackageRecord['decisions'];
  expect(openProposal({ decisions: decisions('Voided', 'Proposed', 'Confirmed') })?.decisionId).toBe('Proposed');
  expect(openProposal({ decisions: decisions('Voided', 'Withdrawn', 'Confirmed') })).toBeUndefined();
});

test.each([
  ["a colleague's proposal is open", 'Proposed', 'ada', null, true],
  ["the reader's own proposal is open", 'Proposed', 'me', null, false],
  ['the reader has just confirmed', 'Confirmed', 'ada', 'me', true],
  ['another colleague has confirmed', 'Confirmed', 'ada', 'ben', false],
  ['the reader has just sent it back', 'Withdrawn', 'ada', 'me', true],
  ['the reader has requested changes', 'Confirmed', 'me', 'me', false],
])(
  'when %s, which is %s by %s and settled by %s, the reader is confirming: %s',
  (_, state, proposer, settler, confirming) => {
    const decision = { state, proposedBy: { accountId: proposer }, settledBy: settler && { accountId: settler } };
    expect(isConfirming({ decisions: [decision] as unknown as PackageRecord['decisions'] }, 'me')).toBe(confirming);
    expect(isConfirming({ decisions: [] }, 'me')).toBe(false);
  },
);
