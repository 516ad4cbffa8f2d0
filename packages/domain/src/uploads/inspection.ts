// One pass over the bytes of an upload: hashed, measured, scanned and looked at, without keeping more than its two ends.
import { createHash } from 'node:crypto';
import type { DocumentContentType, DocumentRefusal } from '@onboarding/contract';
import { type Scanner, ScannerAway } from '@onboarding/platform/clamd';
import { BEGINNING_BYTES, type Content, END_BYTES, isPlainly } from './content-rules.ts';

export interface Inspection {
  /** Null for what may be confirmed. */
  refusal: Extract<DocumentRefusal, 'Infected' | 'ContentMismatch'> | null;
  sizeBytes: number;
  /** Null when the scanner had seen enough before the end. */
  sha256: string | null;
}

type Read = () => Promise<AsyncIterable<Uint8Array> | undefined>;

/**
 * Reads only once the scanner is there. Undefined when there is nothing to read. Throws ScannerAway, or whatever reading
 * throws; never passes what was not scanned to its end.
 */
export async function inspect(
  read: Read,
  scanner: Scanner,
  contentType: DocumentContentType,
): Promise<Inspection | undefined> {
  const seen = observe(read);
  const passing = seen.pass();
  try {
    const verdict = await scanner.scan(passing);
    if (seen.missing()) return undefined;
    const { content, sha256 } = seen.found();
    const facts = { sizeBytes: content.sizeBytes, sha256 };
    if (!verdict.clean) return { refusal: 'Infected', ...facts };
    if (sha256 === null) throw new ScannerAway('The virus scanner has not waited for the end');
    return { refusal: (await isPlainly(contentType, content)) ? null : 'ContentMismatch', ...facts };
  } catch (error) {
    // To the scanner a storage that breaks off is a reason of its own.
    throw seen.fault() ?? error;
  } finally {
    // Gives the connection back if not everything was taken. Not waited for: it may hang where the reading hung.
    passing.return(undefined).catch(() => {});
  }
}

interface Observed {
  /** Hands the bytes on, once, as they come. */
  pass(): AsyncGenerator<Uint8Array, void>;
  missing(): boolean;
  found(): { content: Content; sha256: string | null };
  /** Why they could not be read. */
  fault(): unknown;
}

function observe(read: Read): Observed {
  const hash = createHash('sha256');
  let sha256: string | null = null;
  let beginning: Buffer = Buffer.alloc(0);
  /** The last chunks, as many as the end needs. */
  const last: Uint8Array[] = [];
  let lastBytes = 0;
  let sizeBytes = 0;
  let missing = false;
  let fault: unknown;

  function look(chunk: Uint8Array): void {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
    if (beginning.length < BEGINNING_BYTES) {
      beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING_BYTES - beginning.length)]);
    }
    last.push(chunk);
    lastBytes += chunk.byteLength;
    for (let [first] = last; first !== undefined && lastBytes - first.byteLength >= END_BYTES; [first] = last) {
      last.shift();
      lastBytes -= first.byteLength;
    }
  }

  return {
    async *pass() {
      try {
        const chunks = await read();
        missing = chunks === undefined;
        for await (const chunk of chunks ?? []) {
          look(chunk);
          yield chunk;
        }
        sha256 = hash.digest('hex');
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    missing: () => missing,
    found: () => ({ content: { beginning, end: Buffer.concat(last).subarray(-END_BYTES), sizeBytes }, sha256 }),
    fault: () => fault,
  };
}
