import type pg from 'pg';
import { expect, test } from 'vitest';
import { toColumn, toRecordset, toRows } from './names.ts';

const result = (names: string[], rows: unknown[][]) =>
  ({ fields: names.map((name) => ({ name })), rows }) as unknown as pg.QueryArrayResult;

test('columns become camel case; a quoted alias in camel case stays, and so do the keys inside JSON', () => {
  const address = { street_line: 'x' };
  expect(
    toRows(result(['first_name', 'value_hash_key_id', 'birthDate', 'address'], [['Ada', 'k', null, address]])),
  ).toEqual([{ firstName: 'Ada', valueHashKeyId: 'k', birthDate: null, address: { street_line: 'x' } }]);
});

test('every row is an object of its own', () => {
  expect(toRows(result(['customer_id'], [[1], [2]]))).toEqual([{ customerId: 1 }, { customerId: 2 }]);
  expect(toRows(result([], []))).toEqual([]);
});

test('a record set has the names of the columns, and the keys inside its JSON stay', () => {
  const rows = [{ uboId: 'u', valueHashKeyId: null, flags: [{ otherId: 1 }], at: new Date(0) }];
  expect(JSON.parse(toRecordset(rows))).toEqual([
    { ubo_id: 'u', value_hash_key_id: null, flags: [{ otherId: 1 }], at: '1970-01-01T00:00:00.000Z' },
  ]);
});

test('the column of a name is the one that the name came from', () => {
  for (const column of ['customer_id', 'sha256', 'previous_secret_expires_at']) {
    const [row] = toRows<object>(result([column], [[1]]));
    expect(Object.keys(row ?? {}).map(toColumn)).toEqual([column]);
  }
});
