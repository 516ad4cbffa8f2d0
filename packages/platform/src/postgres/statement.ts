// SQL with named values. A name such as :partnerId becomes a numbered PostgreSQL parameter once, in the declaration, so
// that parameters need no counting and a part fits into any statement.

/** The values of a statement by name. Not a Record, because no interface is assignable to one. */
export type Values = object;

/** For SQL without values. */
export type NoValues = Readonly<Record<never, never>>;

/**
 * A piece of SQL. Its type says which values it names, so a statement of several parts requires the values of all of
 * them.
 */
export interface Part<V extends Values = NoValues> {
  readonly text: string;
  /** Only for the type checker. */
  readonly values?: V;
}

export type ValuesOf<P> = P extends Part<infer V> ? V : never;

export function part<V extends Values = NoValues>(text: string): Part<V> {
  return { text };
}

/** Joins parts and plain text, such as table and column names. A value name shared by two parts is one value. */
export function sql<const P extends readonly (Part<Values> | string)[]>(
  texts: TemplateStringsArray,
  ...parts: P
): Part<Together<P>> {
  const text = texts.reduce((before, after, index) => before + textOf(parts[index - 1] ?? '') + after);
  return { text };
}

const textOf = (piece: Part<Values> | string) => (typeof piece === 'string' ? piece : piece.text);

type Together<P extends readonly unknown[]> = Flat<
  P extends readonly [infer First, ...infer Rest] ? Own<First> & Together<Rest> : NoValues
>;
type Own<P> = P extends Part<infer V> ? V : NoValues;
type Flat<V> = { readonly [K in keyof V]: V[K] };

/** The values of a statement that declares none: rejects everything, while NoValues would accept anything. */
type None = Readonly<Record<string, never>>;

/** One SQL statement, under the name used for preparing it, in metrics and in traces. */
export interface Statement<Row, V = None> {
  readonly name: string;
  /** With numbered parameters, as PostgreSQL expects it. */
  readonly text: string;
  /** The names of its values in the order of their numbers. */
  readonly order: readonly string[];
  /** Only for the type checker: the shapes of a row, in camel case, and of the values. */
  readonly row?: Row;
  readonly takes?: (values: V) => void;
}

const known = new Map<string, Statement<unknown, never>>();

/**
 * Declares a statement once, in its table's store. A test prepares every declared statement against the real schema, so
 * invalid SQL never reaches a request.
 */
export function statement<Row = never, V extends Values = None>(
  name: string,
  source: string | Part<V>,
): Statement<Row, V> {
  if (known.has(name)) throw new Error(`Two statements are called ${name}`);
  const declared = { name, ...numbered(textOf(source)) };
  known.set(name, declared);
  return declared;
}

/** Skips quoted text and casts, which may contain a colon. */
const NAMES = /'(?:[^']|'')*'|::|:([a-z]\w*)/gi;

function numbered(source: string): { text: string; order: string[] } {
  if (/\$\d/.test(source)) throw new Error(`Name the values of a statement, as in :partnerId: ${source}`);
  const order: string[] = [];
  const text = source.replaceAll(NAMES, (match, name?: string) => {
    if (name === undefined) return match;
    if (!order.includes(name)) order.push(name);
    return `$${order.indexOf(name) + 1}`;
  });
  return { text, order };
}

/** A statement with its values, in the form the driver expects. */
export interface Query {
  name: string;
  text: string;
  values: unknown[];
  /** `toRows` makes the rows. */
  rowMode: 'array';
}

/** The types already require the values; this check catches a cast. An extra value does no harm. */
export function toQuery<V extends Values>({ name, text, order }: Statement<unknown, V>, values: V): Query {
  const taken = order.map((one) => (values as Record<string, unknown>)[one]);
  if (taken.includes(undefined)) {
    throw new Error(`The statement ${name} takes ${order.join(', ')}, and was given ${Object.keys(values).join(', ')}`);
  }
  return { name, text, values: taken, rowMode: 'array' };
}

export function declaredStatements(): readonly Statement<unknown, never>[] {
  return [...known.values()];
}
