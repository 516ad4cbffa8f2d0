import { expect, test } from 'vitest';
import { compareMetadata, pairsBySubject, sentMetadata, wouldHold } from './metadata.ts';

const stored = pairsBySubject([
  { subjectId: 'business', key: 'a', value: '1' },
  { subjectId: 'business', key: 'b', value: '2' },
  { subjectId: 'person', key: 'a', value: '3' },
]);
type Sent = Parameters<typeof compareMetadata>[1][number]['sent'];
const compare = (subjectId: string, sent: Sent) => compareMetadata(stored, [{ subjectId, sent }]);

test.each<[string, Sent, unknown[], unknown[]]>([
  ['nothing', undefined, [], []],
  ['an empty object', {}, [], []],
  ['the same pair', { a: '1' }, [], []],
  ['a new pair', { c: '3' }, [{ subjectId: 'business', key: 'c', value: '3' }], []],
  ['a new value', { a: '9' }, [{ subjectId: 'business', key: 'a', value: '9' }], []],
  ['null for a pair', { a: null }, [], [{ subjectId: 'business', key: 'a' }]],
  ['null for an unknown pair', { z: null }, [], []],
  [
    'null for everything',
    null,
    [],
    [
      { subjectId: 'business', key: 'a' },
      { subjectId: 'business', key: 'b' },
    ],
  ],
])('%s changes only what differs', (_name, sent, added, removed) => {
  const changes = compare('business', sent);
  expect([changes.added, changes.removed]).toEqual([added, removed]);
  expect([...changes.subjects]).toEqual(added.length + removed.length === 0 ? [] : ['business']);
});

test('compares each subject with its own pairs', () => {
  expect(compare('person', { a: '1' }).added).toEqual([{ subjectId: 'person', key: 'a', value: '1' }]);
  expect(compare('someone new', { a: '1', b: null })).toMatchObject({
    added: [{ subjectId: 'someone new', key: 'a', value: '1' }],
    removed: [],
  });
});

test('counts the pairs that there would be', () => {
  const count = (subjectId: string, sent: Sent) => wouldHold(stored, { subjectId, sent });
  expect(count('business', undefined)).toBe(2);
  expect(count('business', { c: '3', a: '9' })).toBe(3);
  expect(count('business', { c: '3', a: null, b: null })).toBe(1);
  expect(count('business', null)).toBe(0);
  expect(count('someone new', { a: '1' })).toBe(1);
});

test('a request sends pairs of the business first, then those of its people in their order', () => {
  const people = [{ uboId: 'one' }, { uboId: 'two' }, { uboId: 'three' }];
  const list = [{ metadata: { a: '1' } }, {}, { metadata: null }];
  expect(sentMetadata('business', { b: '2' }, people, list)).toEqual([
    { subjectId: 'business', sent: { b: '2' } },
    { subjectId: 'one', sent: { a: '1' } },
    { subjectId: 'two', sent: undefined },
    { subjectId: 'three', sent: null },
  ]);
});
