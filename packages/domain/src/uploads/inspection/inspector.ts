// Inspects untrusted files outside this process's event loop and memory: in a few boxes, each for one file at a time. If a
// file makes its box fail, that is the outcome for that file.
import type { DocumentContentType } from '@onboarding/contract';
import type { Logger } from '@onboarding/platform/logger';
import { createFairLimiter, type FairLimiter } from '@onboarding/platform/shared-work';
import { type Box, type BoxLimits, startBox } from './box-process.ts';
import type { Judgement } from './content-rules.ts';

export interface InspectedFile {
  contentType: DocumentContentType;
  /** Used to let partners take turns. */
  partnerId: string;
}

export interface Inspector {
  /** Waits for a free box. */
  open(file: InspectedFile): Promise<OpenInspection>;
  /** Call when no inspection is in progress. */
  close(): Promise<void>;
}

export interface OpenInspection {
  /** Takes the chunks in order, and waits until the box can take more. Throws only if no box can be started. */
  look(chunk: Uint8Array): Promise<void>;
  /** Call after the last byte. Throws like `look`. Frees the box for the next file. */
  judge(): Promise<Judgement>;
  /** Frees the box. Call it in any case. */
  release(): void;
}

export interface InspectorOptions {
  logger: Pick<Logger, 'warn'>;
  /** The maximum number of concurrent inspections. */
  boxes?: number;
  limits?: Partial<BoxLimits>;
  /** For tests: a program that misbehaves. */
  program?: URL;
}

const PROGRAM = new URL('./inspection-box.ts', import.meta.url);
/** One of them remains free for another partner's files, no matter how long those of one partner take. */
const BOXES = 3;
const LIMITS: BoxLimits = { cpuMs: 5_000, heapMib: 64, memoryMib: 256, stalledMs: 60_000 };
/** An idle box uses 45 MiB, but a new one takes a moment to start. */
const IDLE_MS = 5 * 60_000;

export function createInspector(options: InspectorOptions): Inspector {
  const { logger, boxes = BOXES, program = PROGRAM } = options;
  const pool = createBoxPool(() => startBox(program, { ...LIMITS, ...options.limits }));
  const limiter = createFairLimiter({ atOnce: boxes, ofEach: Math.max(1, boxes - 1) });
  return {
    async open({ contentType, partnerId }) {
      const freeSlot = await slotOf(limiter, partnerId);
      return openInspection({ pool, logger, contentType, freeSlot });
    },
    close: () => pool.close(),
  };
}

interface BoxPool {
  /** An idle box, or a new one. */
  take(): Promise<Box>;
  putBack(box: Box): void;
  close(): Promise<void>;
}

function createBoxPool(start: () => Promise<Box>): BoxPool {
  const idle = new Map<Box, NodeJS.Timeout>();
  const started = new Set<Box>();

  async function remove(box: Box): Promise<void> {
    clearTimeout(idle.get(box));
    idle.delete(box);
    started.delete(box);
    await box.kill();
  }

  return {
    async take() {
      for (const [box, timer] of idle) {
        clearTimeout(timer);
        idle.delete(box);
        if (box.isAlive()) return box;
        started.delete(box);
      }
      const box = await start();
      started.add(box);
      return box;
    },
    putBack(box) {
      if (box.isAlive()) idle.set(box, setTimeout(() => void remove(box), IDLE_MS).unref());
      else started.delete(box);
    },
    async close() {
      await Promise.all([...started].map(remove));
    },
  };
}

/** Waits for the partner's turn. Returns a function that ends it. */
async function slotOf(limiter: FairLimiter, partnerId: string): Promise<() => void> {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  limiter.take(partnerId, [
    () => {
      begun.resolve();
      return over.promise;
    },
  ]);
  await begun.promise;
  return over.resolve;
}

interface InspectionParts {
  pool: BoxPool;
  logger: InspectorOptions['logger'];
  contentType: DocumentContentType;
  freeSlot: () => void;
}

function openInspection({ pool, logger, contentType, freeSlot }: InspectionParts): OpenInspection {
  let box: Promise<Box> | undefined;
  let judging: Promise<Judgement> | undefined;
  let released = false;

  async function begin(): Promise<Box> {
    const taken = await pool.take();
    taken.begin(contentType);
    return taken;
  }
  const opened = () => {
    box ??= begin();
    return box;
  };

  async function finish(): Promise<Judgement> {
    const { told, fault } = await (await opened()).end();
    if (fault !== undefined) logger.warn({ fault, contentType }, 'inspection cut short');
    const { refusal, findings } = { ...unfinished(contentType), ...told };
    return { refusal, findings: refusal === null ? findings : [] };
  }

  function release(): void {
    if (released) return;
    released = true;
    // A box that is still searching is not ready for the next file.
    void Promise.allSettled([box, judging]).then(([taken]) => {
      if (taken.status === 'fulfilled' && taken.value !== undefined) pool.putBack(taken.value);
      freeSlot();
    });
  }

  return {
    async look(chunk) {
      if (!released) await (await opened()).write(chunk);
    },
    judge() {
      judging ??= finish().finally(release);
      return judging;
    },
    release,
  };
}

/**
 * The result for a file that terminated its box. A PDF may be genuine, and the finding informs analysts that it was not
 * inspected. An image is refused, because its type cannot be confirmed otherwise; a genuine one takes a hundredth of the
 * time.
 */
const unfinished = (contentType: DocumentContentType): Judgement =>
  contentType === 'application/pdf'
    ? { refusal: null, findings: ['Unchecked'] }
    : { refusal: 'ContentMismatch', findings: [] };
