// Whether the work that this process looks for is really looked for. A process whose connections have vanished is alive, can
// perhaps reach the database on others, and does nothing.
import { Gauge, type Registry } from '../metrics/index.ts';

export interface Watched {
  queue: string;
  /** What kind of work it is, as operators know it. */
  role: string;
  /** When it was last looked for with success, in milliseconds as Date.now() counts them. */
  lastPollAt(): number | undefined;
  /** Whether it is not looked for because work of that kind is under way. */
  busy?(): boolean;
}

export interface Polls {
  /** From now on somebody has to look for it. */
  watch(watched: Watched): void;
  /** The queues that nobody has looked at for too long. */
  stalled(): string[];
}

export function createPolls(registry: Registry, stalledAfterSeconds: number): Polls {
  const all: (Watched & { since: number })[] = [];
  new Gauge({
    name: 'queue_last_poll_timestamp_seconds',
    help: 'When this process has last looked for work with success, as a Unix time; it does not look while all hands are busy',
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
