// Checks that this process still polls for its work. A process with dead connections is alive, and may even reach the
// database on other connections, but does no work.
import { Gauge, type Registry } from '../metrics/index.ts';

interface Watched {
  queue: string;
  /** The name of the role, as operators know it. */
  role: string;
  /** When it last polled successfully, in milliseconds like Date.now(). */
  lastPollAt(): number | undefined;
  /** Whether it does not poll because it is busy with such work. */
  busy?(): boolean;
}

export interface Polls {
  /** Expects regular polls of this queue from now on. */
  watch(watched: Watched): void;
  /** The queues that have not been polled for too long. */
  stalled(): string[];
}

export function createPolls(registry: Registry, stalledAfterSeconds: number): Polls {
  const all: (Watched & { since: number })[] = [];
  new Gauge({
    name: 'onboarding_queue_last_poll_timestamp_seconds',
    help: 'Unix time of the last successful poll for work by this process; it does not poll while all its slots are busy',
    labelNames: ['queue', 'role'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { queue, role, lastPollAt } of all) {
        const at = lastPollAt();
        if (at !== undefined) this.set({ queue, role }, at / 1000);
      }
    },
  });
  return {
    watch: (watched) => void all.push({ ...watched, since: Date.now() }),
    stalled() {
      const tooOld = Date.now() - stalledAfterSeconds * 1000;
      return all
        .filter(({ lastPollAt, busy, since }) => (lastPollAt() ?? since) < tooOld && busy?.() !== true)
        .map(({ queue }) => queue);
    },
  };
}
