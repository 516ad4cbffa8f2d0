import { expect, test } from 'vitest';
import { type AccountChange, accountChanged, changesOf, dialogFor, isOffered, wordsOf } from './account-changes.ts';

const person = (status: 'Active' | 'Invited' | 'Disabled') => ({ name: 'Ada Lind', status });
const ALL: AccountChange[] = ['sign-out', 'disable', 'enable', 'invite-again', 'reset'];

test.each([
  ['Active', ['sign-out', 'reset', 'disable']],
  ['Invited', ['invite-again', 'disable']],
  ['Disabled', ['enable']],
] as const)('for a person who is %s, offers %j', (status, offered) => {
  expect(changesOf(person(status)).map(({ change }) => change)).toEqual(offered);
  expect(ALL.filter((change) => isOffered(change, person(status))).toSorted()).toEqual([...offered].toSorted());
});

test('marks disable and reset as grave', () => {
  expect(ALL.filter((change) => wordsOf(change).grave === true)).toEqual(['disable', 'reset']);
  expect(changesOf(person('Active')).map(({ grave }) => grave)).toEqual([false, true, true]);
});

test.each([
  ['sign-out', 'Ada Lind is signed out everywhere.'],
  ['disable', 'Ada Lind is disabled.'],
  ['enable', 'Ada Lind is enabled.'],
  ['invite-again', 'The invitation to Ada Lind is on its way.'],
  ['reset', 'Ada Lind will get a new invitation.'],
] as const)('after %s, shows "%s"', (change, words) => {
  expect(accountChanged(change, person('Active'))).toBe(words);
});

test.each([
  ['disable', 'Active', false, 'disable'],
  ['role', 'Active', false, 'role'],
  ['disable', 'Active', true, undefined],
  ['role', 'Active', true, undefined],
  ['enable', 'Active', false, undefined],
  ['reset', 'Invited', false, undefined],
  [undefined, 'Active', false, undefined],
] as const)('a link to %s, for a person who is %s, own account: %s, opens %s', (ask, status, isOwn, dialog) => {
  expect(dialogFor(ask, person(status), isOwn)).toBe(dialog);
});
