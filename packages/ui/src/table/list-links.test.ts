import { expect, test } from 'vitest';
import { linksOf, searchAt } from './list-links.ts';

test.each([
  ['a single page', undefined, null, []],
  ['the first of several pages', undefined, 'b', ['next']],
  ['a page in the middle', 'b', 'c', ['first', 'next']],
  ['the last page', 'c', null, ['first']],
])('shows the links below %s', (_, place, next, links) => {
  expect(linksOf(place, next)).toEqual(links);
});

test('changing the page keeps the filters', () => {
  expect(searchAt('cursor', 'b')({ q: 'x', cursor: 'a' })).toEqual({ q: 'x', cursor: 'b' });
  expect(searchAt('people', undefined)({ ask: 'invite', people: 'a' })).toEqual({ ask: 'invite', people: undefined });
});
