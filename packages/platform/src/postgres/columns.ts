// Declares the columns of a table once. Yields the lists for select, insert, update and JSON record sets, and the mapping
// between rows and the field names that callers use.
import { toColumn } from './names.ts';
import { type Part, part } from './statement.ts';

export interface Column {
  /** The PostgreSQL type. */
  readonly type: string;
  /** The caller's name, if it differs from the row's. */
  readonly name?: string;
  /** The SQL value after an erasure; without it, the value is kept. */
  readonly erased?: string;
}

type Key<Row> = keyof Row & string;
type NameOf<C, K extends string> = C extends { readonly [P in K]: { readonly name: infer N extends string } } ? N : K;

/** A row with the callers' field names. */
type Fields<Row, C> = { [K in Key<Row> as NameOf<C, K>]: Row[K] };
/** The same as sent by callers: nullable fields may be omitted. */
type Sent<Row, C> = {
  [K in Key<Row> as null extends Row[K] ? never : NameOf<C, K>]: Row[K];
} & { [K in Key<Row> as null extends Row[K] ? NameOf<C, K> : never]?: Row[K] | undefined };

export interface Columns<Row, C> {
  /** The callers' names, in the order of the list. */
  readonly names: readonly (keyof Fields<Row, C>)[];
  /** The names of the columns that an erasure blanks. */
  readonly erasedNames: readonly (keyof Fields<Row, C>)[];
  /** `first_name, last_name`; with an alias `p.first_name, p.last_name`. */
  list(alias?: string): string;
  /** `first_name text, last_name text`, for json_to_recordset. */
  readonly recordset: string;
  /** `:firstName, :lastName`, in the order of `list`. Takes `toValues`. */
  readonly values: Part<Fields<Row, C>>;
  /** `first_name = :firstName, last_name = :lastName`. Takes `toValues`. */
  readonly assigned: Part<Fields<Row, C>>;
  /** `first_name = u.first_name, last_name = u.last_name`. */
  assignedFrom(alias: string): string;
  /** `'firstName', p.first_name, 'lastName', p.last_name`, for json_build_object. */
  json(alias: string): string;
  /** `first_name = 'Erased', birth_date = null`. */
  readonly erased: string;
  toFields(row: Row): Fields<Row, C>;
  toRow(fields: Fields<Row, C>): Row;
  /** In the form the driver expects. */
  toValues(fields: Fields<Row, C>): Fields<Row, C>;
  /** The sent values, with null for omitted values and empty text. */
  fromSent(sent: Sent<Row, C>): Fields<Row, C>;
  without<K extends Key<Row>>(...keys: K[]): Columns<Omit<Row, K>, C>;
}

export type RowOf<T extends { toRow(fields: never): unknown }> = ReturnType<T['toRow']>;
export type FieldsOf<T extends { toFields(row: never): unknown }> = ReturnType<T['toFields']>;

/**
 * `columns<Row>()({ firstName: { type: 'text' } })`: exactly the columns of the row. Two calls, because the row type
 * is explicit and the list is inferred.
 */
export function columns<Row>() {
  return <const C extends { readonly [K in Key<Row>]: Column }>(
    list: C & { [K in Exclude<keyof C, keyof Row>]: never },
  ) => columnsOf<Row, C>(Object.entries<Column>(list));
}

function columnsOf<Row, C>(entries: readonly [string, Column][]): Columns<Row, C> {
  type F = Fields<Row, C>;
  const all = entries.map(([key, { name = key, ...rest }]) => ({ key, column: toColumn(key), name, ...rest }));
  const joined = (text: (one: (typeof all)[number]) => string) => all.map(text).join(', ');
  /** The list covers the whole type, so an object built from every entry has that type. */
  const made = (entriesOf: (one: (typeof all)[number]) => [string, unknown]) => Object.fromEntries(all.map(entriesOf));
  const namesOf = (some: typeof all) => some.map(({ name }) => name) as unknown as (keyof F)[];
  const at = (source: object, key: string) => (source as Readonly<Record<string, unknown>>)[key];
  return {
    names: namesOf(all),
    erasedNames: namesOf(all.filter(({ erased }) => erased !== undefined)),
    list: (alias) => joined(({ column }) => (alias === undefined ? column : `${alias}.${column}`)),
    recordset: joined(({ column, type }) => `${column} ${type}`),
    values: part(joined(({ name }) => `:${name}`)),
    assigned: part(joined(({ column, name }) => `${column} = :${name}`)),
    assignedFrom: (alias) => joined(({ column }) => `${column} = ${alias}.${column}`),
    json: (alias) => joined(({ key, column }) => `'${key}', ${alias}.${column}`),
    erased: all.flatMap(({ column, erased }) => (erased === undefined ? [] : [`${column} = ${erased}`])).join(', '),
    toFields: (row) => made(({ key, name }) => [name, at(row as object, key)]) as F,
    toRow: (fields) => made(({ key, name }) => [key, at(fields, name)]) as Row,
    toValues: (fields) => made(({ type, name }) => [name, toValue(type, at(fields, name))]) as F,
    fromSent: (sent) => made(({ name }) => [name, orNull(at(sent, name))]) as F,
    without: (...left) => columnsOf(entries.filter(([key]) => !left.some((one) => one === key))),
  };
}

/** The driver would turn a list into a PostgreSQL array. */
const toValue = (type: string, value: unknown) => (type === 'jsonb' && value !== null ? JSON.stringify(value) : value);
const orNull = (value: unknown) => (value === undefined || value === '' ? null : value);
