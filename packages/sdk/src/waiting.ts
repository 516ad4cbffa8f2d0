// Pauses, deadlines, and the wait before a retry.

/** Rejects early with the signal's reason if it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Shared work continues for other callers when one of them aborts. */
export function orAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Runs the work with a signal that is aborted by the caller's signal or on timeout. */
export async function withDeadline<T>(
  { timeoutMs, signal, late }: { timeoutMs: number; signal?: AbortSignal | undefined; late: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const both = new AbortController();
  const stop = () => both.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => both.abort(late()), Math.min(timeoutMs, LONGEST_TIMER_MS));
  try {
    return await work(both.signal);
  } catch (thrown) {
    // Not every fetch throws the signal's own reason.
    throw both.signal.aborted ? both.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LONGEST_BACKOFF_MS = 30_000;
/** A longer wait is left to the caller. */
const LONGEST_RETRY_AFTER_MS = 60_000;

export interface RetryLimits {
  maxRetries: number;
  /** A retry is made only if it starts within this time of the first failure. */
  retryForMs: number;
}

/** A minute outlasts a restart of the service; the count only limits retries that fail at once. */
const RETRY_LIMITS: RetryLimits = { maxRetries: 20, retryForMs: 60_000 };

export function retryLimitsOf(
  given: { [K in keyof RetryLimits]?: number | undefined },
  defaults = RETRY_LIMITS,
): RetryLimits {
  const { maxRetries = defaults.maxRetries, retryForMs = defaults.retryForMs } = given;
  return { maxRetries, retryForMs };
}

/** Returns how long to wait before the next retry, given the minimum wait; undefined if it must not be made. */
export type NextRetry = (leastMs: number) => number | undefined;

/**
 * Call the returned function after each failure that can be retried. The time counts from the first of them, because an attempt,
 * such as the upload of a large file, may alone take longer.
 */
export function planRetries({ maxRetries, retryForMs }: RetryLimits, backoffMs: number): NextRetry {
  let retries = 0;
  let firstFailureAt: number | undefined;
  return (leastMs) => {
    const now = performance.now();
    firstFailureAt ??= now;
    retries++;
    const waitMs = leastMs + backoff(retries, backoffMs);
    return retries <= maxRetries && now - firstFailureAt + waitMs < retryForMs ? waitMs : undefined;
  };
}

/** Full jitter: a random time up to a bound that doubles with each retry, so that clients do not retry in lockstep. */
export function backoff(retry: number, firstMs: number): number {
  return Math.random() * Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** (retry - 1));
}

/** Reads Retry-After, in seconds or as a date; a date is relative to the server's clock. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  const now = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}

/** The minimum wait that a response requests; undefined if it is too long. */
export function acceptableWaitMs(headers: Headers): number | undefined {
  const asked = retryAfterMs(headers) ?? 0;
  return asked > LONGEST_RETRY_AFTER_MS ? undefined : asked;
}
