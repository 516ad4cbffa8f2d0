import type { PackageDecisionRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { endedProposal, endedTitle, endedWords, isNews, nextWords } from './ended.ts';

const ADA = { accountId: 'ada', name: 'Ada Lind' };
const BEN = { accountId: 'ben', name: 'Ben Okoro' };
const decision = (given: Partial<PackageDecisionRecord>) =>
  ({
    decisionId: 'd',
    state: 'Voided',
    voidedBy: null,
    proposedBy: ADA,
    settledBy: null,
    ...given,
  }) as PackageDecisionRecord;

test.each<[string, Partial<PackageDecisionRecord>, string | undefined, boolean]>([
  ['voided by new evidence, before the page was opened', { voidedBy: 'ScreeningHit' }, undefined, true],
  ['voided by a transition while the page was open', { voidedBy: 'Transition' }, 'd', true],
  ['voided by a transition before the page was opened', { voidedBy: 'Transition' }, undefined, false],
  ['withdrawn by someone else while the page was open', { state: 'Withdrawn', settledBy: BEN }, 'd', true],
  ['withdrawn by someone else before the page was opened', { state: 'Withdrawn', settledBy: BEN }, undefined, false],
  ['withdrawn by the reader', { state: 'Withdrawn', settledBy: ADA }, 'd', false],
  ['confirmed', { state: 'Confirmed', settledBy: BEN }, 'd', false],
  ['still open', { state: 'Proposed' }, 'd', false],
])('decides whether to report a proposal that was %s', (_, given, shown, isReported) => {
  const ended = decision(given);
  expect(endedProposal({ decisions: [ended] }, shown, 'ada')).toBe(isReported ? ended : undefined);
});

test('does not report a proposal voided by evidence once a later decision exists', () => {
  const decisions = [decision({ decisionId: 'new', state: 'Confirmed' }), decision({ voidedBy: 'ScreeningHit' })];
  expect(endedProposal({ decisions }, undefined, 'ada')).toBeUndefined();
});

test('does not report to the reader that their own request for changes voided a proposal', () => {
  expect(isNews(decision({ voidedBy: 'Transition' }), true)).toBe(false);
  expect(isNews(decision({ voidedBy: 'Transition' }), false)).toBe(true);
  expect(isNews(decision({ voidedBy: 'ScreeningHit' }), true)).toBe(true);
});

test.each<[Partial<PackageDecisionRecord>, string, string, string]>([
  [
    { voidedBy: 'ScreeningHit' },
    'ada',
    'The proposal is void',
    'Your proposal was voided because a screening found a possible match',
  ],
  [
    { voidedBy: 'Handover' },
    'ben',
    'The proposal is void',
    'Ada Lind’s proposal was voided because the package was reassigned to another analyst',
  ],
  [
    { proposedBy: { accountId: 'x', name: null } },
    'ben',
    'The proposal is void',
    'A former colleague’s proposal was voided because the package changed',
  ],
  [{ state: 'Withdrawn', settledBy: BEN }, 'ada', 'The proposal was withdrawn', 'Ben Okoro withdrew your proposal'],
  [{ state: 'Withdrawn', settledBy: BEN }, 'cat', 'The proposal was withdrawn', 'Ben Okoro withdrew the proposal'],
])('reports %j to %s as "%s": "%s"', (given, me, title, words) => {
  expect([endedTitle(decision(given)), endedWords(decision(given), me)]).toEqual([title, words]);
});

test('the analyst with the claim decides again; others have nothing to confirm', () => {
  const claim = { ...ADA, claimedAt: '', endsAt: '' };
  expect(nextWords({ claim }, 'ada')).toBe('Review what has changed, then decide again.');
  expect(nextWords({ claim }, 'ben')).toBe('There is nothing to confirm.');
  expect(nextWords({ claim: null }, 'ada')).toBe('There is nothing to confirm.');
});
