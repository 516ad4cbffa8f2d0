// The operations that a site calls. The table and its types are generated from the API's routes.
/** One operation: its path parameters, the names of its query parameters, its body and its response. */
export interface OperationTypes {
  params: Record<string, string> | undefined;
  query: PropertyKey | undefined;
  body: unknown;
  answer: unknown;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  roles: readonly string[];
  /** Whether it needs a recent second factor. */
  stepUp: boolean;
  /** Whether it responds with the bytes of a file instead of JSON. */
  file?: true;
}

export type OperationTable<Ops> = { readonly [Id in keyof Ops]: Operation };

type QueryValue = string | number | boolean | readonly string[] | undefined;

/** The input of an operation: only what it declares. */
export type Input<T extends OperationTypes> = (T['params'] extends undefined ? unknown : { params: T['params'] }) &
  (T['query'] extends PropertyKey ? { query?: { [Name in T['query']]?: QueryValue } } : unknown) &
  (T['body'] extends undefined ? unknown : { body: T['body'] });

/** The input without the types of one operation. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, QueryValue>;
  body?: unknown;
}

export function addressOf({ path }: Operation, { params = {}, query = {} }: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [value].flat().map((one) => [name, String(one)]),
    ),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
