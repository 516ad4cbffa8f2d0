import { randomFillSync } from 'node:crypto';

const POOL = Buffer.allocUnsafe(4096);
let used = POOL.length;

/** Random bytes for small uses, filled four kilobytes at a time: asking the system for each twelve costs more than using them. */
export function randomBytesFromPool(count: number): Buffer {
  if (used + count > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  // A copy, so that what was given out is neither given out again nor changed by the next filling.
  const bytes = Buffer.from(POOL.subarray(used, used + count));
  POOL.fill(0, used, used + count);
  used += count;
  return bytes;
}
