import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { acceptableWaitMs, backoff, orAborted, pause, planRetries, retryAfterMs, withDeadline } from './waiting.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const reason = new Error('the caller gave up');
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('a pause', () => {
  test('ends after its time, not earlier, and leaves no listener', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    let over = false;
    const waiting = pause(1_000, signal).then(() => {
      over = true;
    });
    expect(listeners(signal)).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect([over, listeners(signal)]).toEqual([true, 0]);
  });

  test('does not start if the signal is already aborted', async () => {
    vi.useFakeTimers();
    await expect(pause(1_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects with the reason when aborted, and leaves no timer', async () => {
    vi.useFakeTimers();
    const caller = new AbortController();
    const waiting = pause(1_000, caller.signal);
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('shared work', () => {
  test('without a signal is returned unchanged', () => {
    const shared = Promise.resolve(1);
    expect(orAborted(shared, undefined)).toBe(shared);
  });

  test('continues for one caller after the other aborts', async () => {
    const shared = Promise.withResolvers<string>();
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const left = orAborted(shared.promise, leaving.signal);
    const stayed = orAborted(shared.promise, staying.signal);
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    shared.resolve('done');
    await expect(stayed).resolves.toBe('done');
    await vi.waitFor(() => expect(listeners(staying.signal)).toBe(0));
    await expect(orAborted(shared.promise, leaving.signal)).rejects.toBe(reason);
  });

  test('rejects for its callers when it fails', async () => {
    await expect(orAborted(Promise.reject(reason), new AbortController().signal)).rejects.toBe(reason);
  });
});

describe('a deadline', () => {
  const late = () => new Error('late');
  const forever = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('of the fetch'))));

  test('returns the result, and leaves neither timer nor listener', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    expect(await withDeadline({ timeoutMs: 1_000, signal, late }, async () => 7)).toBe(7);
    expect([vi.getTimerCount(), listeners(signal)]).toEqual([0, 0]);
  });

  test('passes on the error of the work', async () => {
    await expect(withDeadline({ timeoutMs: 1_000, late }, () => Promise.reject(reason))).rejects.toBe(reason);
  });

  test('that has passed rejects with its own error, not that of the work', async () => {
    vi.useFakeTimers();
    const working = withDeadline({ timeoutMs: 1_000, late }, forever);
    const failed = expect(working).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(1_000);
    await failed;
  });

  test("rejects with the caller's reason, and does not start the work after an abort", async () => {
    const caller = new AbortController();
    const working = withDeadline({ timeoutMs: 60_000, signal: caller.signal, late }, forever);
    caller.abort(reason);
    await expect(working).rejects.toBe(reason);
    const work = vi.fn(async () => {});
    await expect(withDeadline({ timeoutMs: 60_000, signal: caller.signal, late }, work)).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
  });

  test('longer than the maximum timer does not expire at once', async () => {
    vi.useFakeTimers();
    const work = Promise.withResolvers<string>();
    const working = withDeadline({ timeoutMs: Number.MAX_SAFE_INTEGER, late }, () => work.promise);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    work.resolve('done');
    await expect(working).resolves.toBe('done');
  });
});

test('backoff waits a random time up to a bound that doubles, at most 30 seconds', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  expect([1, 2, 3, 4, 20].map((retry) => backoff(retry, 500))).toEqual([500, 1_000, 2_000, 4_000, 30_000]);
  random.mockReturnValue(0.25);
  expect([backoff(1, 500), backoff(3, 500)]).toEqual([125, 500]);
});

describe('retries', () => {
  /** With the clock at a given time, and each random wait at its upper bound. */
  function plan(limits: { maxRetries?: number; retryForMs?: number }, backoffMs = 500) {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    let now = 1_000_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const next = planRetries({ maxRetries: 20, retryForMs: 60_000, ...limits }, backoffMs);
    return (atMs: number, leastMs = 0) => {
      now = 1_000_000 + atMs;
      return next(leastMs);
    };
  }

  test('wait at least as long as asked, plus the backoff', () => {
    const next = plan({});
    expect([next(0), next(0, 7_000), next(0, 7_000)]).toEqual([500, 8_000, 9_000]);
  });

  test('are limited by their number', () => {
    const next = plan({ maxRetries: 2 }, 0);
    expect([next(0), next(0), next(0)]).toEqual([0, 0, undefined]);
  });

  test('start within the time, their wait included', () => {
    const next = plan({}, 0);
    next(0);
    expect([next(50_000, 9_999), next(50_000, 10_000), next(59_999)]).toEqual([9_999, undefined, 0]);
    expect([next(60_000), next(90_000)]).toEqual([undefined, undefined]);
    expect(plan({ retryForMs: 59_000 }, 0)(0, 59_000)).toBeUndefined();
    expect(plan({ retryForMs: 0 }, 0)(0)).toBeUndefined();
  });

  test('are timed from the first failure, however long the first attempt took', () => {
    const next = plan({}, 0);
    expect([next(300_000), next(359_999), next(360_000)]).toEqual([0, 0, undefined]);
  });
});

test.each<[string | undefined, string | undefined, number | undefined]>([
  [undefined, undefined, undefined],
  ['', undefined, undefined],
  ['  ', undefined, undefined],
  ['7', undefined, 7_000],
  [' 7 ', undefined, 7_000],
  ['soon', undefined, undefined],
  ['Wed, 18 Nov 2026 10:00:09 GMT', 'Wed, 18 Nov 2026 10:00:00 GMT', 9_000],
  ['Wed, 18 Nov 2026 09:00:00 GMT', 'Wed, 18 Nov 2026 10:00:00 GMT', 0],
])('Retry-After %s at %s is %s ms', (value, date, expected) => {
  const headers = new Headers({ ...(value !== undefined && { 'retry-after': value }), ...(date && { date }) });
  expect(retryAfterMs(headers)).toEqual(expected);
});

test('a Retry-After date without a Date header is relative to the local clock', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T10:00:00Z') });
  expect(retryAfterMs(new Headers({ 'retry-after': 'Wed, 18 Nov 2026 10:00:30 GMT' }))).toBe(30_000);
});

test.each([
  [undefined, 0],
  ['60', 60_000],
  ['61', undefined],
])('a Retry-After of %s seconds results in a wait of %s ms', (asked, expected) => {
  expect(acceptableWaitMs(new Headers(asked === undefined ? {} : { 'retry-after': asked }))).toBe(expected);
});
