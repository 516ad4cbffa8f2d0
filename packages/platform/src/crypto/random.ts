import { randomFillSync } from 'node:crypto';

const POOL = Buffer.allocUnsafe(4096);
let used = POOL.length;

/** Random bytes in small amounts, from a pool of 4 KiB: fetching twelve bytes from the system costs more than using them. */
export function randomBytesFromPool(count: number): Buffer {
  if (used + count > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  // A copy, so that no bytes are returned twice or changed by the next refill.
  const bytes = Buffer.from(POOL.subarray(used, used + count));
  POOL.fill(0, used, used + count);
  used += count;
  return bytes;
}
