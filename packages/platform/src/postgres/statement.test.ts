import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Part, part, sql, statement, toQuery, type ValuesOf } from './statement.ts';

const inserting = part<{ partnerId: string; now: Date }>('insert into a values (:partnerId, :now)');
const updating = part<{ now: Date; count: number }>('update b set at = :now, n = :count');

describe('named values', () => {
  test('are numbered in order of first use, one number per name', () => {
    const { text, order } = statement('test_named_numbers', 'select :second, :first, :second');
    expect({ text, order }).toEqual({ text: 'select $1, $2, $1', order: ['second', 'first'] });
  });

  test('are not recognised in casts and quoted text', () => {
    const { text, order } = statement(
      'test_quotes',
      `select ':no', 'it''s :no', :yes::text[], to_char(now(), 'HH24:MI')`,
    );
    expect({ text, order }).toEqual({
      text: `select ':no', 'it''s :no', $1::text[], to_char(now(), 'HH24:MI')`,
      order: ['yes'],
    });
  });
});

test('a statement with numbered values is refused when it is declared', () => {
  expect(() => statement('test_counts', 'select $1')).toThrow('Name the values of a statement');
});

describe('parts', () => {
  const both = sql`with x as (${inserting}), y as (${updating}) select ${'a, b'} from x`;

  test('are combined and share values of the same name', () => {
    const { text, order } = statement('test_parts', both);
    expect(text).toBe(
      'with x as (insert into a values ($1, $2)), y as (update b set at = $2, n = $3) select a, b from x',
    );
    expect(order).toEqual(['partnerId', 'now', 'count']);
  });

  test('combine their types', () => {
    expectTypeOf<ValuesOf<typeof both>>().toEqualTypeOf<{
      readonly partnerId: string;
      readonly now: Date;
      readonly count: number;
    }>();
    expectTypeOf(part('select 1')).toEqualTypeOf<Part>();
    const declared = statement<{ a: string }, ValuesOf<typeof both>>('test_types', both);
    const take = (values: ValuesOf<typeof both>) => toQuery(declared, values).values;
    // @ts-expect-error: the second part's value is missing.
    expect(() => take({ partnerId: 'p', now: new Date() })).toThrow('test_types');
    // @ts-expect-error: a value of another type.
    expect(take({ partnerId: 1, now: new Date(0), count: 2 })).toEqual([1, new Date(0), 2]);
  });
});

describe('values', () => {
  const declared = statement<object, { a: string | null; b: number }>('test_values', 'select :b, :a');

  test('are passed in the order of their numbers', () => {
    expect(toQuery(declared, { a: null, b: 2 }).values).toEqual([2, null]);
  });

  test('that are not declared do not compile', () => {
    const none = statement<object>('test_none', 'select 1');
    expect(toQuery(none, {}).values).toEqual([]);
    // @ts-expect-error: it declares no values.
    expect(toQuery(none, { a: 'a' }).values).toEqual([]);
    // @ts-expect-error: nor does it accept a list.
    expect(toQuery(none, ['a']).values).toEqual([]);
  });

  test.each([
    ['one is missing', { b: 2 }],
    ['one is undefined', { a: undefined, b: 2 }],
  ])('are refused when %s, with the name of the statement', (_, values) => {
    expect(() => toQuery(declared, values as unknown as { a: string; b: number })).toThrow(
      /^The statement test_values takes b, a, and was given/,
    );
  });
});
