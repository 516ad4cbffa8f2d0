import { expect, test } from 'vitest';
import { decisionBehind, documentsWords, matching, toldOf } from './countries-shown.ts';
import type { Country, CountryStatus } from './country-status.ts';

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
