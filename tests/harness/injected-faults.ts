// Makes statements fail.

/** Called before each statement of a request with its name and position; may throw instead. */
export type BeforeStatement = (name: string, position: number) => void;

export class Injected extends Error {
  readonly code: string;
  constructor(code: string) {
    super('secret-of-the-failure');
    this.code = code;
  }
}

/** Loses the connection during the commit of each transaction with this statement; a process's own transactions succeed. */
export function loseCommitsAfter(
  statement: string,
  { butNot }: { butNot?: string } = {},
): (name: string, connection: object) => void {
  const entered = new WeakSet<object>();
  return (name, connection) => {
    if (name === statement) entered.add(connection);
    if (name === butNot) entered.delete(connection);
    if (name === 'commit' && entered.delete(connection))
      throw Object.assign(new Error('injected'), { code: 'ECONNRESET' });
  };
}

/** Fails before the statement at one position, once. */
export function failAt(position: number, failure: () => Error): BeforeStatement {
  return (_name, at) => {
    if (at === position) throw failure();
  };
}
