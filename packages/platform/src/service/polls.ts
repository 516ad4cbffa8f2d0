// Checks that this process still polls for its work. A process whose connections died is alive, may even reach the
// database on others, and yet does nothing.
import { Gauge, type Registry } from '../metrics/index.ts';

interface Watched {
  queue: string;
  /** The kind of work, as operators know it. */
  role: string;
  /** When it last polled successfully, in milliseconds as Date.now() counts them. */
  lastPollAt(): number | undefined;
  /** Whether it does not poll because such work is running. */
  busy?(): boolean;
}

export interface Polls {
  /** From now on this work must be polled for. */
  watch(watched: Watched): void;
  /** The queues that have not been polled for too long. */
  stalled(): string[];
}

export function createPolls(registry: Registry, stalledAfterSeconds: number): Polls {
  const all: (Watched & { since: number })[] = [];
  new Gauge({
    name: 'queue_last_poll_timestamp_seconds',
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
