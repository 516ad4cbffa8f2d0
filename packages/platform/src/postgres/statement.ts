/** One SQL statement under the name by which the server prepares it, the metrics count it and the traces show it. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Only for the type checker: the shape of a row. */
  readonly row?: Row;
}

const known = new Map<string, Statement<unknown>>();

/**
 * Declares a statement, once, where its table's store is. Every declared statement is prepared against the real schema
 * by a test, so text that PostgreSQL would refuse does not get as far as a request.
 */
export function statement<Row = never>(name: string, text: string): Statement<Row> {
  if (known.has(name)) throw new Error(`Two statements are called ${name}`);
  const declared = { name, text };
  known.set(name, declared);
  return declared;
}

export function declaredStatements(): readonly Statement<unknown>[] {
  return [...known.values()];
}
