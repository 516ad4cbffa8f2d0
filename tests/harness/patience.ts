/**
 * How long tests wait: one factor for all of them. It only ensures that a run ends. Whatever must be fast is compared with
 * something else in its own test.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** How long the fixed workload takes on a good, idle machine. */
const REFERENCE_MS = 250;
const HASHES = 50_000;
const SAMPLES = 5;

/** How much slower than a good machine this one is now, from 1 to 8: by the slowest of a few samples, because load varies. */
function measurePatience(): number {
  const samples = Array.from({ length: SAMPLES }, () => {
    const started = performance.now();
    let digest: Buffer = Buffer.alloc(32);
    for (let round = 0; round < HASHES; round++) digest = createHash('sha256').update(digest).digest();
    return performance.now() - started;
  });
  return Math.max(1, limited(Math.max(...samples) / REFERENCE_MS));
}

// A factor below 1 is for debugging, to avoid waiting.
const limited = (factor: number): number => Math.min(8, Math.max(0.05, Number(factor.toFixed(2))));

// Measured once per run, by vitest's own process: all its child processes inherit it.
process.env.TEST_PATIENCE ??= String(measurePatience());
const FACTOR = limited(Number(process.env.TEST_PATIENCE));

/** Scales a limit for a good machine to this one. */
export const patient = (ms: number): number => Math.round(ms * FACTOR);

/**
 * How long a test waits for something that must happen. Far longer than anything takes: a busy machine can be ten times slower
 * later on.
 */
export const PATIENCE_MS = patient(240_000);

/**
 * How long a test waits for a page. The slowest takes a few seconds on a busy machine; a page that never appears must not delay
 * the run by half an hour.
 */
export const PAGE_PATIENCE_MS = Math.min(patient(90_000), 180_000);

/** A process first loads a few hundred modules, which takes long when many do so at once. */
export const START_MS = patient(300_000);

/** Polls the condition, at first every few milliseconds: most conditions hold soon. */
export async function until(condition: () => Promise<boolean>, what: string, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = 5; !(await condition()); pauseMs = Math.min(2 * pauseMs, 50)) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await delay(pauseMs);
  }
}
