import type { AddressRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { addressFacts, BUSINESS } from './business.ts';

const addressIn = (city: string) => ({ city }) as AddressRecord;

test('addresses are numbered if there are several', () => {
  const facts = addressFacts(({ city }) => city);
  expect(facts([])).toEqual([]);
  expect(facts([addressIn('Lagos')])).toEqual([['Address', 'Lagos']]);
  expect(facts([addressIn('Lagos'), addressIn('Accra')])).toEqual([
    ['Address 1', 'Lagos'],
    ['Address 2', 'Accra'],
  ]);
});

test('a business without financial data keeps the names of its facts', () => {
  expect(BUSINESS.financials(null)).toEqual([
    ['Monthly turnover', null],
    ['Transaction value', null],
    ['Source of funds', null],
    ['Purpose of account', null],
  ]);
});
