// One HTTP request and its complete response, or a failure. Redirects are not followed.
import { Agent, type Dispatcher, request } from 'undici';
import type { z } from 'zod';
import { ScreeningFailure } from './provider.ts';

const CONNECTIONS = 16;
const CONNECT_MS = 5_000;

const ANSWER_BYTES = 4 * 1024 * 1024;

interface Question<S extends z.ZodType> {
  url: URL;
  /** Sent as JSON with POST. */
  body?: unknown;
  schema: S;
  maxBytes?: number;
}

export interface Asker {
  ask<S extends z.ZodType>(question: Question<S>, signal: AbortSignal): Promise<z.output<S>>;
  close(): Promise<void>;
}

export function createAsker(): Asker {
  const agent = new Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_MS } });
  return {
    async ask({ url, body, schema, maxBytes = ANSWER_BYTES }, signal) {
      const text = await exchange(agent, url, body, maxBytes, signal);
      const result = schema.safeParse(parse(text));
      if (result.success) return result.data;
      // Only the path of a fault may be logged; the value can be a name.
      const places = result.error.issues.map(({ path }) => path.join('/'));
      throw new ScreeningFailure(
        'NotUnderstood',
        `The answer is not as documented at ${places.slice(0, 3).join(', ')}`,
      );
    },
    close: () => agent.destroy(),
  };
}

/** The timeout for one subject, regardless of the number of requests. */
export function within(milliseconds: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
}

async function exchange(
  dispatcher: Agent,
  url: URL,
  body: unknown,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  try {
    const answer = await request(url, {
      dispatcher,
      signal,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }),
    });
    if (answer.statusCode !== 200) {
      answer.body.on('error', () => {}).destroy();
      throw new ScreeningFailure('Status', `The answer has the status ${answer.statusCode}`);
    }
    return await readAll(answer.body, maxBytes);
  } catch (error) {
    throw error instanceof ScreeningFailure ? error : understood(error, signal);
  }
}

async function readAll(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ScreeningFailure('TooLarge', `The answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The original error would quote the response.
    throw new ScreeningFailure('NotUnderstood', 'The answer is not JSON');
  }
}

function understood(error: unknown, signal: AbortSignal): ScreeningFailure {
  if (signal.aborted) {
    const late = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return late
      ? new ScreeningFailure('Timeout', 'No whole answer came in time')
      : new ScreeningFailure('Stopped', 'The question was given up');
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code';
  return new ScreeningFailure('Unreachable', `The connection could not be made, or broke (${code})`);
}

/** Keeps the path of the provider's base address. */
export function pathUnder(base: string, path: string): URL {
  return new URL(path, base.endsWith('/') ? base : `${base}/`);
}
