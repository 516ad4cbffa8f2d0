// Limits concurrent work and shares it fairly between owners: each waiting owner gets a turn before any gets its next one.
// Stores only owners with waiting or running work.

/** In the unit of the weights; the default weight is 1. */
export interface FairLimits {
  /** For all owners together. */
  atOnce: number;
  /** For one owner, less than `atOnce`, so that the next owner finds a free turn no matter how long others take. */
  ofEach: number;
}

type Work = () => Promise<void>;

interface Waiting {
  weight: number;
  work: Work[];
}

interface Owner {
  running: number;
  /** One entry per call, in order; never without work. */
  waiting: Waiting[];
}

interface Place {
  /** Resolves when all work has run that was not dropped; rejects if any of it fails. */
  done: Promise<void>;
  /** Drops all work that has not started. */
  leave(): void;
}

export interface FairLimiter {
  /** Starts at once as much as fits. Work heavier than a limit runs alone. */
  take(owner: string, work: readonly Work[], weight?: number): Place;
  /** Whether any of the owner's work is waiting. */
  isWaiting(owner: string): boolean;
}

export function createFairLimiter({ atOnce, ofEach }: FairLimits): FairLimiter {
  /** The owner whose turn is next comes first. */
  const owners = new Map<string, Owner>();
  let busy = 0;

  /** Skips few owners, since each has work running. If the next work is too heavy for now, lighter work does not overtake it. */
  function findNext(): [string, Owner, Waiting] | undefined {
    for (const [name, owner] of owners) {
      const [next] = owner.waiting;
      if (next === undefined || !fits(owner.running, next.weight, ofEach)) continue;
      return fits(busy, next.weight, atOnce) ? [name, owner, next] : undefined;
    }
    return undefined;
  }

  function serve(): void {
    for (let found = findNext(); found !== undefined; found = findNext()) {
      const [name, owner, { work, weight }] = found;
      const next = work.shift();
      if (work.length === 0) owner.waiting.shift();
      // Move the owner to the end of the queue.
      owners.delete(name);
      owners.set(name, owner);
      if (next !== undefined) void run(name, owner, next, weight);
    }
  }

  async function run(name: string, owner: Owner, work: Work, weight: number): Promise<void> {
    busy += weight;
    owner.running += weight;
    await work();
    busy -= weight;
    owner.running -= weight;
    forget(name, owner);
    serve();
  }

  function forget(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name);
  }

  return {
    take(name, work, weight = 1) {
      const { promise: done, resolve, reject } = Promise.withResolvers<void>();
      let left = work.length;
      const end = (count: number) => {
        left -= count;
        if (left === 0) resolve();
      };
      const list = work.map((one) => () => one().then(() => end(1), reject));
      if (list.length === 0) return { done: Promise.resolve(), leave: () => {} };
      const owner = owners.get(name) ?? { running: 0, waiting: [] };
      owners.set(name, owner);
      const waiting = { work: list, weight };
      owner.waiting.push(waiting);
      serve();
      return {
        done,
        leave() {
          const place = owner.waiting.indexOf(waiting);
          if (place >= 0) owner.waiting.splice(place, 1);
          end(list.splice(0).length);
          forget(name, owner);
        },
      };
    },
    isWaiting: (name) => (owners.get(name)?.waiting.length ?? 0) > 0,
  };
}

const fits = (running: number, weight: number, limit: number) => running === 0 || running + weight <= limit;
