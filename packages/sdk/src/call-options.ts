// What every call can be told.
import type { Warning } from './api.gen.ts';

export interface CallOptions {
  /** Ends the call, whatever it is doing: it then throws the signal's reason. */
  signal?: AbortSignal;
  /** For each attempt; defaults to that of the client. */
  timeoutMs?: number;
  /** Defaults to that of the client. */
  maxRetries?: number;
  /** Your own id for the request, in our logs and yours: up to 64 of A-Z a-z 0-9 . _ - */
  requestId?: string;
  /** Learns what else the answer said. */
  onAnswer?: (answer: Answer) => void;
}

/** What an answer says beside its value. */
export interface Answer {
  /** The operationId. */
  operation: string;
  status: number;
  requestId: string | undefined;
  /** Pass it as ifNoneMatch or ifMatch. */
  etag: string | undefined;
  warnings: readonly Warning[];
  /** The write had been carried out before, by an earlier attempt or call with the same key. */
  isReplayed: boolean;
  /** How often the request was sent. */
  attempts: number;
}

export interface ReadOptions extends CallOptions {
  /** The etag of the answer that you have. If it is still current, the call resolves with undefined. */
  ifNoneMatch?: string;
}

export interface WriteOptions extends CallOptions {
  /**
   * Made for each call and kept through its retries. Pass your own to make the call repeatable by your code as well; pass false
   * to send none: then the call is not retried unless it certainly had no effect.
   */
  idempotencyKey?: string | false;
}

export interface UpdateOptions extends WriteOptions {
  /** The version that you have read, or its etag: if the business has changed since, nothing is saved. */
  ifMatch?: string | number;
}

/** Undefined is only possible for a call that asks for it. */
export type NotModified<Options> = Options extends { ifNoneMatch: string } ? undefined : never;
