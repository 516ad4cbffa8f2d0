import { expect, test } from 'vitest';
import { mapOf } from './key-map.ts';

const key = (keys: string, words: string, everywhere = false) => ({ keys, words, everywhere });

test('lists each key once, with the later of two bindings', () => {
  const map = mapOf([
    key('n', 'Next page'),
    key('g q', 'Queue', true),
    key('n', 'Next package'),
    key('?', 'Help', true),
  ]);
  expect(map.here.map(({ words }) => words)).toEqual(['Next package']);
  expect(map.everywhere.map(({ words }) => words)).toEqual(['Queue', 'Help']);
});

test('lists a global key that this page overrides under this page', () => {
  const { here, everywhere } = mapOf([key('/', 'Search all', true), key('/', 'Back to the field')]);
  expect([here.map(({ words }) => words), everywhere]).toEqual([['Back to the field'], []]);
});
