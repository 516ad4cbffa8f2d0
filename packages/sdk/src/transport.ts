// Sends a request with a token and a deadline, and retries it where that is safe.
import { type CurrentState, type ErrorCode, type Problem, SDK_VERSION, type Warning } from './api.gen.ts';
import type { Answer } from './call-options.ts';
import { ConnectionError, RequestTimeoutError, toApiError } from './errors.ts';
import { headersOf, type Sending, searchOf } from './sending.ts';
import type { TokenSource } from './token-source.ts';
import {
  acceptableWaitMs,
  pause,
  planRetries,
  type RetryLimits,
  retryAfterMs,
  retryLimitsOf,
  withDeadline,
} from './waiting.ts';

export interface TransportOptions {
  /** The origin of the API, and its prefix if it has one. */
  baseUrl: string;
  tokens: TokenSource;
  fetch: typeof fetch;
  timeoutMs: number;
  limits: RetryLimits;
  backoffMs: number;
  userAgent: string | undefined;
  onAnswer: ((answer: Answer) => void) | undefined;
}

/** The statuses of a proxy whose upstream connection failed. */
const LOST_BEHIND_PROXY = [502, 504];

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

type Attempt = { answered: Received } | { lost: ConnectionError };

export type Send = <T>(sending: Sending) => Promise<T>;

export function createTransport(options: TransportOptions): Send {
  return async <T>(sending: Sending) => {
    const attempt = prepare(options, sending);
    const { signal } = sending.options ?? {};
    const nextRetry = planRetries(retryLimitsOf(sending.options ?? {}, options.limits), options.backoffMs);
    let renewed = false;
    for (let attempts = 1; ; attempts++) {
      const token = await options.tokens.token(signal);
      const outcome = await attempt(token);
      if ('answered' in outcome && outcome.answered.status === 401 && !renewed) {
        options.tokens.forget(token);
        renewed = true;
        continue;
      }
      const leastMs = waitBefore(outcome, sending);
      const waitMs = leastMs === undefined ? undefined : nextRetry(leastMs);
      if (waitMs === undefined) return conclude<T>(outcome, sending, attempts, options);
      await pause(waitMs, signal);
    }
  };
}

/** All attempts send the same request. */
function prepare(options: TransportOptions, sending: Sending): (token: string) => Promise<Attempt> {
  const url = `${options.baseUrl}${sending.path}${searchOf(sending.query)}`;
  const headers = new Headers(headersOf(sending));
  headers.set(
    'user-agent',
    `${options.userAgent === undefined ? '' : `${options.userAgent} `}onboarding-sdk/${SDK_VERSION}`,
  );
  const body = sending.body === undefined ? undefined : JSON.stringify(sending.body);
  const { signal, timeoutMs = options.timeoutMs } = sending.options ?? {};
  const what = `${sending.method} ${options.baseUrl}${sending.path}`;
  const late = () => new RequestTimeoutError(`${what}: no answer within ${timeoutMs} ms.`);
  return async (token) => {
    headers.set('authorization', `Bearer ${token}`);
    const init = { method: sending.method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const;
    try {
      return await withDeadline({ timeoutMs, signal, late }, async (both) => ({
        answered: await receive(options.fetch, url, { ...init, signal: both }),
      }));
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      if (thrown instanceof RequestTimeoutError) return { lost: thrown };
      return { lost: new ConnectionError(`${what}: ${reasonOf(thrown)}.`, { cause: thrown }) };
    }
  };
}

async function receive(call: typeof fetch, url: string, init: RequestInit): Promise<Received> {
  const response = await call(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The minimum wait before a retry; undefined if the request must not be retried. */
function waitBefore(outcome: Attempt, { safe = false, keyed = false, options }: Sending): number | undefined {
  const repeatable = safe || (keyed && options?.idempotencyKey !== false);
  if ('lost' in outcome) return repeatable ? 0 : undefined;
  const { status, headers } = outcome.answered;
  const wait = acceptableWaitMs(headers);
  // Refused before it had any effect.
  if (status === 429) return wait;
  if (!repeatable) return undefined;
  if (status === 503 || LOST_BEHIND_PROXY.includes(status)) return wait;
  // 409 with Retry-After: a request with the same key is still running, or the sandbox is not ready.
  return status === 409 && retryAfterMs(headers) !== undefined ? wait : undefined;
}

interface Envelope {
  isSuccess?: boolean;
  value?: unknown;
  warnings?: Warning[];
  error?: { code: ErrorCode; message: string; details?: Problem[]; current?: CurrentState; requestId?: string };
}

/** Warnings point at mistakes that nobody would notice otherwise, such as a misspelt field. */
function logWarnings({ operation, warnings }: Answer): void {
  for (const { pointer, code, message } of warnings)
    console.warn(`onboarding-sdk: ${operation}: ${code}${pointer === '' ? '' : ` at ${pointer}`}: ${message}`);
}

function conclude<T>(outcome: Attempt, sending: Sending, attempts: number, options: TransportOptions): T {
  if ('lost' in outcome) throw outcome.lost;
  const { status, headers, text } = outcome.answered;
  const envelope = parse(text);
  if (status === 304 || (status < 300 && envelope?.isSuccess === true)) {
    const answer: Answer = {
      operation: sending.operation,
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      etag: headers.get('etag') ?? undefined,
      warnings: envelope?.warnings ?? [],
      isReplayed: headers.get('idempotent-replayed') === 'true',
      attempts,
    };
    const listeners = [sending.options?.onAnswer, options.onAnswer].filter((one) => one !== undefined);
    for (const listen of listeners.length === 0 ? [logWarnings] : listeners) listen(answer);
    return envelope?.value as T;
  }
  throw toApiError({
    ...(envelope?.error ?? strange(status, sending, options)),
    status,
    requestId: envelope?.error?.requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers),
  });
}

function strange(status: number, { method, path }: Sending, { baseUrl }: TransportOptions) {
  const message = `${method} ${baseUrl}${path} answered ${status}, but not in the API's form. Is baseUrl the address of the API?`;
  return { code: `Http.${status}`, message };
}

function parse(text: string): Envelope | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The innermost cause, which is the most useful: fetch itself only reports that it failed. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.cause instanceof Error) return reasonOf(thrown.cause);
  return 'code' in thrown && typeof thrown.code === 'string' && thrown.message === '' ? thrown.code : thrown.message;
}
