import { expect, test } from 'vitest';
import type { Country } from './country-status.ts';
import { canActivate, consequencesOf, valueWords } from './rule-words.ts';

test('every version except the active one can be activated', () => {
  const can = (['Draft', 'Active', 'Retired'] as const).map((status) => canActivate({ status }));
  expect(can).toEqual([true, false, true]);
});

const NEW_VERSION = 'It was active before, so its rules become a new version.';
const RETIRES = 'The active version is retired at the same moment.';
const OPENS = 'This also opens Nigeria: its businesses and residents are accepted from then on.';
const STAYS = 'It stays on the list of prohibited countries, so nobody is accepted until you allow it.';
const ALWAYS = 'New businesses follow it within 30 seconds; existing ones keep their rules.';

test.each([
  ['a draft in an open country without rules', 'Draft', 'Open', null, undefined, [ALWAYS]],
  ['a draft in an open country with rules', 'Draft', 'Open', 3, undefined, [RETIRES, ALWAYS]],
  ['a retired version', 'Retired', 'Open', 3, undefined, [NEW_VERSION, RETIRES, ALWAYS]],
  ['a draft in a closed country', 'Draft', 'Closed', null, undefined, [OPENS, ALWAYS]],
  ['a draft in a new country', 'Draft', 'New', null, undefined, [OPENS, ALWAYS]],
  ['a draft in a prohibited country', 'Draft', 'Open', null, 'Listed', [STAYS, ALWAYS]],
  ['a draft in an undecided country', 'Draft', 'Open', null, 'Undecided', [STAYS, ALWAYS]],
  ['a draft in a country that is allowed again', 'Draft', 'Open', null, 'Unlisted', [ALWAYS]],
] as const)('explains the consequences of activating %s', (_, status, standing, activeVersion, listed, words) => {
  const prohibited = listed === undefined ? null : { standing: listed };
  const country = { name: 'Nigeria', standing, activeVersion, prohibited } as Country;
  expect(consequencesOf(country, status)).toBe(words.join(' '));
});

test('formats the values of a rule, and returns undefined for null', () => {
  expect([true, false, null, '', 0, '^A$'].map(valueWords)).toEqual(['Yes', 'No', undefined, '', 0, '^A$']);
});
