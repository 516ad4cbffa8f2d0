import type { QueueItem } from '@onboarding/contract';
import { expect, test } from 'vitest';
import {
  chosenAtFirst,
  holdersOf,
  outcomeOf,
  packagesOf,
  QUEUE,
  questionOf,
  targetsOf,
  toggled,
  voidedWords,
} from './several-rules.ts';

const ANA = { accountId: 'ana', name: 'Ana', role: 'analyst' };
const BEN = { accountId: 'ben', name: 'Ben', role: 'supervisor' };
const item = (customerId: string, claimedBy: string | null, isProposed = false) => ({
  customerId,
  companyName: `${customerId} Ltd`,
  claimedBy,
  claimedByName: claimedBy === 'gone' ? 'Gil Gone' : claimedBy,
  proposal: isProposed ? ({} as QueueItem['proposal']) : null,
});
const ITEMS = [item('a', 'ana'), item('b', 'ana', true), item('c', 'gone', true)];
const values = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => [value, label]);

test('lists the packages of everyone, of a colleague, or of an analyst whose account is disabled', () => {
  expect(values(holdersOf([ANA, BEN], ITEMS, undefined))).toEqual([
    ['', 'Everyone but you'],
    ['ana', 'Ana'],
    ['ben', 'Ben'],
  ]);
  expect(values(holdersOf([ANA], ITEMS, 'gone')).at(-1)).toEqual(['gone', 'Gil Gone']);
  expect(values(holdersOf([ANA], [], 'gone')).at(-1)).toEqual(['gone', 'A former colleague']);
});

test('packages go back to the queue, or to anyone but the analyst who has them', () => {
  expect(values(targetsOf([ANA, BEN], 'ana'))).toEqual([
    ['', 'Choose what happens'],
    [QUEUE, 'Back to the queue'],
    ['ben', 'Ben, supervisor'],
  ]);
  expect(targetsOf([ANA, BEN], undefined)).toHaveLength(4);
});

test('all packages of one analyst are chosen at first, and none of everyone', () => {
  expect([...chosenAtFirst(ITEMS, 'ana')]).toEqual(['a', 'b', 'c']);
  expect([...chosenAtFirst(ITEMS, undefined)]).toEqual([]);
});

test('a package is chosen and no longer chosen in turn', () => {
  const chosen = toggled(new Set(['a']), 'b');
  expect([...chosen]).toEqual(['a', 'b']);
  expect([...toggled(chosen, 'a')]).toEqual(['b']);
});

test('sends the chosen packages that someone still has, with their analysts', () => {
  expect(packagesOf([...ITEMS, item('d', null)], new Set(['a', 'c', 'd', 'no longer listed']))).toEqual([
    { customerId: 'a', claimedBy: 'ana' },
    { customerId: 'c', claimedBy: 'gone' },
  ]);
});

test.each([
  [1, QUEUE, 'Return 1 package to the queue?', 'Return 1 package'],
  [3, QUEUE, 'Return 3 packages to the queue?', 'Return 3 packages'],
  [2, 'ben', 'Reassign 2 packages to Ben?', 'Reassign 2 packages'],
  [2, 'unknown', 'Reassign 2 packages to your colleague?', 'Reassign 2 packages'],
])('%i packages to %s: asks "%s"', (packages, to, question, act) => {
  expect(questionOf(packages, to, [ANA, BEN])).toEqual({ question, act });
});

test('says how many proposed decisions become void', () => {
  expect(voidedWords(ITEMS, new Set(['a']))).toBeUndefined();
  expect(voidedWords(ITEMS, new Set(['a', 'b']))).toBe(
    'A decision has been proposed for one of them. It becomes void.',
  );
  expect(voidedWords(ITEMS, new Set(['b', 'c']))).toBe('Decisions have been proposed for 2 of them. They become void.');
});

test('counts what was reassigned, and names what was refused', () => {
  const error = { code: 'Review.StateConflict' as const, message: 'It has changed.' };
  const results = [
    { customerId: 'a', error: null },
    { customerId: 'b', error },
    { customerId: 'gone', error },
  ];
  expect(outcomeOf({ results }, ITEMS)).toEqual({
    done: 1,
    refused: [
      { companyName: 'b Ltd', message: 'It has changed.' },
      { companyName: 'A business', message: 'It has changed.' },
    ],
  });
});
