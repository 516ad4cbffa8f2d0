// Posts to receivers: guarded, with a deadline, and reading only the beginning of the response.
import type { Dispatcher } from 'undici';
import { type Connections, createConnections } from './connections.ts';
import {
  type Fault,
  faultOf,
  type Guard,
  type Posted,
  type SendErrorKind,
  type Sender,
  SendFailure,
  type SendOutcome,
  type Target,
} from './outcome.ts';
import { createSocketOpener } from './socket.ts';

export interface SenderOptions {
  guard: Guard;
  /** For tests: certificate authorities to trust instead of Node's. */
  ca?: readonly string[];
  /** How long a post may take, including connecting (with TLS). */
  timeoutMs: number;
  limits?: { connectMs?: number; idleMs?: number; maxAgeMs?: number };
}

export function createSender({ guard, ca, timeoutMs, limits = {} }: SenderOptions): Sender {
  const { connectMs = 5_000, ...keeping } = limits;
  const connections = createConnections(createSocketOpener({ guard, ca, connectMs }), keeping);
  let closing: Promise<void> | undefined;

  async function post(message: Posted): Promise<SendOutcome> {
    const startedAt = performance.now();
    const deadline = startedAt + timeoutMs;
    let answer: Answer;
    try {
      if (closing !== undefined) return { ours: true, cause: 'Closing' };
      const target = guard.target(message.url);
      answer = await exchange(connections, target, message, { deadline, fresh: false });
      // The receiver closed a kept-alive connection just as it was used, which is not a failure.
      if (answer.stale) answer = await exchange(connections, target, message, { deadline, fresh: true });
    } catch (error) {
      answer = failed(error instanceof Error ? error : new Error('Not an error'));
    }
    return outcomeOf(answer, performance.now() - startedAt);
  }

  return {
    post,
    close() {
      closing ??= connections.close();
      return closing;
    },
  };
}

/** More interim responses than any real server sends. */
const MOST_PROVISIONAL = 10;

interface Answer {
  statusCode: number | null;
  retryAfter: string | null;
  chunks: Uint8Array[];
  /** Undefined if the response was complete, or if we read as much of it as we need. */
  fault: Fault | undefined;
  /** Nothing was received, and the connection had been used before. */
  stale: boolean;
}

interface ExchangeOptions {
  deadline: number;
  fresh: boolean;
}

const failed = (error: Error): Answer => ({
  statusCode: null,
  retryAfter: null,
  chunks: [],
  fault: faultOf(error),
  stale: false,
});

/** One request and its response on one connection. */
function exchange(
  connections: Connections,
  target: Target,
  { headers, body }: Posted,
  { deadline, fresh }: ExchangeOptions,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const connection = connections.take(target, { fresh });
  const reception = createReception((answer, error, whole) => {
    clearTimeout(timer);
    if (error !== undefined) {
      answer.fault = faultOf(error, answer.statusCode !== null);
      answer.stale = connection.posts > 1 && answer.statusCode === null && isKind(answer.fault, 'ConnectionReset');
    }
    // Deferred, because the client must finish this response before it can send another post.
    queueMicrotask(() => connections.giveBack(target, connection, whole));
    resolve(answer);
  });
  const timer = setTimeout(reception.giveUp, Math.max(0, deadline - performance.now()));
  connection.client.dispatch(
    { path: target.path, method: 'POST', headers: { ...headers, 'accept-encoding': 'identity' }, body },
    reception.handler,
  );
  return promise;
}

interface Reception {
  handler: Dispatcher.DispatchHandler;
  giveUp(): void;
}

/** `end` is called once. `whole`: the response was read to its end, so that the connection can be reused. */
function createReception(end: (answer: Answer, error: Error | undefined, whole: boolean) => void): Reception {
  const answer: Answer = { statusCode: null, retryAfter: null, chunks: [], fault: undefined, stale: false };
  let read = 0;
  let provisional = 0;
  let finished = false;
  let controller: Dispatcher.DispatchController | undefined;

  function finish(error: Error | undefined, whole: boolean): void {
    if (finished) return;
    finished = true;
    end(answer, error, whole);
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (finished) started.abort(new SendFailure('ResponseTimeout'));
    },
    onResponseStart(current, statusCode, received) {
      // A status below 200 is only interim. Without a limit, a receiver could keep this process busy until the deadline.
      if (statusCode < 200) {
        if (++provisional <= MOST_PROVISIONAL) return;
        finish(new SendFailure('ProtocolError'), false);
        return current.abort(new SendFailure('ProtocolError'));
      }
      answer.statusCode = statusCode;
      answer.retryAfter = firstOf(received['retry-after']);
    },
    onResponseData(current, chunk) {
      if (finished) return;
      const wanted = EXCERPT_BYTES + 1 - read;
      // Copied, because the parser reuses its memory.
      answer.chunks.push(Buffer.from(chunk.subarray(0, wanted)));
      read += Math.min(wanted, chunk.length);
      if (read <= EXCERPT_BYTES) return;
      finish(undefined, false);
      current.abort(new SendFailure('ConnectionReset'));
    },
    onResponseEnd: () => finish(undefined, true),
    onResponseError: (_controller, error) => finish(error, false),
  };
  return {
    handler,
    giveUp() {
      finish(new SendFailure('ResponseTimeout'), false);
      controller?.abort(new SendFailure('ResponseTimeout'));
    },
  };
}

function outcomeOf({ statusCode, retryAfter, chunks, fault }: Answer, durationMs: number): SendOutcome {
  if (fault !== undefined && 'cause' in fault) return { ours: true, cause: fault.cause };
  return {
    ours: false,
    statusCode,
    errorKind: fault?.kind ?? kindOfStatus(statusCode),
    excerpt: excerptOf(chunks),
    retryAfter,
    durationMs: Math.round(durationMs),
  };
}

function kindOfStatus(statusCode: number | null): SendErrorKind | null {
  if (statusCode === null) return 'ProtocolError';
  if (statusCode >= 200 && statusCode < 300) return null;
  return statusCode >= 300 && statusCode < 400 ? 'Redirect' : 'HttpStatus';
}

const isKind = (fault: Fault, kind: SendErrorKind) => 'kind' in fault && fault.kind === kind;

const firstOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** How much of a response is kept. One more byte is read, to detect whether there is more. */
export const EXCERPT_BYTES = 4096;

/** Control and bidirectional characters, which could falsify what a log or a page shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is the purpose
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const LINES = /[\t\n\v\f\r]+/g;

/** The beginning of a body as text, truncated between two characters; null if it is empty. */
export function excerptOf(chunks: readonly Uint8Array[]): string | null {
  if (chunks.length === 0) return null;
  const read = Buffer.concat(chunks);
  const text = decodeStart(read).replaceAll(LINES, ' ').replaceAll(CONTROLS, '');
  // Invalid bytes became replacement characters, which take more bytes.
  const kept = Buffer.byteLength(text) <= EXCERPT_BYTES ? text : decodeStart(Buffer.from(text));
  return kept === '' ? null : kept;
}

/** In streaming mode, so that an incomplete character at the end is omitted. */
function decodeStart(bytes: Buffer): string {
  const cut = bytes.length > EXCERPT_BYTES;
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: cut });
}
