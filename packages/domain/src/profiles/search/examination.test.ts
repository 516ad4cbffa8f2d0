import { expect, test } from 'vitest';
import { examine, toCandidate } from './examination.ts';

interface Customer {
  customerId: string;
  terms: string[];
}

/** Candidates in the order of the index, each with the number of rows that were read for it. */
function source(customers: readonly Customer[], excluded: readonly string[] = []) {
  const all = customers
    .flatMap(({ customerId, terms }) =>
      terms.filter((term) => term.startsWith('ac')).map((term) => ({ term, customerId })),
    )
    .sort((a, b) => Buffer.compare(Buffer.from(a.term + a.customerId), Buffer.from(b.term + b.customerId)));
  const asked: number[] = [];
  return {
    asked,
    candidates: async (after: { term: string; customerId: string } | undefined, most: number) => {
      asked.push(most);
      const from =
        after === undefined
          ? 0
          : 1 + all.findIndex((one) => one.term === after.term && one.customerId === after.customerId);
      return all.slice(from, from + most);
    },
    rows: async (candidates: readonly { customerId: string }[]) =>
      new Map(
        customers
          .filter(
            ({ customerId }) =>
              !excluded.includes(customerId) && candidates.some((one) => one.customerId === customerId),
          )
          .map((one) => [one.customerId, one]),
      ),
  };
}

const numbered = (count: number, terms = ['acme']): Customer[] =>
  Array.from({ length: count }, (_, at) => ({ customerId: String(at).padStart(4, '0'), terms }));
const idsOf = ({ rows }: { rows: readonly Customer[] }) => rows.map(({ customerId }) => customerId);
const search = { word: 'ac', others: [] as string[], known: [] as string[], limit: 2 };

test('pages of the limit follow each other without gaps, and the last one has no end', async () => {
  const customers = source(numbered(5));
  const first = await examine(customers, search, undefined);
  const second = await examine(customers, search, first.end);
  const third = await examine(customers, search, second.end);
  expect([first, second, third].map(idsOf)).toEqual([['0000', '0001'], ['0002', '0003'], ['0004']]);
  expect([first.end, second.end, third.end]).toEqual([
    { term: 'acme', customerId: '0001' },
    { term: 'acme', customerId: '0003' },
    undefined,
  ]);
});

test('a page that is exactly full, with nothing after it, has no end', async () => {
  const page = await examine(source(numbered(2)), search, undefined);
  expect([idsOf(page), page.end]).toEqual([['0000', '0001'], undefined]);
});

test('a full first step is enough: no more is read', async () => {
  const customers = source(numbered(600));
  await examine(customers, search, undefined);
  expect(customers.asked).toEqual([5]);
});

test('with few matches, reads 500 more and then ends the page after the last examined, even if it is empty', async () => {
  const customers = source(
    numbered(600),
    numbered(600).map(({ customerId }) => customerId),
  );
  const page = await examine(customers, search, undefined);
  expect([idsOf(page), page.end]).toEqual([[], { term: 'acme', customerId: '0504' }]);
  expect(customers.asked).toEqual([5, 500]);
  const rest = await examine(customers, search, page.end);
  expect([idsOf(rest), rest.end]).toEqual([[], undefined]);
});

test('the second step ends with a full page too', async () => {
  const excluded = numbered(5).map(({ customerId }) => customerId);
  const page = await examine(source(numbered(9), excluded), search, undefined);
  expect([idsOf(page), page.end]).toEqual([['0005', '0006'], { term: 'acme', customerId: '0006' }]);
});

test('a customer is shown once, at the first of its terms that match, in the order of bytes', async () => {
  // UTF-16 would sort them the other way round.
  const terms = ['ac\u{1F600}', 'ac\uFFEE', 'ab'];
  const customers = source([{ customerId: '0', terms }]);
  const shown = await examine(customers, search, undefined);
  expect(idsOf(shown)).toEqual(['0']);
  const after = await examine(customers, search, { term: 'ac\uFFEE', customerId: '0' });
  expect(idsOf(after)).toEqual([]);
});

test('every other word must begin a term of the customer', async () => {
  const customers = source([
    { customerId: '0', terms: ['acme', 'lagos', 'retail'] },
    { customerId: '1', terms: ['acme', 'lagos'] },
    { customerId: '2', terms: ['acme', 'village'] },
  ]);
  expect(idsOf(await examine(customers, { ...search, others: ['lag'] }, undefined))).toEqual(['0', '1']);
  expect(idsOf(await examine(customers, { ...search, others: ['lag', 'ret'] }, undefined))).toEqual(['0']);
});

test('a customer that was found by its id is not repeated', async () => {
  const page = await examine(source(numbered(3)), { ...search, known: ['0001'] }, undefined);
  expect([idsOf(page), page.end]).toEqual([['0000', '0002'], undefined]);
});

test('a cursor without a position starts at the first candidate', () => {
  expect(toCandidate(undefined)).toBeUndefined();
  expect(toCandidate(['acme', '0001'])).toEqual({ term: 'acme', customerId: '0001' });
});
