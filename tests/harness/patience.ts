/**
 * How long tests wait: one factor for all of them. It only sees to it that a run ends. What must be quick is held against
 * something else in its own test.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** What the fixed piece of work takes on a good machine that does nothing else. */
const REFERENCE_MS = 250;
const HASHES = 50_000;
const SAMPLES = 5;

/** How much slower than a good machine this one is now, from 1 to 8: by the slowest of a few samples, because load comes and goes. */
function measurePatience(): number {
  const samples = Array.from({ length: SAMPLES }, () => {
    const started = performance.now();
    let digest: Buffer = Buffer.alloc(32);
    for (let round = 0; round < HASHES; round++) digest = createHash('sha256').update(digest).digest();
    return performance.now() - started;
  });
  return Math.max(1, limited(Math.max(...samples) / REFERENCE_MS));
}

// Less than 1 is for whoever looks for a fault and does not want to wait.
const limited = (factor: number): number => Math.min(8, Math.max(0.05, Number(factor.toFixed(2))));

// Measured once for a run, by vitest's own process: all that it starts inherit it.
process.env.TEST_PATIENCE ??= String(measurePatience());
const FACTOR = limited(Number(process.env.TEST_PATIENCE));

/** A limit, given for a good machine, as it is on this one. */
export const patient = (ms: number): number => Math.round(ms * FACTOR);

/** How long a test waits for what must come. Far longer than anything takes: a busy machine can be ten times slower later on. */
export const PATIENCE_MS = patient(240_000);

/**
 * How long a test waits for a page. The slowest takes a few seconds on a busy machine; what never appears must not hold up the
 * run for half an hour.
 */
export const PAGE_PATIENCE_MS = Math.min(patient(90_000), 180_000);

/** A process first loads a few hundred modules, which takes long when many do so at once. */
export const START_MS = patient(300_000);

/** Polls the condition. */
export async function until(condition: () => Promise<boolean>, what: string, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await delay(50);
  }
}
