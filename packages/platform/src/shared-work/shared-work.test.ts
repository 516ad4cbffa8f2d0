import { expect, test } from 'vitest';
import { createSharedWork, type SharedWork } from './shared-work.ts';

interface Item {
  owner: string;
  done: PromiseWithResolvers<void>;
}

interface Scene {
  shared: SharedWork;
  /** The owners of the started items, in order. */
  begun: string[];
  add(owner: string, count: number): void;
  /** Finishes the oldest running item of an owner. */
  finish(owner: string, error?: Error): Promise<void>;
}

/** Items wait in memory; like from the database, one item per owner is taken at a time. */
function open({ atOnce = 3, ofEach = 2, take = async (): Promise<void> => {} } = {}): Scene {
  const waiting: string[] = [];
  const begun: string[] = [];
  const open: Item[] = [];
  const shared = createSharedWork<Item>({
    atOnce,
    ofEach,
    ownerOf: ({ owner }) => owner,
    async take(count, full) {
      await take();
      const owners = [...new Set(waiting)].filter((owner) => !full.includes(owner)).slice(0, count);
      for (const owner of owners) waiting.splice(waiting.indexOf(owner), 1);
      return owners.map((owner) => ({ owner, done: Promise.withResolvers<void>() }));
    },
    work(item) {
      begun.push(item.owner);
      open.push(item);
      return item.done.promise;
    },
  });
  return {
    shared,
    begun,
    add: (owner, count) => waiting.push(...Array<string>(count).fill(owner)),
    async finish(owner, error) {
      const [item] = open.splice(
        open.findIndex((one) => one.owner === owner),
        1,
      );
      if (error === undefined) item?.done.resolve();
      else item?.done.reject(error);
      await flush();
    },
  };
}

const flush = () => new Promise((resolve) => setImmediate(resolve));

test('an owner with many items leaves a slot free, which the next owner gets at once', async () => {
  const { shared, begun, add } = open();
  add('large', 1_000);
  void shared.run();
  await flush();
  expect(begun).toEqual(['large', 'large']);
  add('small', 1);
  shared.look();
  await flush();
  expect(begun).toEqual(['large', 'large', 'small']);
});

test('a free slot is filled at once, and a run ends when nothing is left', async () => {
  const { shared, begun, add, finish } = open();
  add('one', 3);
  let ended = false;
  const run = shared.run().then(() => {
    ended = true;
  });
  await flush();
  expect(begun).toEqual(['one', 'one']);
  await finish('one');
  expect(begun).toEqual(['one', 'one', 'one']);
  await finish('one');
  expect(ended).toBe(false);
  await finish('one');
  await run;
  expect(ended).toBe(true);
});

test('a wake-up during a poll triggers another poll', async () => {
  const gate = Promise.withResolvers<void>();
  let looks = 0;
  const { shared, begun, add } = open({
    take: async () => {
      looks++;
      if (looks === 1) await gate.promise;
    },
  });
  const run = shared.run();
  // Lets the first poll, which finds nothing, finish.
  gate.resolve();
  await run;
  expect(begun).toEqual([]);
  const later = shared.run();
  shared.look();
  add('late', 1);
  await flush();
  expect(begun).toEqual(['late']);
  expect(looks).toBeGreaterThan(2);
  void later;
});

test('after a failure no further item starts, the run rejects once the started items are done, and the next run continues', async () => {
  const { shared, begun, add, finish } = open();
  add('one', 5);
  const failing = shared.run();
  let failed = false;
  failing.catch(() => {
    failed = true;
  });
  await flush();
  await finish('one', new Error('gone'));
  expect(begun).toHaveLength(2);
  expect(failed).toBe(false);
  await finish('one');
  await expect(failing).rejects.toThrow('gone');
  const next = shared.run();
  await flush();
  for (let left = 3; left > 0; left--) await finish('one');
  await next;
  expect(begun).toHaveLength(5);
});

test('a run rejects when take fails', async () => {
  const { shared } = open({ take: () => Promise.reject(new Error('no database')) });
  await expect(shared.run()).rejects.toThrow('no database');
});
