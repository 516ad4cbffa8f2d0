import type { ComparedValue, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { isDecidedBefore, pathName, shownValue } from './change-words.ts';

test('compares changes only with a confirmed decision', () => {
  const decided = (...states: string[]) =>
    isDecidedBefore({ decisions: states.map((state) => ({ state })) as PackageRecord['decisions'] });
  expect([decided('Proposed', 'Voided', 'Withdrawn'), decided('Proposed', 'Confirmed')]).toEqual([false, true]);
});

test.each<[ComparedValue, string, string]>([
  [null, '/companyName', '–'],
  ['', '/companyName', '–'],
  ['NGA', '/incorporationCountryIso3Code', 'Nigeria'],
  ['NGA', '/addresses/0/countryCode', 'Nigeria'],
  ['NGA', '/businessPersonList/0/nationality', 'Nigeria'],
  ['NGA', '/companyName', 'NGA'],
  ['TradingIncome', '/industry', 'Trading income'],
  ['TradingIncome', '/companyName', 'TradingIncome'],
  [true, '/isListed', 'Yes'],
  [false, '/isListed', 'No'],
  [60, '/percentageShare', '60'],
  [['UBO', 'DIRECTOR'], '/ownershipType', 'UBO, Director'],
])('shows %j at %s as "%s"', (value, pointer, words) => {
  expect(shownValue(value, pointer)).toBe(words);
});

test.each([
  ['/companyName', 'Company name'],
  ['/addresses/1/city', 'Address 2, city'],
  ['/financials/sourceOfFunds', 'Financial data, source of funds'],
  ['/identities/0/issueDate', 'Identity documents 1, issue date'],
])('names the field %s "%s"', (pointer, words) => {
  expect(pathName(pointer)).toBe(words);
});
