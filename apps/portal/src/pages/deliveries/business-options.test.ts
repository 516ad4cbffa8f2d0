import { expect, test } from 'vitest';
import { businessOptions, pastedId } from './business-options.ts';

const ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const FOUND = [{ customerId: ID, companyName: 'Lagos Trading Ltd', partnerCustomerId: 'acme-42' }];

test('takes a pasted id, and no other text, as the chosen business', () => {
  expect([pastedId(` ${ID} `), pastedId('Lagos')]).toEqual([ID, undefined]);
});

test('offers what was found by name and reference', () => {
  expect(businessOptions(FOUND, undefined, undefined)).toEqual([{ value: ID, label: 'Lagos Trading Ltd (acme-42)' }]);
  expect(businessOptions(undefined, undefined, undefined)).toEqual([]);
});

test('offers the chosen business once, by its id until its name is known', () => {
  expect(businessOptions(FOUND, ID, 'Lagos Trading Ltd')).toHaveLength(1);
  expect(businessOptions([], ID, 'Lagos Trading Ltd')).toEqual([{ value: ID, label: 'Lagos Trading Ltd' }]);
  expect(businessOptions([], ID, undefined)).toEqual([{ value: ID, label: ID }]);
});
