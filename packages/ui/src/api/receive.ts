// Downloads the bytes of a file. If the connection breaks in the middle of a large file, resumes there; the ETag ensures that all
// parts belong to the same file. A file without one, such as an export, is made for its request alone, so it is not repeated.
import { addressOf, type Operation, type Sent } from './operation.ts';
import { failureOf, request, unreachable, unreadable } from './send.ts';

export interface ReceiveOptions {
  signal?: AbortSignal;
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void;
}

/** Restarts below this size, because the server counts a document as opened when it sends its beginning. */
const WORTH_RESUMING = 1024 * 1024;
const MOST_REQUESTS = 4;

interface Arrived {
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
  etag: string;
}

const NOTHING: Arrived = { parts: [], bytes: 0, etag: '' };

export async function receive(operation: Operation, input: Sent, options: ReceiveOptions = {}): Promise<File> {
  const address = addressOf(operation, input);
  let arrived = NOTHING;
  for (let requests = 1; ; requests++) {
    const response = await ask(address, arrived, options.signal);
    if (response.status !== 206) arrived = NOTHING;
    const before = arrived.bytes;
    arrived = { ...arrived, etag: response.headers.get('etag') ?? '' };
    const isWhole = await read(response, options, (part) => {
      arrived = { ...arrived, parts: [...arrived.parts, part], bytes: arrived.bytes + part.byteLength };
      options.onProgress?.(arrived.bytes);
    });
    if (isWhole) return toFile(response, arrived);
    if (requests === MOST_REQUESTS || arrived.bytes === before || arrived.etag === '') throw unreachable();
    if (arrived.bytes < WORTH_RESUMING) arrived = NOTHING;
  }
}

async function ask(address: string, { bytes, etag }: Arrived, signal: AbortSignal | undefined): Promise<Response> {
  const rest = bytes === 0 ? {} : { range: `bytes=${bytes}-`, 'if-range': etag };
  const response = await request(address, {
    // Proves that the request comes from our own page, because opening a document is recorded for the person.
    headers: { 'x-csrf': '1', ...rest },
    cache: 'no-store',
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** Whether the whole response has arrived. */
async function read(
  { body }: Response,
  { signal }: ReceiveOptions,
  onPart: (part: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> {
  if (body === null) return true;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      onPart(value);
    }
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

function toFile(response: Response, { parts }: Arrived): File {
  const { headers } = response;
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  const type = headers.get('content-type');
  if (name === undefined || type === null) throw unreadable(response);
  return new File(parts, name, { type });
}
