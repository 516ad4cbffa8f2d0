import { expect, test } from 'vitest';
import { choicesOf, othersThan } from './reassign-choices.ts';

const ANA = { accountId: 'a', name: 'Ana', role: 'analyst' };
const BEN = { accountId: 'b', name: 'Ben', role: 'supervisor' };

test('a package goes to anyone but the colleague who has it', () => {
  expect(othersThan('a', [ANA, BEN])).toEqual([BEN]);
  expect(othersThan('a', [ANA])).toEqual([]);
  expect(othersThan('gone', [ANA, BEN])).toEqual([ANA, BEN]);
});

test('a colleague must be chosen: none is chosen to begin with, and none can be unchosen', () => {
  expect(choicesOf([ANA, BEN])).toEqual([
    { value: '', label: 'Choose a colleague', disabled: true },
    { value: 'a', label: 'Ana, analyst' },
    { value: 'b', label: 'Ben, supervisor' },
  ]);
});
