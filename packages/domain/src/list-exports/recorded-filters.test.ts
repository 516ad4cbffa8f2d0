import { expect, test } from 'vitest';
import { toFilters } from './recorded-filters.ts';

const FROM = new Date('2026-11-01T00:00:00Z');

test.each([
  ['nothing', {}, []],
  ['no filter that was not sent', { q: undefined, status: undefined }, []],
  ['the value of a filter that is listed', { status: 'Approved' }, ['status: Approved']],
  ['all values of a repeated one', { status: ['Approved', 'Rejected'] }, ['status: Approved, Rejected']],
  ['a time in UTC', { from: FROM }, ['from: 2026-11-01T00:00:00.000Z']],
  ['only the name of any other filter', { q: 'Ada Lind', status: 'Approved' }, ['q', 'status: Approved']],
])('records %s', (_what, query, recorded) => {
  expect(toFilters(query, ['status', 'from'])).toEqual(recorded);
});
