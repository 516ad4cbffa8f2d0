import { expect, test } from 'vitest';
import { isFiltered, KINDS, kindOf } from './activity-filters.ts';

test('each kind except "all" is a filter', () => {
  expect(KINDS.map(({ value }) => kindOf(value))).toEqual([undefined, 'Team', 'Webhook', 'Credential', 'Export']);
  expect(kindOf('Unheard')).toBeUndefined();
});

test('activity is filtered if any filter has a value', () => {
  expect(isFiltered({ kind: undefined, person: undefined })).toBe(false);
  expect(isFiltered({ kind: undefined, person: 'a' })).toBe(true);
});
