import type { Blocker, DecisionOutcome, PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import {
  canAsk,
  comparedOpenings,
  endedProposal,
  endedTitle,
  endedWords,
  evidenceWords,
  isNews,
  isOwnProposal,
  nextWords,
  noteOf,
  toOpen,
} from './proposal-rules.ts';

const [EXAMPLE] = packageExample.documents as [PackageRecord['documents'][number]];
const document = (documentId: string, ...openers: string[]) => ({
  ...EXAMPLE,
  documentId,
  openedBy: openers.map((accountId) => {
    const openedAt = '2026-11-15T15:00:00.000Z';
    return { accountId, name: accountId, openedAt, pagesSeen: null, pagesTotal: null };
  }),
});

const sentBack = (by: string) =>
  ({
    ...packageExample.decisions[0],
    decisionId: 'returned',
    outcome: 'Approve',
    state: 'Withdrawn',
    proposedBy: { accountId: 'ada', name: 'Ada Lind' },
    settledBy: { accountId: by, name: 'Ben Okoro' },
    noteId: packageExample.notes[0]?.noteId ?? null,
  }) as PackageDecisionRecord;

test('a proposal that was sent back is reported with its note, to everyone but the sender, until there is another', () => {
  const ended = sentBack('ben');
  expect(endedProposal({ decisions: [ended] }, undefined, 'ada')).toBe(ended);
  expect(endedProposal({ decisions: [ended] }, 'returned', 'ben')).toBeUndefined();
  expect(
    endedProposal(
      { decisions: [{ ...ended, decisionId: 'new', state: 'Proposed', noteId: null }, ended] },
      undefined,
      'ada',
    ),
  ).toBeUndefined();
  expect([endedTitle(ended), endedWords(ended, 'ada'), endedWords(ended, 'eve')]).toEqual([
    'The proposal was sent back',
    'Ben Okoro sent your proposal back',
    'Ben Okoro sent the proposal back',
  ]);
  expect(noteOf(packageExample, ended)).toBe(packageExample.notes[0]?.text);
  expect(noteOf(packageExample, { noteId: null })).toBeUndefined();
});

test('without a note, as from an API of the release before, a withdrawn proposal was not sent back', () => {
  const { noteId: _, ...older } = sentBack('ben');
  const ended = older as PackageDecisionRecord;
  expect(endedProposal({ decisions: [ended] }, undefined, 'ada')).toBeUndefined();
  expect([endedTitle(ended), endedWords(ended, 'ada')]).toEqual([
    'The proposal was withdrawn',
    'Ben Okoro withdrew your proposal',
  ]);
  expect(noteOf(packageExample, ended)).toBeUndefined();
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

const ADA = { accountId: 'ada', name: 'Ada Lind' };
const BEN = { accountId: 'ben', name: 'Ben Okoro' };
const decision = (given: Partial<PackageDecisionRecord>) =>
  ({
    decisionId: 'd',
    state: 'Voided',
    voidedBy: null,
    proposedBy: ADA,
    settledBy: null,
    noteId: null,
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
  expect(nextWords({ claim }, 'ada')).toBe('Review the package again, then decide.');
  expect(nextWords({ claim }, 'ben')).toBe('There is nothing to confirm.');
  expect(nextWords({ claim: null }, 'ada')).toBe('There is nothing to confirm.');
});
