import { expect, test } from 'vitest';
import {
  businessSearch,
  footWords,
  leadsToResults,
  nothingWords,
  refusalWords,
  searchFor,
  secondName,
} from './business-search.ts';

test.each([
  ['a search text', 'acme', 'acme'],
  ['the longest search that the API accepts', 'x'.repeat(100), 'x'.repeat(100)],
  ['one character too many', 'x'.repeat(101), undefined],
  ['only spaces', '  ', undefined],
  ['nothing', '', undefined],
  ['an invisible character', 'a\u0000b', undefined],
  ['an invisible letter', 'a\u200bb', undefined],
])('reads the search from a URL with %s', (_, q, read) => {
  expect(businessSearch({ q }).q).toBe(read);
});

test.each([
  ['abc-_9', 'abc-_9'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), undefined],
  ['a b', undefined],
  ['', undefined],
])('reads the cursor %j in the URL as %j', (cursor, read) => {
  expect(businessSearch({ cursor }).cursor).toBe(read);
});

test('the first letters add a history entry, later ones replace it', () => {
  expect(searchFor('a', '')).toEqual({ search: { q: 'a' }, replace: false });
  expect(searchFor('ab', 'a')).toEqual({ search: { q: 'ab' }, replace: true });
  expect(searchFor('', 'a')).toEqual({ search: {}, replace: true });
});

test('Enter and arrow down move to the results, other keys do not', () => {
  expect(['Enter', 'ArrowDown', 'ArrowUp', 'a', ' '].map(leadsToResults)).toEqual([true, true, false, false, false]);
});

test('an unfinished search does not claim that no business exists', () => {
  expect(nothingWords(null).title).toBe('No business found');
  expect(nothingWords(null).text).toContain('Try fewer or shorter words.');
  expect(nothingWords('c').title).toBe('Nothing found so far');
  expect(nothingWords('c').text).toContain('none so far match the others');
  expect([footWords([]), footWords([1])]).toEqual([
    ['First page', 'Continue the search'],
    ['First page', 'Next page'],
  ]);
});

test('shows the trading name only if it differs from the company name', () => {
  expect(secondName({ companyName: 'Acme', tradingName: null })).toBeUndefined();
  expect(secondName({ companyName: 'Acme', tradingName: 'Acme' })).toBeUndefined();
  expect(secondName({ companyName: 'Acme', tradingName: 'Acme Foods' })).toBe('Acme Foods');
});

test('names the roles that can search', () => {
  expect(refusalWords(['analyst', 'supervisor'])).toBe(
    'Only these roles can search for businesses: analyst, supervisor.',
  );
});
