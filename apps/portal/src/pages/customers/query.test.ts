import type { CustomerStatistics } from '@onboarding/contract';
import { endOfDay, startOfDay } from '@onboarding/ui/search';
import { expect, test } from 'vitest';
import { isReversed, queryOf, tabsOf, withFilter } from './query.ts';
import { customerSearch, isFiltered, oneCustomerSearch } from './search.ts';

test('sends filters under the names of the API; the last day is included', () => {
  const search = { status: ['Approved' as const], country: 'NGA', type: 'LLC', q: 'acme', cursor: 'c' };
  expect(
    queryOf({ ...search, from: '2026-11-01', to: '2026-11-02', updatedFrom: '2026-11-03', updatedTo: '2026-11-03' }),
  ).toEqual({
    q: 'acme',
    cursor: 'c',
    verificationStatus: ['Approved'],
    incorporationCountryIso3Code: 'NGA',
    businessTypeCode: 'LLC',
    createdFrom: startOfDay('2026-11-01'),
    createdTo: endOfDay('2026-11-02'),
    updatedFrom: startOfDay('2026-11-03'),
    updatedTo: endOfDay('2026-11-03'),
  });
});

test('recognises an end before the start, and does not send it', () => {
  expect(queryOf({ from: '2026-11-02', to: '2026-11-01' }).createdTo).toBeUndefined();
  expect(queryOf({ updatedFrom: '2026-11-02', updatedTo: '2026-11-01' }).updatedTo).toBeUndefined();
  expect(queryOf({ to: '2026-11-01' }).createdTo).toBe(endOfDay('2026-11-01'));
  expect([
    isReversed('2026-11-02', '2026-11-01'),
    isReversed('2026-11-01', '2026-11-01'),
    isReversed(undefined, '2026-11-01'),
    isReversed('2026-11-01', undefined),
  ]).toEqual([true, false, false, false]);
});

test('changing a filter returns to the first page', () => {
  expect(withFilter({ q: 'acme', cursor: 'c' }, { country: 'NGA' })).toEqual({ q: 'acme', country: 'NGA' });
});

test.each([
  ['country', 'nga', 'NGA'],
  ['country', 'Nigeria', undefined],
  ['from', '2026-02-28', '2026-02-28'],
  ['from', '2026-02-31', undefined],
  ['q', '   ', undefined],
  ['q', 'a\u0000b', undefined],
  ['q', 'x'.repeat(101), undefined],
  ['status', ['Approved', 'nonsense'], ['Approved']],
  ['cursor', 'a b', undefined],
  ['cursor', 'a-b_1', 'a-b_1'],
])('reads %s=%j in the URL as %j', (name, value, read) => {
  expect(customerSearch({ [name]: value })).toMatchObject({ [name]: read });
});

test('only a filter with a value counts, and an invalid tab or cursor is ignored', () => {
  expect([isFiltered({}), isFiltered({ q: undefined }), isFiltered({ q: 'x' })]).toEqual([false, false, true]);
  expect(oneCustomerSearch({ tab: 'nonsense', before: 'x y' })).toEqual({ tab: undefined, before: undefined });
});

const statistics = (notStarted: number) =>
  ({
    total: 9,
    byStatus: [
      { verificationStatus: 'Approved', customers: 5 },
      { verificationStatus: 'NotStarted', customers: notStarted },
    ],
  }) as CustomerStatistics;
const tab = (label: string, ...given: Parameters<typeof tabsOf>) => tabsOf(...given).find((one) => one.label === label);

test('each status has a tab with its count that keeps the other filters', () => {
  expect(tab('Approved', statistics(0), { q: 'x', status: ['Rejected'] })).toMatchObject({
    count: 5,
    isChosen: false,
    search: { q: 'x', status: ['Approved'] },
  });
  expect(tab('All', statistics(0), { q: 'x', status: ['Rejected'] })).toMatchObject({
    count: 9,
    isChosen: false,
    search: { q: 'x' },
  });
});

test.each([
  [undefined, 'All', true],
  [['Approved' as const], 'Approved', true],
  [['Approved' as const], 'All', false],
  [['Approved' as const, 'Rejected' as const], 'Approved', false],
])('with the statuses %j, the tab %s is selected: %s', (status, label, isChosen) => {
  expect(tab(label, undefined, { status })?.isChosen).toBe(isChosen);
});

test('shows the tab "Not reviewed" only if there are such customers or the filter selects them', () => {
  expect(tab('Not reviewed', statistics(0), {})).toBeUndefined();
  expect(tab('Not reviewed', statistics(1), {})).toBeDefined();
  expect(tab('Not reviewed', statistics(0), { status: ['NotStarted'] })).toBeDefined();
});
