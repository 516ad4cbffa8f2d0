import type { PackageDecisionRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { DECISION_STATES, settlementOf } from './decision-history.ts';

const ADA = { accountId: 'ada', name: 'Ada Lind' };
const AT = '2026-11-15T16:00:00.000Z';
const settled = (state: string, settledBy: object | null, settledAt: string | null = AT) =>
  settlementOf({ state, proposedBy: ADA, settledBy, settledAt } as PackageDecisionRecord)?.words;

test('names the person who settled a decision, unless it was the proposer', () => {
  const ben = { accountId: 'ben', name: 'Ben Okoro' };
  expect(settled('Confirmed', ben)).toBe('Confirmed by Ben Okoro');
  expect(settled('Withdrawn', ben)).toBe('Withdrawn by Ben Okoro');
  expect(settled('Confirmed', { accountId: 'x', name: null })).toBe('Confirmed by a former colleague');
  expect(settled('Withdrawn', ADA)).toBeUndefined();
  expect(settled('Proposed', null, null)).toBeUndefined();
});

test('labels only a confirmed decision as in effect', () => {
  expect(Object.entries(DECISION_STATES).map(([state, { label }]) => [state, label])).toEqual([
    ['Proposed', 'Waiting for a second analyst'],
    ['Confirmed', 'In effect'],
    ['Withdrawn', 'Withdrawn'],
    ['Voided', 'Void'],
  ]);
});
