// Limits how much is done concurrently, and shares it among owners: of those who wait, each gets a turn before any gets its
// next. Remembers only those who wait or run.

export interface TurnLimits {
  /** For all owners together. */
  atOnce: number;
  /** For one owner, fewer than that: whoever comes next finds a turn free, however long the others take. */
  ofEach: number;
}

type Work = () => Promise<void>;

interface Owner {
  running: number;
  /** One list for each call, in their order; none is empty. */
  waiting: Work[][];
}

interface Place {
  /** When everything has run that was not given up; fails if one of them does. */
  done: Promise<void>;
  /** Gives up whatever has not begun. */
  leave(): void;
}

export type Turns = (owner: string, work: readonly Work[]) => Place;

export function createTurns({ atOnce, ofEach }: TurnLimits): Turns {
  /** Whose turn is next comes first. */
  const owners = new Map<string, Owner>();
  let busy = 0;

  /** Those passed over are few: each has a turn running. */
  function findNext(): [string, Owner] | undefined {
    for (const entry of owners) {
      const [, { waiting, running }] = entry;
      if (waiting.length > 0 && running < ofEach) return entry;
    }
    return undefined;
  }

  function serve(): void {
    while (busy < atOnce) {
      const found = findNext();
      if (found === undefined) return;
      const [name, owner] = found;
      const [list] = owner.waiting;
      const work = list?.shift();
      if (list?.length === 0) owner.waiting.shift();
      // To the end of the line.
      owners.delete(name);
      owners.set(name, owner);
      if (work !== undefined) void run(name, owner, work);
    }
  }

  async function run(name: string, owner: Owner, work: Work): Promise<void> {
    busy++;
    owner.running++;
    await work();
    busy--;
    owner.running--;
    forget(name, owner);
    serve();
  }

  function forget(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name);
  }

  return (name, work) => {
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
    owner.waiting.push(list);
    serve();
    return {
      done,
      leave() {
        const place = owner.waiting.indexOf(list);
        if (place >= 0) owner.waiting.splice(place, 1);
        end(list.splice(0).length);
        forget(name, owner);
      },
    };
  };
}
