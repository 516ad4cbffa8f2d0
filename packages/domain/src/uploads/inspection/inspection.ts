// One pass over the bytes of an upload: hash, size, scan and inspection, in bounded memory.
import { createHash } from 'node:crypto';
import type { DocumentFinding, DocumentRefusal } from '@onboarding/contract';
import { type Scanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import type { Judgement } from './content-rules.ts';
import type { InspectedFile, Inspector, OpenInspection } from './inspector.ts';

export interface Inspection {
  /** Null if it may be confirmed. */
  refusal: Exclude<DocumentRefusal, 'Empty'> | null;
  sizeBytes: number;
  /** Null if the scanner stopped before the end. */
  sha256: string | null;
  /** What an analyst should know about a file that may be confirmed. */
  findings: DocumentFinding[];
}

type Read = () => Promise<AsyncIterable<Uint8Array> | undefined>;

/**
 * Starts reading once the scanner is connected. Returns undefined if there is no file. Throws ScannerUnavailable, or the
 * error of the read; never accepts a file that was not completely scanned.
 */
export async function inspect(
  read: Read,
  scanner: Scanner,
  file: InspectedFile,
  inspector: Inspector,
): Promise<Inspection | undefined> {
  // Before contacting the scanner, which would time out while this waits for a turn.
  const opened = await inspector.open(file);
  const seen = observe(read, opened);
  const passing = seen.pass();
  try {
    const verdict = await scanner.scan(passing);
    if (seen.missing()) return undefined;
    const facts = { ...seen.found(), findings: [] };
    if (!verdict.clean) return { refusal: 'Infected', ...facts };
    const judging = seen.judging();
    if (facts.sha256 === null || judging === undefined)
      throw new ScannerUnavailable('The virus scanner has not waited for the end');
    const { refusal, findings } = await judging;
    return refusal === null ? { ...facts, refusal, findings } : { ...facts, refusal };
  } catch (error) {
    // The scanner would report a failed read as an error of its own.
    throw seen.fault() ?? error;
  } finally {
    // Closes the connection if not everything was read. Not awaited: it may hang where the read hung.
    passing.return(undefined).catch(() => {});
    opened.release();
  }
}

interface Observed {
  /** Passes the bytes through once, as they arrive. */
  pass(): AsyncGenerator<Uint8Array, void>;
  missing(): boolean;
  found(): { sizeBytes: number; sha256: string | null };
  /** Undefined before the last byte. */
  judging(): Promise<Judgement> | undefined;
  /** The error of the read. */
  fault(): unknown;
}

function observe(read: Read, opened: OpenInspection): Observed {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let sha256: string | null = null;
  let missing = false;
  let judging: Promise<Judgement> | undefined;
  let fault: unknown;

  return {
    async *pass() {
      try {
        const chunks = await read();
        missing = chunks === undefined;
        for await (const chunk of chunks ?? []) {
          hash.update(chunk);
          sizeBytes += chunk.byteLength;
          await opened.look(chunk);
          yield chunk;
        }
        sha256 = hash.digest('hex');
        // While the scanner is still deciding.
        if (!missing) judging = opened.judge();
        judging?.catch(() => {});
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    missing: () => missing,
    found: () => ({ sizeBytes, sha256 }),
    judging: () => judging,
    fault: () => fault,
  };
}
