import { expect, test } from 'vitest';
import { typedId } from './typed-id.ts';
import { underwayAfter } from './underway.ts';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00';
const OTHER = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';

test.each([
  ['an id', ID, '', { isWrong: false, changes: true, id: ID }],
  ['an id between spaces', ` ${ID} `, '', { isWrong: false, changes: true, id: ID }],
  ['another id', OTHER, ID, { isWrong: false, changes: true, id: OTHER }],
  ['the id that it has', ` ${ID} `, ID, { isWrong: false, changes: false, id: ID }],
  ['nothing, where it had an id', '  ', ID, { isWrong: false, changes: true, id: undefined }],
  ['nothing, where it had none', '', '', { isWrong: false, changes: false, id: undefined }],
  ['half an id', ID.slice(0, 20), '', { isWrong: true, changes: false }],
  ['half an id, where it had one', ID.slice(0, 20), ID, { isWrong: true, changes: false }],
])('a filter by id takes %s', (_, text, value, typed) => {
  expect(typedId(text, value)).toMatchObject(typed);
});

test.each([
  ['the only search', 'a', ['a'], []],
  ['the first of two', 'a', ['a', 'ab'], ['ab']],
  ['the second of two, since the router skipped the first', 'ab', ['a', 'ab'], []],
  ['a search that was begun twice', 'a', ['a', 'ab', 'a'], ['ab', 'a']],
  ['a link to another search', 'other', ['a', 'ab'], undefined],
  ['a link, while nothing was searched for', 'other', [], undefined],
])('in the URL arrives %s', (_, arrived, underway, left) => {
  expect(underwayAfter(arrived, underway)).toEqual(left);
});
