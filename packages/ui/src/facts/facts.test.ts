import type { AddressRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { addressFacts, BUSINESS, columnsOf, type FactTable, factsOf } from './facts.ts';

interface Shop {
  id: string;
  name: string;
  motto: string | null;
  staff: number | null;
  windows: string[];
}

const SHOP = {
  staff: ['Staff', (count) => `${count} people`],
  name: ['Name'],
  motto: ['Motto'],
  windows: (windows) => windows.map((window, index) => [`Window ${index + 1}`, window]),
  id: 'hidden',
} satisfies FactTable<Shop>;

const shop: Shop = { id: '1', name: 'Corner', motto: 'Open late', staff: 0, windows: ['front', 'back'] };

test('facts are in the order of the table, without fields that are hidden or shown elsewhere', () => {
  expect(factsOf(shop, SHOP)).toEqual([
    ['Staff', '0 people'],
    ['Name', 'Corner'],
    ['Motto', 'Open late'],
    ['Window 1', 'front'],
    ['Window 2', 'back'],
  ]);
  expect(factsOf(shop, { ...SHOP, name: 'elsewhere', windows: 'hidden', motto: ['Slogan'] })).toEqual([
    ['Staff', '0 people'],
    ['Slogan', 'Open late'],
  ]);
});

test('a fact without a value keeps its name', () => {
  expect(factsOf({ ...shop, motto: null, staff: null, windows: [] }, SHOP)).toEqual([
    ['Staff', null],
    ['Name', 'Corner'],
    ['Motto', null],
  ]);
  expect(factsOf(null, { motto: SHOP.motto, staff: SHOP.staff })).toEqual([
    ['Motto', null],
    ['Staff', null],
  ]);
});

test('columns are in the order of the table, without fields that have none', () => {
  const name = { header: 'Name', cell: (one: Shop) => one.name };
  const motto = { header: 'Motto', cell: (one: Shop) => one.motto };
  expect(columnsOf<Shop>({ motto, id: 'hidden', name, staff: 'elsewhere', windows: 'hidden' })).toEqual([motto, name]);
});

test('a table without a decision about each field does not compile', () => {
  // @ts-expect-error: windows is missing
  const incomplete: FactTable<Shop> = { id: 'hidden', name: ['Name'], motto: ['Motto'], staff: 'elsewhere' };
  // @ts-expect-error: a number needs words
  const wordless: FactTable<Pick<Shop, 'staff'>> = { staff: ['Staff'] };
  expect([incomplete, wordless]).toHaveLength(2);
});

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
