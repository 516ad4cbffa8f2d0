import { expect, test } from 'vitest';
import { choicesOf, othersThan } from './reassign-choices.ts';

const ANA = { accountId: 'a', name: 'Ana', role: 'analyst' };
const BEN = { accountId: 'b', name: 'Ben', role: 'supervisor' };

test('offers every colleague except the one with the claim', () => {
  expect(othersThan('a', [ANA, BEN])).toEqual([BEN]);
  expect(othersThan('a', [ANA])).toEqual([]);
  expect(othersThan('gone', [ANA, BEN])).toEqual([ANA, BEN]);
});

test('starts with a disabled placeholder, so that a colleague must be chosen', () => {
  expect(choicesOf([ANA, BEN])).toEqual([
    { value: '', label: 'Choose a colleague', disabled: true },
    { value: 'a', label: 'Ana, analyst' },
    { value: 'b', label: 'Ben, supervisor' },
  ]);
});
