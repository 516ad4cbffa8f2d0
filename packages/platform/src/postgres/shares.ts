// How much of a pool one owner may have, so that there are connections for the others, however long its transactions take.
import { DatabaseUnavailable } from './failure.ts';

/** Ends the use of one connection. */
type Leave = () => void;

interface Owner {
  using: number;
  /** In the order of arrival. */
  waiting: Leave[];
}

export interface Shares {
  /** Waits until the owner may use another connection; fails after a time, like waiting for a connection. */
  enter(owner: string): Promise<Leave>;
  /** How many wait, of all owners. */
  waiting(): number;
}

/** Half of the pool: two owners that use all they may still leave the next one at the head of the line. */
export const shareOf = (poolSize: number): number => Math.max(1, Math.ceil(poolSize / 2));

export function createShares(ofEach: number, withinMs: number): Shares {
  const owners = new Map<string, Owner>();
  let waiting = 0;

  function leave(name: string, owner: Owner): void {
    const next = owner.waiting.shift();
    // The next one takes over its place.
    if (next === undefined) owner.using--;
    else next();
    if (owner.using === 0) owners.delete(name);
  }

  function wait(owner: Owner): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      owner.waiting.splice(owner.waiting.indexOf(admit), 1);
      waiting--;
      reject(new DatabaseUnavailable('The caller uses all connections that it may'));
    }, withinMs);
    function admit(): void {
      clearTimeout(timer);
      waiting--;
      resolve();
    }
    waiting++;
    owner.waiting.push(admit);
    return promise;
  }

  return {
    async enter(name) {
      const owner = owners.get(name) ?? { using: 0, waiting: [] };
      owners.set(name, owner);
      if (owner.using < ofEach) owner.using++;
      else await wait(owner);
      return () => leave(name, owner);
    },
    waiting: () => waiting,
  };
}
