import { expect, test } from 'vitest';
import { deleting, isNewName, renaming, saving, savingProblem, toSaved } from './filter-rules.ts';

const named = (...names: string[]) => names.map((name) => ({ name, search: { q: [name] } }));

test.each<[what: string, search: Record<string, unknown>, saved: object | undefined]>([
  ['nothing without filters', {}, undefined],
  ['nothing of a filter that is not set', { q: undefined, status: [], type: '' }, undefined],
  ['no position in the list', { cursor: 'x', page: 3 }, undefined],
  ['one value', { country: 'NGA', cursor: 'x' }, { country: ['NGA'] }],
  ['several values', { status: ['Approved', 'Rejected'] }, { status: ['Approved', 'Rejected'] }],
  ['a number as text', { olderThan: 24 }, { olderThan: ['24'] }],
])('saves %s', (_what, search, saved) => {
  expect(toSaved(search)).toEqual(saved);
});

test('a new filter comes last, and one of the same name is replaced where it is', () => {
  const made = { name: 'b', search: { q: ['new'] } };
  expect(saving(made)(named('a'))).toEqual([...named('a'), made]);
  expect(saving(made)(named('a', 'b', 'c'))).toEqual([...named('a'), made, ...named('c')]);
});

test('a renamed filter keeps its place and its search; a deleted one is gone', () => {
  expect(renaming('a', 'z')(named('a', 'b'))).toEqual([{ name: 'z', search: { q: ['a'] } }, ...named('b')]);
  expect(deleting('a')(named('a', 'b'))).toEqual(named('b'));
});

test.each([
  [undefined, 0, 'Set a filter first'],
  [{ q: ['a'] }, 20, 'You have 20, the most for one list: delete one first'],
  [{ q: ['a'] }, 19, undefined],
])('with the filters %j and %i saved ones, saving is refused with %j', (search, count, problem) => {
  expect(savingProblem(search, count)).toBe(problem);
});

test.each([
  ['', false],
  ['  ', false],
  ['a', false],
  [' a ', false],
  ['b', false],
  ['c', true],
])('a filter called a, next to b, can be renamed to "%s": %s', (typed, isPossible) => {
  expect(isNewName(named('a', 'b'), 'a', typed)).toBe(isPossible);
});
