// The options of every call.
import type { Warning } from './api.gen.ts';

export interface CallOptions {
  /** Aborts the call at any point; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Timeout for each attempt; defaults to that of the client. */
  timeoutMs?: number | undefined;
  /** Defaults to that of the client. */
  maxRetries?: number | undefined;
  /** Defaults to that of the client. */
  retryForMs?: number | undefined;
  /** Your own id for the request, for our logs and yours: up to 64 characters of A-Z a-z 0-9 . _ - */
  requestId?: string | undefined;
  /** Called with the metadata of the response. */
  onAnswer?: ((answer: Answer) => void) | undefined;
}

/** The metadata of a response. */
export interface Answer {
  /** The operationId. */
  operation: string;
  status: number;
  requestId: string | undefined;
  /** Pass it as ifNoneMatch or ifMatch. */
  etag: string | undefined;
  warnings: readonly Warning[];
  /** The write had already been performed, by an earlier attempt or call with the same key. */
  isReplayed: boolean;
  /** How often the request was sent. */
  attempts: number;
}

export interface ReadOptions extends CallOptions {
  /** The etag of the version that you have. If it is still current, the call resolves with undefined. */
  ifNoneMatch?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * Generated for each call and used for all its retries. Pass your own so that your code can safely repeat the call; pass false
   * to send none: the call is then retried only if it certainly had no effect.
   */
  idempotencyKey?: string | false | undefined;
}

export interface UpdateOptions extends WriteOptions {
  /** The version that you read, or its etag: if the business has changed since, nothing is saved. */
  ifMatch?: string | number | undefined;
}

/** A call can return undefined only with ifNoneMatch. */
export type NotModified<Options> = Options extends { ifNoneMatch: string | undefined } ? undefined : never;
