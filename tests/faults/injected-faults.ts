// Faults in the place of statements.

/** Called before each statement of a request with its name and its place among them; may throw in its stead. */
export type BeforeStatement = (name: string, position: number) => void;

export class Injected extends Error {
  readonly code: string;
  constructor(code: string) {
    super('secret-of-the-failure');
    this.code = code;
  }
}

/** Fails before the statement at one position, once. */
export function failAt(position: number, failure: () => Error): BeforeStatement {
  return (_name, at) => {
    if (at === position) throw failure();
  };
}
