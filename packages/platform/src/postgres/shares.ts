// Limits the share of a pool that one owner may use, so that others get connections no matter how long its transactions take.
import { DatabaseUnavailable } from './failure.ts';

/** Gives up one connection. */
type Leave = () => void;

interface Owner {
  using: number;
  /** In the order of arrival. */
  waiting: Leave[];
}

export interface Shares {
  /** Waits until the owner may use another connection; fails after a timeout, like waiting for a connection. */
  enter(owner: string): Promise<Leave>;
  /** How many callers are waiting, for all owners together. */
  waiting(): number;
}

/** Half of the pool: even if two owners use their full share, the next owner is first in line for a connection. */
export const shareOf = (poolSize: number): number => Math.max(1, Math.ceil(poolSize / 2));

export function createShares(ofEach: number, withinMs: number): Shares {
  const owners = new Map<string, Owner>();
  let waiting = 0;

  function leave(name: string, owner: Owner): void {
    const next = owner.waiting.shift();
    // Otherwise the next waiter takes over the connection.
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
