// Works on what waits in the database, several items at a time, and keeps a place free for every owner but the busiest.
import { setTimeout as delay } from 'node:timers/promises';

export interface SharedWorkOptions<Item> {
  /** For all owners together. */
  atOnce: number;
  /** For one owner, fewer than that: whoever comes next finds a place free, however long the others take. */
  ofEach: number;
  ownerOf(item: Item): string;
  /**
   * Leases up to `count` items of owners in turn: none of those who have all their places, and of each other at most one, or as
   * many as it has places left by `held`.
   */
  take(count: number, full: readonly string[], held: ReadonlyMap<string, number>): Promise<Item[]>;
  work(item: Item): Promise<void>;
  /** Places that become free within this time are filled together; one by one unless given. */
  gatherMs?: number;
}

export interface SharedWork {
  /**
   * Takes items until none is left. Resolves when all are done; fails with the first failure, once whatever had begun has
   * ended. One run at a time.
   */
  run(): Promise<void>;
  /** There may be more: a run that has places free looks again now, instead of when its next item is done. */
  look(): void;
}

export function createSharedWork<Item>(options: SharedWorkOptions<Item>): SharedWork {
  const { atOnce, ofEach, ownerOf, take, work, gatherMs } = options;
  const running = new Map<string, number>();
  let busy = 0;
  let looking = false;
  let lookAgain = false;
  let failure: { cause: unknown } | undefined;
  let current: PromiseWithResolvers<void> | undefined;

  const full = () => [...running].filter(([, count]) => count >= ofEach).map(([owner]) => owner);

  function count(owner: string, change: 1 | -1): void {
    const left = (running.get(owner) ?? 0) + change;
    busy += change;
    if (left === 0) running.delete(owner);
    else running.set(owner, left);
  }

  async function begin(item: Item): Promise<void> {
    const owner = ownerOf(item);
    count(owner, 1);
    try {
      await work(item);
    } catch (cause) {
      failure ??= { cause };
    }
    count(owner, -1);
    if (gatherMs !== undefined) await delay(gatherMs);
    await look();
  }

  async function fill(): Promise<void> {
    while (failure === undefined && busy < atOnce) {
      const items = await take(atOnce - busy, full(), running);
      if (items.length === 0) return;
      for (const item of items) void begin(item);
    }
  }

  async function look(): Promise<void> {
    // An item that is done, or a wake-up, may come after the look under way has read.
    if (looking) lookAgain = true;
    if (looking || current === undefined) return;
    looking = true;
    try {
      do {
        lookAgain = false;
        await fill();
      } while (lookAgain);
    } catch (cause) {
      failure ??= { cause };
    }
    looking = false;
    if (busy === 0) end(current);
  }

  function end({ resolve, reject }: PromiseWithResolvers<void>): void {
    const failed = failure;
    current = undefined;
    failure = undefined;
    if (failed === undefined) resolve();
    else reject(failed.cause);
  }

  return {
    run() {
      current ??= Promise.withResolvers<void>();
      const { promise } = current;
      void look();
      return promise;
    },
    look: () => void look(),
  };
}
