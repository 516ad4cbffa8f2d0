import type { Db, Tx } from '@onboarding/platform/postgres';
import { expect, test } from 'vitest';
import { inPages } from './in-pages.ts';

/** Lists the numbers from 1 to `count`, two at a time, and records each statement. */
function listing(count: number) {
  const read: string[] = [];
  let open = 0;
  const tx: Tx = {
    wake: () => {},
    rows: () => Promise.reject(new Error('not used')),
    foreign: () => Promise.reject(new Error('not used')),
  };
  const db: Pick<Db, 'transaction'> = {
    async transaction(work, choice = {}) {
      open++;
      try {
        return await work(tx, 1);
      } finally {
        open--;
        read.push(choice.readOnly === true ? 'read only' : 'read and write');
      }
    },
  };
  const pages = inPages(db as Db, {
    after: 'a0',
    size: 2,
    list: async (_tx, after, limit) => {
      const from = Number(after.slice(1));
      return Array.from({ length: count }, (_, index) => index + 1)
        .filter((number) => number > from)
        .slice(0, limit);
    },
    placeOf: (number) => `a${number}`,
  });
  return { pages, read, isOpen: () => open > 0 };
}

test.each([
  [0, [[]]],
  [1, [[1]]],
  [2, [[1, 2], []]],
  [3, [[1, 2], [3]]],
  [5, [[1, 2], [3, 4], [5]]],
])('%i rows are read once each and in order, until a page is not full', async (count, expected) => {
  const { pages, read } = listing(count);
  const found: number[][] = [];
  for await (const page of pages) found.push(page);
  expect(found).toEqual(expected);
  expect(read).toEqual(expected.map(() => 'read only'));
});

test('no transaction is open while a page is used, and pages that nobody needs are not read', async () => {
  const { pages, read, isOpen } = listing(5);
  for await (const page of pages) {
    expect(isOpen()).toBe(false);
    if (page.includes(3)) break;
  }
  expect(read).toHaveLength(2);
});
