import type { PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { attentionOf, inOrder, isLong, linesWords, matchingPeople } from './people-order.ts';

const [known] = packageExample.business.businessPersonList;
const [screening] = packageExample.screenings;
if (known === undefined || screening === undefined) throw new Error('The example has a person and a screening');

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const person = (number: number, more: Partial<ReviewedPerson> = {}): ReviewedPerson => ({
  ...known,
  uboId: idOf(number),
  firstName: 'Ines',
  lastName: `Obi-${number}`,
  percentageShare: null,
  verificationStatus: 'NotStarted',
  ...more,
});

function business(people: ReviewedPerson[], more: Partial<PackageRecord> = {}): PackageRecord {
  const all = { ...packageExample.business, businessPersonList: people };
  return { ...packageExample, flags: [], screenings: [], ...more, business: all };
}

const several = (count: number) => Array.from({ length: count }, (_, index) => person(index + 1));
const numbersOf = (people: readonly ReviewedPerson[]) => people.map(({ lastName }) => Number(lastName.split('-')[1]));
const flag = (code: PackageRecord['flags'][number]['code'], uboId: string): PackageRecord['flags'][number] => ({
  code,
  explanation: '',
  facts: { identities: [{ uboId }] },
  matches: [],
});
const hit = (finding: 'open' | 'found') => {
  const [example] = packageExample.screenings.flatMap(({ hits }) => hits ?? []);
  if (example === undefined) throw new Error('The example has a hit');
  const found = { finding: 'NotTheSame' as const, note: null, foundBy: { accountId: idOf(99), name: null } };
  return { ...example, finding: finding === 'open' ? null : { ...found, foundAt: '2026-11-15T10:00:00Z' } };
};

test('up to eight people keep their order', () => {
  const people = several(8);
  people[7] = person(8, { verificationStatus: 'Rejected' });
  expect([isLong(business(people)), isLong(business(several(9)))]).toEqual([false, true]);
  expect(numbersOf(inOrder(business(people)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('of more, those who need attention come first, then those without a verdict, each by their shares', () => {
  const people = several(12);
  people[0] = person(1, { verificationStatus: 'Approved', percentageShare: 50 });
  people[4] = person(5, { percentageShare: 10 });
  people[9] = person(10, { verificationStatus: 'ChangesRequested' });
  people[10] = person(11, { verificationStatus: 'Approved', percentageShare: 5 });
  const found = business(people, { flags: [flag('IdentityExpired', idOf(11))] });
  expect(numbersOf(inOrder(found))).toEqual([11, 10, 5, 2, 3, 4, 6, 7, 8, 9, 12, 1]);
});

test('attention is a hit without a finding, a verdict against the person, or a flag that names them', () => {
  const people = [
    person(1),
    person(2, { verificationStatus: 'Rejected' }),
    person(3, { verificationStatus: 'ChangesRequested' }),
    person(4, { verificationStatus: 'Approved' }),
    person(5),
  ];
  const found = business(people, {
    flags: [flag('IdentityExpired', idOf(2)), flag('ScreeningHit', idOf(5)), flag('ScreeningHit', idOf(1))],
    screenings: [
      { ...screening, uboId: idOf(1), hits: [hit('open'), hit('found')] },
      { ...screening, uboId: idOf(5), hits: [hit('found')] },
      { ...screening, uboId: null, hits: [hit('open')] },
      { ...screening, uboId: idOf(4), hits: null },
    ],
  });
  expect([...attentionOf(found)]).toEqual([
    [idOf(1), ['Hit to review']],
    [idOf(2), ['Rejected', 'Identity expired']],
    [idOf(3), ['Changes requested']],
  ]);
});

test('says how many people need attention, and how many have no verdict', () => {
  const people = [person(1), person(2, { verificationStatus: 'Approved' })];
  expect([1, 2].map((count) => linesWords(people, count))).toEqual([
    '1 needs attention · 1 without a verdict',
    '2 need attention · 1 without a verdict',
  ]);
});

test.each([
  ['', undefined, [1, 2, 3, 10]],
  ['  OBI-1', undefined, [1, 10]],
  ['ines obi-3', undefined, [3]],
  ['nobody', undefined, []],
  ['obi-3', idOf(2), [2, 3]],
])('the filter "%s", with %s open, shows %j', (text, open, shown) => {
  const people = [1, 2, 3, 10].map((number) => person(number));
  expect(numbersOf(matchingPeople(people, text, open))).toEqual(shown);
});
