// One pass over the bytes of an upload: hash, size, scan and inspection, in bounded memory.
import { createHash } from 'node:crypto';
import type { DocumentContentType, DocumentFinding, DocumentRefusal } from '@onboarding/contract';
import { type Scanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import { createJudge, type Judge } from './content-rules.ts';

export interface Inspection {
  /** Null if it may be confirmed. */
  refusal: Exclude<DocumentRefusal, 'Empty'> | null;
  sizeBytes: number;
  /** Null when the scanner stopped before the end. */
  sha256: string | null;
  /** What an analyst should know about a file that may be confirmed. */
  findings: DocumentFinding[];
}

type Read = () => Promise<AsyncIterable<Uint8Array> | undefined>;

/**
 * Starts reading once the scanner is connected. Undefined when there is nothing to read. Throws ScannerUnavailable, or the
 * error of the read; never accepts a file that was not scanned to its end.
 */
export async function inspect(
  read: Read,
  scanner: Scanner,
  contentType: DocumentContentType,
): Promise<Inspection | undefined> {
  const seen = observe(read, contentType);
  const passing = seen.pass();
  try {
    const verdict = await scanner.scan(passing);
    if (seen.missing()) return undefined;
    const facts = { ...seen.found(), findings: [] };
    if (!verdict.clean) return { refusal: 'Infected', ...facts };
    if (facts.sha256 === null) throw new ScannerUnavailable('The virus scanner has not waited for the end');
    const refusal = await seen.judge.refusal();
    return { ...facts, refusal, findings: refusal === null ? seen.judge.findings() : [] };
  } catch (error) {
    // The scanner would report a failed read as its own error.
    throw seen.fault() ?? error;
  } finally {
    // Closes the connection if not everything was read. Not awaited: it may hang where the read hung.
    passing.return(undefined).catch(() => {});
  }
}

interface Observed {
  /** Passes the bytes through, once, as they arrive. */
  pass(): AsyncGenerator<Uint8Array, void>;
  missing(): boolean;
  found(): { sizeBytes: number; sha256: string | null };
  judge: Pick<Judge, 'refusal' | 'findings'>;
  /** The error of the read. */
  fault(): unknown;
}

function observe(read: Read, contentType: DocumentContentType): Observed {
  const hash = createHash('sha256');
  const judge = createJudge(contentType);
  let sizeBytes = 0;
  let sha256: string | null = null;
  let missing = false;
  let fault: unknown;

  return {
    async *pass() {
      try {
        const chunks = await read();
        missing = chunks === undefined;
        for await (const chunk of chunks ?? []) {
          hash.update(chunk);
          sizeBytes += chunk.byteLength;
          judge.look(chunk);
          yield chunk;
        }
        sha256 = hash.digest('hex');
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    missing: () => missing,
    found: () => ({ sizeBytes, sha256 }),
    judge,
    fault: () => fault,
  };
}
