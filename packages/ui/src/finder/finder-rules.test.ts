import { expect, test } from 'vitest';
import { activeOf, entryAfter, matching, recentOf, statusWords, stillMatching, withoutEmpty } from './finder-rules.ts';

const ENTRIES = [
  { label: 'API credentials', synonyms: 'certificates keys' },
  { label: 'API requests', synonyms: 'log calls' },
  { label: 'Token requests', synonyms: 'certificates log' },
  { label: 'Zürcher Käse AG', detail: 'ORDER-4711 · CHE-123' },
];

test.each([
  ['nothing', '', ['API credentials', 'API requests', 'Token requests', 'Zürcher Käse AG']],
  ['spaces', '  ', ['API credentials', 'API requests', 'Token requests', 'Zürcher Käse AG']],
  ['the start of a word, in any case', 'TOK', ['Token requests']],
  ['the start of the label before its other words', 'a', ['API credentials', 'API requests', 'Zürcher Käse AG']],
  ['its words before its synonyms', 'requests', ['API requests', 'Token requests']],
  ['the label before synonyms', 'c', ['API credentials', 'API requests', 'Token requests', 'Zürcher Käse AG']],
  ['words in any order', 'log api', ['API requests']],
  ['every word', 'api log nothing', []],
  ['synonyms', 'certificate', ['API credentials', 'Token requests']],
  ['words without accents', 'zurcher kase', ['Zürcher Käse AG']],
  ['parts of a reference', '4711', ['Zürcher Käse AG']],
  ['the middle of a word', 'oken', []],
  ['only punctuation', '…', []],
])('matches %s: %j', (_what, text, labels) => {
  expect(matching(ENTRIES, text).map(({ label }) => label)).toEqual(labels);
});

test('results of an earlier text are shown only if they match the current one', () => {
  const results = [{ label: 'Lagos Trading' }, { label: 'Lagos Wholesale' }];
  expect(stillMatching(results, 'lagos w', false)).toEqual([{ label: 'Lagos Wholesale' }]);
  // The server may match more than the label shows.
  expect(stillMatching(results, 'RC99', true)).toEqual(results);
});

test('groups without entries are not shown', () => {
  const entry = { id: 'a', label: 'A', run: () => {} };
  const groups = [
    { title: 'Pages', entries: [] },
    { title: 'Actions', entries: [entry] },
  ];
  expect(withoutEmpty(groups).map(({ title }) => title)).toEqual(['Actions']);
});

test.each([
  ['down', 'a', 1, 'b'],
  ['up', 'b', -1, 'a'],
  ['down from the last', 'c', 1, 'a'],
  ['up from the first', 'a', -1, 'c'],
  ['down from one that has disappeared', 'gone', 1, 'a'],
])('moves over three entries: %s', (_, active, by, next) => {
  expect(entryAfter(['a', 'b', 'c'], active, by)).toBe(next);
});

test('without entries, no entry is active and no key reaches one', () => {
  expect([entryAfter([], undefined, 1), activeOf([], 'a')]).toEqual([undefined, undefined]);
});

test('the first entry is active until another one is chosen, and again when that one disappears', () => {
  expect([activeOf(['a', 'b'], undefined), activeOf(['a', 'b'], 'b'), activeOf(['a', 'b'], 'gone')]).toEqual([
    'a',
    'b',
    'a',
  ]);
});

test('lists recently opened pages of single objects, without the current one, unloaded ones and those not found', () => {
  const kinds = { '/customers/': 'Customer', '/webhooks/deliveries/': 'Delivery' };
  const visits = [
    { path: '/customers/1', title: 'Acme' },
    { path: '/customers/2', title: 'Customer' },
    { path: '/customers/3', title: 'Customer not found' },
    { path: '/webhooks/deliveries/4', title: 'business.created' },
    { path: '/webhooks/deliveries', title: 'Deliveries' },
    { path: '/customers/5/trail', title: 'Audit trail' },
    { path: '/team', title: 'Team' },
  ];
  expect(recentOf(visits, kinds, '/team').map(({ title, kind }) => [title, kind])).toEqual([
    ['Acme', 'Customer'],
    ['business.created', 'Delivery'],
  ]);
  expect(recentOf(visits, kinds, '/customers/1').map(({ title }) => title)).toEqual(['business.created']);
  const many = Array.from({ length: 9 }, (_, at) => ({ path: `/customers/${at}`, title: `Business ${at}` }));
  expect(recentOf(many, kinds, '/').map(({ path }) => path)).toEqual(many.slice(0, 5).map(({ path }) => path));
});

test.each([
  ['while it searches', { text: 'acme', isPending: true, count: 3 }, 'Searching…'],
  ['one result', { text: 'acme', isPending: false, count: 1 }, '1 result'],
  ['several results', { text: 'a', isPending: false, count: 12 }, '12 results'],
  ['no text', { text: ' ', isPending: false, count: 12 }, 'Type at least two characters to search customers.'],
  ['one letter', { text: 'q', isPending: false, count: 0 }, 'Type at least two characters to search customers.'],
  [
    'nothing found',
    { text: ' acme ', isPending: false, count: 0 },
    'Nothing found for “acme” in pages, actions, customers.',
  ],
])('says what was searched and found: %s', (_, state, words) => {
  expect(statusWords(state, 'customers')).toBe(words);
});
