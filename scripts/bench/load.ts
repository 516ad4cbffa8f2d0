// A load generator: a number of connections, each with one request at a time.
import { Pool } from 'undici';

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
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
  next: () => LoadRequest;
  until: { seconds: number } | { requests: number };
}

export async function generateLoad(load: Load): Promise<LoadResult> {
  const pool = new Pool(load.url, { connections: load.connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' };
  const durations: number[] = [];
  const started = performance.now();
  const over = () =>
    'seconds' in load.until
      ? performance.now() - started >= load.until.seconds * 1000
      : durations.length >= load.until.requests;
  async function one(): Promise<void> {
    while (!over()) {
      const { method, path, body, headers: own } = load.next();
      const sent = performance.now();
      const answer = await pool.request({ method, path, headers: own ?? headers, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${method} answered ${answer.statusCode}: ${text}`);
      durations.push(performance.now() - sent);
    }
  }
  await Promise.all(Array.from({ length: load.connections }, one));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return { requests: durations.length, perSecond: durations.length / seconds, ...percentiles(durations), durations };
}

export function percentiles(durations: number[]): { p50: number; p95: number; p99: number } {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function median(values: number[]): number {
  return percentiles(values).p50;
}
