// A worker process whose clock a test can move and which a test can stop at a fault point. Started by `runWorker` with
// this file as its entry; the test sends orders as messages.
import { type FaultPoint, startWorker, type Timings } from '../../apps/worker/src/worker.ts';

/** From the test. */
export type Order =
  /** From now on the process's clock is this much ahead of the real one. */
  | { aheadMs: number }
  /** Stops forever at this point, and reports it. */
  | { restAt: FaultPoint };

/** To the test. */
export interface Rested {
  restedAt: FaultPoint;
}

let aheadMs = Number(process.env.AHEAD_MS ?? 0);
let restAt = process.env.REST_AT;
const timings: Partial<Timings> = JSON.parse(process.env.TIMINGS ?? '{}');

process.on('message', (order: Order) => {
  if ('aheadMs' in order) aheadMs = order.aheadMs;
  else restAt = order.restAt;
});

// Waiting for orders must not keep the process alive.
process.channel?.unref();

await startWorker({
  clock: { now: () => new Date(Date.now() + aheadMs) },
  timings,
  async faultPoint(name) {
    if (name !== restAt) return;
    const rested: Rested = { restedAt: name };
    process.send?.(rested);
    await new Promise(() => {});
  },
});
