// Builds the request of an operation.
import type { CallOptions, ReadOptions, UpdateOptions } from './call-options.ts';

export interface Sending {
  operation: string;
  method: string;
  path: string;
  /** Accepts an Idempotency-Key. */
  keyed?: boolean;
  /** Read-only. */
  safe?: boolean;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  options: (CallOptions & Partial<UpdateOptions> & Partial<ReadOptions>) | undefined;
}

/** A segment of a path. Refuses a value that would change the path. */
export function segment(value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`An id or a reference must be a string that is not empty, not ${JSON.stringify(value)}.`);
  return encodeURIComponent(value);
}

export function searchOf(query: Sending['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null)
        parameters.append(name, one instanceof Date ? one.toISOString() : String(one));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** All headers except the token. The key is generated here, once for all attempts. */
export function headersOf({ keyed = false, body, options = {} }: Sending): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (keyed && options.idempotencyKey !== false)
    headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
  if (options.ifMatch !== undefined) headers['if-match'] = etagOf(options.ifMatch);
  if (options.ifNoneMatch !== undefined) headers['if-none-match'] = options.ifNoneMatch;
  if (options.requestId !== undefined) headers['x-request-id'] = options.requestId;
  return headers;
}

const etagOf = (version: string | number) => (typeof version === 'number' ? `"${version}"` : version);
