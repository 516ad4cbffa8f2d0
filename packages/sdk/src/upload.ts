// Sends a file to its upload link, with progress, and retries if the connection breaks.
import type { UploadLink } from './api.gen.ts';
import { ConnectionError, DocumentRefusedError, RequestTimeoutError, UploadError } from './errors.ts';
import { reasonOf } from './transport.ts';
import type { DocumentRefusal, Extensible } from './vocabularies.gen.ts';
import { pause, planRetries, type RetryLimits, withDeadline } from './waiting.ts';

/** The content of a file. */
export type FileContent = Uint8Array | ArrayBuffer | Blob;

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

export interface FileSending {
  link: UploadLink;
  bytes: Uint8Array<ArrayBuffer>;
  fetch: typeof fetch;
  timeoutMs: number;
  limits: RetryLimits;
  backoffMs: number;
  signal: AbortSignal | undefined;
  onProgress: ((progress: UploadProgress) => void) | undefined;
}

export async function toBytes(file: FileContent): Promise<Uint8Array<ArrayBuffer>> {
  if (file instanceof Uint8Array)
    return file.buffer instanceof ArrayBuffer ? (file as Uint8Array<ArrayBuffer>) : Uint8Array.from(file);
  // Callers without types may pass a path.
  if (!(file instanceof ArrayBuffer) && typeof file?.arrayBuffer !== 'function')
    throw new TypeError('A file is given as its bytes: a Uint8Array, an ArrayBuffer or a Blob. Read a path first.');
  return new Uint8Array(file instanceof ArrayBuffer ? file : await file.arrayBuffer());
}

const BEGINNINGS = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47] },
] as const;

export type DocumentType = (typeof BEGINNINGS)[number]['type'];

/** Detects the type from the first bytes, as the service does. */
export function findType(file: Uint8Array): DocumentType | undefined {
  return BEGINNINGS.find(({ bytes }) => bytes.every((byte, at) => file[at] === byte))?.type;
}

const REFUSALS: Readonly<Record<Extensible<DocumentRefusal>, string>> = {
  Empty: 'The file is empty. Check how your code reads it.',
  TooLarge: 'The file or image is too large. Scan it at a lower resolution (300 dpi is enough), or split it.',
  ContentMismatch:
    'The file does not match its type, is truncated, or is two formats at once. Upload a plain PDF, JPEG or PNG.',
  Infected: 'A virus scanner found something in the file. Clean your copy before you retry.',
  Unscannable: 'A virus scanner could not finish the file. Upload a simpler one, such as a new scan or print.',
};
export const explainRefusal = (refusal: Extensible<DocumentRefusal>) =>
  REFUSALS[refusal] ?? `The file was refused: ${refusal}.`;

/** Refuses a file that would be refused after the upload. */
export function refuseHopeless({ documentId, maxSizeBytes }: UploadLink, { length }: Uint8Array): void {
  const refuse = (refusal: DocumentRefusal, message: string) => {
    throw new DocumentRefusedError(message, { documentId, status: 'Rejected', refusal });
  };
  if (length === 0) refuse('Empty', explainRefusal('Empty'));
  if (length > maxSizeBytes)
    refuse(
      'TooLarge',
      `The file has ${length} bytes, and ${maxSizeBytes} are allowed. Scan it at a lower resolution, or split it.`,
    );
}

export async function sendFile(sending: FileSending): Promise<void> {
  const { backoffMs, limits, signal } = sending;
  const nextRetry = planRetries(limits, backoffMs);
  for (;;) {
    const failure = await attempt(sending);
    if (failure === undefined) return;
    // A link can be used repeatedly until it expires.
    const isPassing = failure instanceof ConnectionError || failure.status >= 500 || failure.status === 429;
    const waitMs = isPassing ? nextRetry(0) : undefined;
    if (waitMs === undefined) throw failure;
    await pause(waitMs, signal);
  }
}

async function attempt(sending: FileSending): Promise<UploadError | ConnectionError | undefined> {
  const { link, bytes, fetch: call, timeoutMs, signal, onProgress } = sending;
  const late = () => new RequestTimeoutError(`The upload was not finished within ${timeoutMs} ms.`);
  try {
    return await withDeadline({ timeoutMs, signal, late }, async (both) => {
      onProgress?.({ sentBytes: 0, totalBytes: bytes.length });
      const { headers, ...body } = bodyOf(bytes, onProgress);
      const init = { method: link.method, headers: { ...link.headers, ...headers }, ...body, signal: both };
      const answer = await call(link.uploadUrl, init as RequestInit);
      const text = await answer.text();
      if (!answer.ok) return refusalOf(answer.status, text);
      if (!('duplex' in body)) onProgress?.({ sentBytes: bytes.length, totalBytes: bytes.length });
      return undefined;
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    if (thrown instanceof RequestTimeoutError) return thrown;
    return new ConnectionError(`The upload broke: ${reasonOf(thrown)}.`, { cause: thrown });
  }
}

const CHUNK = 64 * 1024;

/** Deno sends every stream chunked, which the storage refuses, and browsers do not send streams. */
const sendsStreams = () => 'FixedLengthStream' in globalThis || ('process' in globalThis && !('Deno' in globalThis));

/**
 * A stream shows how much of it was consumed. The storage requires its length in advance: Node and Bun send the given header,
 * Workers have a stream type for it. Elsewhere the bytes are sent as a whole.
 */
function bodyOf(bytes: Uint8Array<ArrayBuffer>, onProgress: FileSending['onProgress']) {
  if (onProgress === undefined || !sendsStreams()) return { body: bytes };
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent > 0) onProgress({ sentBytes: sent, totalBytes: bytes.length });
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent + CHUNK));
      sent = Math.min(bytes.length, sent + CHUNK);
    },
  });
  const { FixedLengthStream: Fixed } = globalThis as { FixedLengthStream?: new (length: number) => TransformStream };
  const body = Fixed === undefined ? stream : stream.pipeThrough(new Fixed(bytes.length));
  return { body, duplex: 'half', headers: { 'content-length': String(bytes.length) } };
}

const FOREIGN_HEADER =
  'It was probably sent with an Authorization header, which your fetch or a proxy adds. Storage needs only the link. Remove the header.';
const ADVICE: Record<string, string> = {
  SignatureDoesNotMatch: 'Send exactly the headers of the link, and its URL unchanged.',
  InvalidArgument: FOREIGN_HEADER,
  AccessDenied: 'The link has expired, or a header was sent that it does not allow. Request a new link.',
};

function refusalOf(status: number, text: string): UploadError {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  const advice = ADVICE[code ?? ''];
  const said = `The storage answered ${status}${code === undefined ? '' : ` (${code})`}.`;
  return new UploadError(advice === undefined ? said : `${said} ${advice}`, status, code);
}
