// A load generator: a number of connections, each with one request at a time.
import { Pool } from 'undici';

/** `BENCH_SCALE=0.1` makes everything a tenth as long and as many, for a trial run. */
export const SCALE = Number(process.env.BENCH_SCALE ?? 1);
/** At least one. */
export const scaled = (count: number) => Math.max(1, Math.round(count * SCALE));

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  body?: string | Buffer;
  /** Replace the load's own headers. */
  headers?: Record<string, string>;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Milliseconds, one per request. */
  durations: number[];
}

export interface Load {
  url: string;
  /** Not needed if every request has its own headers. */
  token?: string;
  connections: number;
  /** The load ends early if there is none. */
  next: () => LoadRequest | undefined;
  until: { seconds: number } | { requests: number };
}

export async function generateLoad({ url, token, connections, next, until }: Load): Promise<LoadResult> {
  const durations: number[] = [];
  const started = performance.now();
  const end = 'seconds' in until ? started + until.seconds * 1000 : Number.POSITIVE_INFINITY;
  await withCaller(url, connections, token, (call) =>
    together(connections, 'requests' in until ? until.requests : Number.POSITIVE_INFINITY, async () => {
      const request = performance.now() < end ? next() : undefined;
      if (request === undefined) return 'over';
      durations.push((await call(request)).took);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { requests: durations.length, perSecond: durations.length / seconds, ...percentiles(durations), durations };
}

interface Answer {
  text: string;
  requestId: string;
  /** In milliseconds. */
  took: number;
}

export type Call = (request: LoadRequest) => Promise<Answer>;

/** Callers over a number of connections, who accept no answer but 200. */
export async function withCaller<T>(
  url: string,
  connections: number,
  token: string | undefined,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const usual = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  try {
    return await work(async ({ method, path, body, headers = usual }) => {
      const sent = performance.now();
      const answer = await pool.request({ method, path, headers, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
      return { text, requestId: String(answer.headers['x-request-id']), took: performance.now() - sent };
    });
  } finally {
    await pool.close();
  }
}

/** Does a piece of work so many times, some of them at once, or until it is over. */
export async function together(
  atOnce: number,
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let number = next++; number < count; number = next++) if ((await work(number)) === 'over') return;
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

export function percentiles(durations: number[]): { p50: number; p95: number; p99: number } {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function median(values: number[]): number {
  return percentiles(values).p50;
}
