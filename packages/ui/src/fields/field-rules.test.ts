import { expect, test } from 'vitest';
import { filtersLabel, isSearch, typedId, underwayAfter } from './field-rules.ts';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00';
const OTHER = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';

test.each([
  ['an id', ID, '', { isWrong: false, changes: true, id: ID }],
  ['an id with spaces around it', ` ${ID} `, '', { isWrong: false, changes: true, id: ID }],
  ['another id', OTHER, ID, { isWrong: false, changes: true, id: OTHER }],
  ['its current id', ` ${ID} `, ID, { isWrong: false, changes: false, id: ID }],
  ['blank text after an id', '  ', ID, { isWrong: false, changes: true, id: undefined }],
  ['blank text after no id', '', '', { isWrong: false, changes: false, id: undefined }],
  ['half an id', ID.slice(0, 20), '', { isWrong: true, changes: false }],
  ['half an id after a full one', ID.slice(0, 20), ID, { isWrong: true, changes: false }],
])('a filter by id reads %s', (_, text, value, typed) => {
  expect(typedId(text, value)).toMatchObject(typed);
});

test.each([
  ['the only pending search', 'a', ['a'], []],
  ['the first of two', 'a', ['a', 'ab'], ['ab']],
  ['the second of two, after the router skipped the first', 'ab', ['a', 'ab'], []],
  ['a search that was started twice', 'a', ['a', 'ab', 'a'], ['ab', 'a']],
  ['a link to another search', 'other', ['a', 'ab'], undefined],
  ['a link, without a pending search', 'other', [], undefined],
])('returns the searches still pending when the URL shows %s', (_, arrived, underway, left) => {
  expect(underwayAfter(arrived, underway)).toEqual(left);
});

test('the button for filters says how many are set', () => {
  expect(filtersLabel([undefined, undefined])).toBe('Filters');
  expect(filtersLabel(['NGA', undefined, ['Approved']])).toBe('Filters (2)');
});

test('searches from two letters on', () => {
  expect(['', ' ', 'l', ' l ', 'la'].map(isSearch)).toEqual([false, false, false, false, true]);
});
