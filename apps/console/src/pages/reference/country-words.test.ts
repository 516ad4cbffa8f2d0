import { expect, test } from 'vitest';
import type { Country, CountryStatus } from './country-status.ts';
import {
  canActivate,
  consequencesOf,
  decisionBehind,
  documentsWords,
  matching,
  toldOf,
  valueWords,
} from './country-words.ts';

const country = (given: Partial<Country>) =>
  ({ standing: 'Open', decidedAt: null, decidedBy: null, prohibited: null, highRisk: null, ...given }) as Country;
const listing = (standing: 'Listed' | 'Unlisted' | 'Undecided') => ({
  standing,
  since: '2026-02-02T00:00:00Z',
  decidedBy: 'Lister',
  reason: 'why',
});

const COUNTRIES = [
  country({ countryCode: 'NGA', name: 'Nigeria' }),
  country({ countryCode: 'NER', name: 'Niger', standing: 'Closed' }),
  country({ countryCode: 'DEU', name: 'Germany', prohibited: listing('Listed') }),
];

test.each<[q: string | undefined, status: CountryStatus | undefined, found: string[]]>([
  [undefined, undefined, ['NGA', 'NER', 'DEU']],
  ['niger', undefined, ['NGA', 'NER']],
  ['  GERIA ', undefined, ['NGA']],
  ['ner', undefined, ['NER']],
  // Matching part of a code would find unrelated countries.
  ['ng', undefined, []],
  ['deu', undefined, ['DEU']],
  ['niger', 'closed', ['NER']],
  [undefined, 'open', ['NGA']],
  [undefined, 'prohibited', ['DEU']],
  [undefined, 'new', []],
])('a search for %j among countries with the status %s finds %j', (q, status, found) => {
  expect(matching(COUNTRIES, { q, status }).map(({ countryCode }) => countryCode)).toEqual(found);
});

const OPENED = { decidedAt: '2026-01-01T00:00:00Z', decidedBy: 'Opener' };
const opened = { at: OPENED.decidedAt, by: 'Opener' };
const listed = { at: '2026-02-02T00:00:00Z', by: 'Lister' };

test.each([
  ['open', OPENED, opened],
  ['open, and allowed again', { ...OPENED, prohibited: listing('Unlisted') }, opened],
  ['open, but prohibited', { ...OPENED, prohibited: listing('Listed') }, listed],
  ['open, but undecided', { ...OPENED, prohibited: listing('Undecided') }, listed],
  ['prohibited by an unknown person', { ...OPENED, prohibited: { ...listing('Listed'), decidedBy: null } }, undefined],
  ['new', {}, undefined],
  ['opened at an unknown time', { ...OPENED, decidedAt: null }, undefined],
  ['opened by an unknown person', { ...OPENED, decidedBy: null }, undefined],
])('a country that is %s shows the decision behind its status', (_, given, decision) => {
  expect(decisionBehind(country(given as Partial<Country>))).toEqual(decision);
});

const words = (given: Partial<Country>) => toldOf(country(given)).map(({ word }) => word);

test('the page of a country lists every decision about it, with person and reason', () => {
  expect(words({})).toEqual([]);
  expect(words({ ...OPENED, standing: 'Open' })).toEqual(['Opened']);
  expect(words({ ...OPENED, standing: 'Closed' })).toEqual(['Closed']);
  expect(words({ prohibited: listing('Listed') })).toEqual(['Prohibited']);
  expect(words({ prohibited: listing('Unlisted') })).toEqual(['Allowed']);
  expect(words({ prohibited: listing('Undecided') })).toEqual(['To decide']);
  expect(words({ highRisk: listing('Unlisted') })).toEqual(['Ordinary risk']);
  expect(toldOf(country({ ...OPENED, prohibited: listing('Unlisted'), highRisk: listing('Listed') }))).toEqual([
    { word: 'Opened', ...opened },
    { word: 'Allowed', ...listed, why: 'why' },
    { word: 'High risk', ...listed, why: 'why' },
  ]);
});

test('formats the number of documents', () => {
  expect([0, 1, 2].map(documentsWords)).toEqual(['0 documents', '1 document', '2 documents']);
});

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
