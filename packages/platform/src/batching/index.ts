// Combines many small calls of one kind into a few large ones.

/**
 * Calls that arrive during a run share the next run: a single call never waits, and under load one run serves many.
 * `run` returns one result per item, in order; if it fails, it fails for all its items.
 */
export function createBatcher<Item, Outcome>(
  run: (items: Item[]) => Promise<Outcome[]>,
  { maxItems = 100, runsAtOnce = 1 } = {},
): (item: Item) => Promise<Outcome> {
  interface Waiting {
    item: Item;
    resolve(outcome: Outcome): void;
    reject(error: unknown): void;
  }
  const queue: Waiting[] = [];
  let running = 0;

  async function runNext(): Promise<void> {
    const batch = queue.splice(0, maxItems);
    running++;
    try {
      const outcomes = await run(batch.map(({ item }) => item));
      if (outcomes.length !== batch.length) throw new Error('A batch must have an outcome for each of its items');
      batch.forEach(({ resolve }, index) => {
        resolve(outcomes[index] as Outcome);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      if (queue.length > 0) void runNext();
    }
  }

  return (item) =>
    new Promise<Outcome>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // Deferred by one turn, so that calls made together share a run.
      if (queue.length === 1 && running < runsAtOnce) {
        setImmediate(() => {
          if (queue.length > 0 && running < runsAtOnce) void runNext();
        });
      }
    });
}
