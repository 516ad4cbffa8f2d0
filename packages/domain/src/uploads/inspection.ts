// One pass over the bytes of an upload: hashed, measured, scanned and looked at, without keeping more than a little of it.
import { createHash } from 'node:crypto';
import type { DocumentContentType, DocumentFinding, DocumentRefusal } from '@onboarding/contract';
import { type Scanner, ScannerAway } from '@onboarding/platform/clamd';
import { createJudge, type Judgement } from './content-rules.ts';

export interface Inspection {
  /** Null for what may be confirmed. */
  refusal: Extract<DocumentRefusal, 'Infected' | 'ContentMismatch'> | null;
  sizeBytes: number;
  /** Null when the scanner had seen enough before the end. */
  sha256: string | null;
  /** What an analyst should know of what may be confirmed. */
  findings: DocumentFinding[];
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
  const seen = observe(read, contentType);
  const passing = seen.pass();
  try {
    const verdict = await scanner.scan(passing);
    if (seen.missing()) return undefined;
    const facts = { ...seen.found(), findings: [] };
    if (!verdict.clean) return { refusal: 'Infected', ...facts };
    if (facts.sha256 === null) throw new ScannerAway('The virus scanner has not waited for the end');
    const { plain, findings } = await seen.judge();
    return plain ? { ...facts, refusal: null, findings } : { ...facts, refusal: 'ContentMismatch' };
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
  found(): { sizeBytes: number; sha256: string | null };
  judge(): Promise<Judgement>;
  /** Why they could not be read. */
  fault(): unknown;
}

function observe(read: Read, contentType: DocumentContentType): Observed {
  const hash = createHash('sha256');
  const judge = createJudge(contentType);
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
          await judge.look(chunk);
          yield chunk;
        }
        sha256 = hash.digest('hex');
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    missing: () => missing,
    found: () => ({ sizeBytes: judge.sizeBytes(), sha256 }),
    judge: judge.judge,
    fault: () => fault,
  };
}
