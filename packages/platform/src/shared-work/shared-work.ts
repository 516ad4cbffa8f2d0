// Processes items that wait in the database, several at a time, and always keeps a slot free for other owners.
import { setTimeout as delay } from 'node:timers/promises';

export interface SharedWorkOptions<Item> {
  /** The number of slots for all owners together. */
  atOnce: number;
  /** The number of slots per owner, fewer than `atOnce`, so that the next owner finds a free slot no matter how long others take. */
  ofEach: number;
  ownerOf(item: Item): string;
  /**
   * Leases up to `count` items, from owners in turn: none from owners in `full`, and from each other owner at most one, or as many
   * as it has slots left according to `held`.
   */
  take(count: number, full: readonly string[], held: ReadonlyMap<string, number>): Promise<Item[]>;
  work(item: Item): Promise<void>;
  /** Slots that become free within this time are filled together; by default one by one. */
  gatherMs?: number;
}

export interface SharedWork {
  /**
   * Takes items until none are left. Resolves when all are done; rejects with the first failure, once all started items have
   * ended. Only one run at a time.
   */
  run(): Promise<void>;
  /** Call it when there may be more items: a run with free slots polls now, instead of when its next item is done. */
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
    // The current poll may already have read the database, so poll again after it.
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
