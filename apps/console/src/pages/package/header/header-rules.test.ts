import { expect, test } from 'vitest';
import type { Standing } from '../standing.ts';
import { actionsFor, isLeftUndecided, isToday, lasting, limitOf, questionAbout, whyQueued } from './header-rules.ts';

const ROLES = {
  analyst: { works: true, supervises: false, busy: false },
  supervisor: { works: true, supervises: true, busy: false },
  auditor: { works: false, supervises: false, busy: false },
};
const namesOf = (standing: Standing, role: keyof typeof ROLES, what: 'isShown' | 'isEnabled', busy = false) =>
  Object.entries(actionsFor(standing, { ...ROLES[role], busy }))
    .filter(([, offer]) => offer.isShown && offer[what])
    .map(([name]) => name);

test.each<[Standing, string[]]>([
  ['waiting', ['claim', 'next']],
  ['mine', ['release', 'next']],
  ['theirs', ['release', 'next']],
  ['rejected', ['reopen', 'next']],
  ['approved', ['next']],
  ['with-partner', ['next']],
  ['not-submitted', ['next']],
  ['erased', ['next']],
])('a package that is %s shows the buttons %j', (standing, shown) => {
  expect(namesOf(standing, 'auditor', 'isShown')).toEqual(shown);
});

test.each<[keyof typeof ROLES, Standing, string[]]>([
  ['analyst', 'waiting', ['claim', 'next']],
  ['analyst', 'mine', ['release', 'next']],
  ['analyst', 'theirs', ['next']],
  ['analyst', 'rejected', ['next']],
  ['supervisor', 'theirs', ['release', 'next']],
  ['supervisor', 'rejected', ['reopen', 'next']],
  ['auditor', 'waiting', []],
  ['auditor', 'theirs', []],
  ['auditor', 'rejected', []],
])('for the role %s, a package that is %s enables %j', (role, standing, enabled) => {
  expect(namesOf(standing, role, 'isEnabled')).toEqual(enabled);
});

test('disables all actions while one is running', () => {
  for (const standing of ['waiting', 'mine', 'rejected'] as const) {
    expect(namesOf(standing, 'supervisor', 'isEnabled', true)).toEqual([]);
  }
});

test.each<[keyof typeof ROLES, Standing, string | undefined]>([
  ['auditor', 'waiting', 'Your role is read-only. Analysts and supervisors work on packages.'],
  ['auditor', 'theirs', 'Your role is read-only. Analysts and supervisors work on packages.'],
  ['analyst', 'theirs', 'A supervisor can release or reassign it.'],
  ['analyst', 'mine', undefined],
  ['supervisor', 'theirs', undefined],
])('says to the role %s, of a package that is %s, "%s"', (role, standing, words) => {
  expect(limitOf(standing, ROLES[role])).toBe(words);
});

test.each<[Standing, boolean, boolean, string | undefined]>([
  ['rejected', true, true, 'reopen'],
  ['mine', false, true, 'release'],
  ['theirs', true, true, 'release'],
  ['theirs', false, true, undefined],
  ['waiting', true, true, undefined],
  ['mine', false, false, undefined],
])(
  'on a package that is %s, supervising: %s, asked: %s: opens the question %s',
  (standing, supervises, asked, question) => {
    expect(questionAbout(standing, supervises, asked)).toBe(question);
  },
);

test('shows why a package is in the queue unless it is new', () => {
  expect((['Submitted', 'Answered', 'Changed', 'Reopened', 'Monitoring', null] as const).map(whyQueued)).toEqual([
    undefined,
    'Changes answered',
    'Changed after approval',
    'Reopened',
    'Under review again',
    undefined,
  ]);
});

const [MINUTE, HOUR] = [60_000, 3_600_000];

test.each([
  [-5, '0 minutes'],
  [59 * MINUTE, '59 minutes'],
  [HOUR, '1 hour'],
  [71.9 * HOUR, '71 hours'],
  [72 * HOUR, '3 days'],
])('formats %d ms as "%s"', (ms, words) => {
  expect(lasting(ms)).toBe(words);
});

test('recognises a time of the current day', () => {
  const noon = new Date(2026, 10, 15, 12);
  expect(isToday(new Date(2026, 10, 15, 23, 59).toISOString(), noon)).toBe(true);
  expect(isToday(new Date(2026, 10, 16, 0, 1).toISOString(), noon)).toBe(false);
  expect(isToday(new Date(2026, 9, 15, 12).toISOString(), noon)).toBe(false);
});

test.each<[Standing, string[], boolean]>([
  ['mine', [], true],
  ['mine', ['Withdrawn'], true],
  ['mine', ['Proposed'], false],
  ['theirs', [], false],
  ['waiting', [], false],
])('the next package leaves one that is %s with the decisions %j undecided: %s', (standing, states, left) => {
  const decisions = states.map((state) => ({ state })) as Parameters<typeof isLeftUndecided>[0]['decisions'];
  expect(isLeftUndecided({ decisions }, standing)).toBe(left);
});
