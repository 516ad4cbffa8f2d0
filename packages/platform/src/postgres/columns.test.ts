import { expect, expectTypeOf, test } from 'vitest';
import { columns } from './columns.ts';
import { statement } from './statement.ts';

interface PersonRow {
  firstName: string;
  birthDate: string | null;
  documentId: string | null;
  address: unknown;
}

const PERSON = columns<PersonRow>()({
  firstName: { type: 'text', erased: `'Erased'` },
  birthDate: { type: 'date', erased: 'null' },
  documentId: { type: 'uuid', name: 'documentUploadId' },
  address: { type: 'jsonb' },
});
const row: PersonRow = { firstName: 'Ada', birthDate: null, documentId: 'd', address: ['x'] };
const fields = { firstName: 'Ada', birthDate: null, documentUploadId: 'd', address: ['x'] };

test('one declaration yields the column lists of select, insert, update, record set, JSON and erasure', () => {
  expect(PERSON.list()).toBe('first_name, birth_date, document_id, address');
  expect(PERSON.list('p')).toBe('p.first_name, p.birth_date, p.document_id, p.address');
  expect(PERSON.recordset).toBe('first_name text, birth_date date, document_id uuid, address jsonb');
  expect(statement('test_columns', `${PERSON.values.text} ${PERSON.assigned.text}`).text).toBe(
    '$1, $2, $3, $4 first_name = $1, birth_date = $2, document_id = $3, address = $4',
  );
  expect(PERSON.without('birthDate', 'address').assignedFrom('u')).toBe(
    'first_name = u.first_name, document_id = u.document_id',
  );
  expect(PERSON.without('birthDate', 'address').json('p')).toBe(
    `'firstName', p.first_name, 'documentId', p.document_id`,
  );
  expect(PERSON.erased).toBe(`first_name = 'Erased', birth_date = null`);
  expect(PERSON.erasedNames).toEqual(['firstName', 'birthDate']);
});

test('converts between rows and fields in both directions', () => {
  expect(PERSON.names).toEqual(['firstName', 'birthDate', 'documentUploadId', 'address']);
  expect(PERSON.toFields(row)).toEqual(fields);
  expect(PERSON.toRow(fields)).toEqual(row);
  expect(PERSON.toValues(fields)).toEqual({ ...fields, address: '["x"]' });
  expect(PERSON.toValues({ ...fields, address: null }).address).toBeNull();
  expect(PERSON.fromSent({ firstName: 'Ada', documentUploadId: '', address: 1 })).toEqual({
    firstName: 'Ada',
    birthDate: null,
    documentUploadId: null,
    address: 1,
  });
  expectTypeOf(PERSON.toFields(row)).toEqualTypeOf<{
    firstName: string;
    birthDate: string | null;
    documentUploadId: string | null;
    address: unknown;
  }>();
});

test('a missing or misspelt column does not compile', () => {
  const text = { type: 'text' } as const;
  // @ts-expect-error: the second column is missing.
  expect(columns<{ firstName: string; lastName: string }>()({ firstName: text }).names).toHaveLength(1);
  // @ts-expect-error: the second column does not exist.
  expect(columns<{ firstName: string }>()({ firstName: text, latsName: text }).names).toHaveLength(2);
  // @ts-expect-error: a column that is not nullable must be sent.
  expect(PERSON.fromSent({}).firstName).toBeNull();
});
