import { expect, test } from 'vitest';
import { footWords, leadsToResults, nothingWords, refusalWords, searchFor, secondName } from './found.ts';
import { businessSearch } from './query.ts';

test.each([
  ['words', 'acme', 'acme'],
  ['as many as the API takes', 'x'.repeat(100), 'x'.repeat(100)],
  ['one too many', 'x'.repeat(101), undefined],
  ['only spaces', '  ', undefined],
  ['nothing', '', undefined],
  ['an invisible character', 'a\u0000b', undefined],
  ['an invisible letter', 'a\u200bb', undefined],
])('the URL may ask for %s, or else for nothing', (_, q, read) => {
  expect(businessSearch({ q }).q).toBe(read);
});

test.each([
  ['abc-_9', 'abc-_9'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), undefined],
  ['a b', undefined],
  ['', undefined],
])('the URL with the cursor %j asks for the page %j', (cursor, read) => {
  expect(businessSearch({ cursor }).cursor).toBe(read);
});

test('the first letters begin a search, and later ones replace it', () => {
  expect(searchFor('a', '')).toEqual({ search: { q: 'a' }, replace: false });
  expect(searchFor('ab', 'a')).toEqual({ search: { q: 'ab' }, replace: true });
  expect(searchFor('', 'a')).toEqual({ search: {}, replace: true });
});

test('Enter and the arrow down lead to the results, letters do not', () => {
  expect(['Enter', 'ArrowDown', 'ArrowUp', 'a', ' '].map(leadsToResults)).toEqual([true, true, false, false, false]);
});

test('a search that can go on does not say that nothing exists', () => {
  expect(nothingWords(null).title).toBe('No business found');
  expect(nothingWords(null).text).toContain('Try fewer or shorter words.');
  expect(nothingWords('c').title).toBe('Nothing found so far');
  expect(nothingWords('c').text).toContain('none so far match the others');
  expect([footWords([]), footWords([1])]).toEqual([
    ['First page', 'Continue the search'],
    ['First page', 'Next page'],
  ]);
});

test('a trading name is shown where it differs from the name of the company', () => {
  expect(secondName({ companyName: 'Acme', tradingName: null })).toBeUndefined();
  expect(secondName({ companyName: 'Acme', tradingName: 'Acme' })).toBeUndefined();
  expect(secondName({ companyName: 'Acme', tradingName: 'Acme Foods' })).toBe('Acme Foods');
});

test('those who may not search are told who may', () => {
  expect(refusalWords(['analyst', 'supervisor'])).toBe(
    'Only these roles can search for businesses: analyst, supervisor.',
  );
});
