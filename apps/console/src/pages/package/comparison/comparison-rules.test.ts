import type { PackageRecord, ReviewedBusiness, ReviewedPerson } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { comparableWith, compareBusinesses, sharedIn, summaryOf } from './comparison-rules.ts';
import { pairingOf } from './pairing.ts';

const [known] = packageExample.business.businessPersonList;
const [document] = packageExample.documents;
if (known === undefined || document === undefined) throw new Error('The example has a person and a document');

let ids = 0;
const id = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;

const person = (lastName: string, more: Partial<ReviewedPerson> = {}): ReviewedPerson => ({
  ...known,
  uboId: id(),
  firstName: 'Ines',
  lastName,
  email: `${id()}@example.com`,
  birthDate: '1980-05-01',
  ...more,
});

function business(changes: Partial<ReviewedBusiness> = {}, more: Partial<PackageRecord> = {}): PackageRecord {
  const all = { ...packageExample.business, customerId: id(), businessPersonList: [], ...changes };
  return { ...packageExample, flags: [], documents: [], ...more, business: all };
}

const factIn = (ours: PackageRecord, theirs: PackageRecord, name: string) =>
  compareBusinesses(ours, theirs)
    .flatMap(({ facts }) => facts)
    .find((fact) => fact.name === name);

test.each<[string, Partial<ReviewedBusiness>, Partial<ReviewedBusiness>, unknown]>([
  [
    'Registered name',
    { companyName: 'Kadoma Ltd' },
    { companyName: 'Kadoma Limited' },
    { ours: 'Kadoma Ltd', theirs: 'Kadoma Limited', likeness: 'similar' },
  ],
  [
    'Registration',
    { registrationNumber: 'RC-1' },
    { registrationNumber: 'RC 1' },
    { ours: 'RC-1', theirs: 'RC 1', likeness: 'same' },
  ],
  [
    'Country',
    { incorporationCountryIso3Code: 'NGA' },
    { incorporationCountryIso3Code: 'GHA' },
    { ours: 'Nigeria', theirs: 'Ghana', likeness: 'different' },
  ],
  ['Trading name', { tradingName: 'Kadoma' }, { tradingName: null }, { ours: 'Kadoma', theirs: null, likeness: 'one' }],
])('%s is compared, and its values are in words', (name, ours, theirs, fact) => {
  expect(factIn(business(ours), business(theirs), name)).toEqual({ name, ...(fact as object) });
});

test('a fact that neither has is omitted', () => {
  expect(factIn(business({ tradingName: null }), business({ tradingName: null }), 'Trading name')).toBeUndefined();
});

const street = {
  streetLine1: '1 Marina',
  streetLine2: null,
  city: 'Lagos',
  state: 'Lagos',
  postalCode: '101',
  countryCode: 'NGA',
};

test.each([
  ['one of several is the same', [street], [{ ...street, city: 'Abuja', streetLine1: 'Elsewhere' }, street], 'same'],
  ['only the postcode is the same', [street], [{ ...street, city: 'Ikeja', streetLine1: 'Broad Quay 77' }], 'similar'],
  ['the country is another', [street], [{ ...street, countryCode: 'GHA' }], 'different'],
])('addresses of which %s', (_, ours, theirs, likeness) => {
  expect(factIn(business({ addresses: ours }), business({ addresses: theirs }), 'Addresses')?.likeness).toBe(likeness);
});

test('people are paired by a shared number, then by name and birth date, by name, by e-mail, and by a similar name', () => {
  const [ours, theirs] = [
    [
      person('Obi', { birthDate: '1970-01-01' }),
      person('Bello', { birthDate: '1971-01-01' }),
      person('Duarte', { email: 'ines@example.com' }),
      person('Mensah', { birthDate: '1973-01-01' }),
      person('Okafor', { birthDate: '1974-01-01' }),
    ],
    [
      person('Mensa', { birthDate: '1973-01-01' }),
      person('Silva', { email: 'INES@example.com' }),
      person('Bello', { birthDate: '1999-01-01' }),
      person('Obi', { birthDate: '1970-01-01' }),
      person('Zulu', { birthDate: '1960-01-01' }),
      person('Aba', { birthDate: '1961-01-01' }),
    ],
  ] as const;
  const here = business({ businessPersonList: [...ours] });
  const there = business({ businessPersonList: [...theirs] });
  // Recorded only with the other one, which was flagged later.
  const facts = {
    matches: [
      {
        uboId: theirs[4].uboId,
        identityId: id(),
        other: { partnerId: id(), customerId: here.business.customerId, uboId: ours[4].uboId },
      },
    ],
    more: false,
  };
  const flags: PackageRecord['flags'] = [{ code: 'SharedIdentity', explanation: '', facts, matches: [] }];
  const { pairs, onlyOurs, onlyTheirs } = pairingOf(here, { ...there, flags });
  expect(pairs.map((pair) => [pair.ours.lastName, pair.theirs.lastName, pair.sharesNumber])).toEqual([
    ['Okafor', 'Zulu', true],
    ['Obi', 'Obi', false],
    ['Bello', 'Bello', false],
    ['Duarte', 'Silva', false],
    ['Mensah', 'Mensa', false],
  ]);
  expect(onlyOurs).toEqual([]);
  expect(onlyTheirs.map(({ lastName }) => lastName)).toEqual(['Aba']);
});

test('one person is never paired twice', () => {
  const there = business({ businessPersonList: [person('Obi')] });
  const { pairs, onlyOurs } = pairingOf(business({ businessPersonList: [person('Obi'), person('Obi')] }), there);
  expect([pairs.length, onlyOurs.length]).toEqual([1, 1]);
});

test('equal masks are only similar, because other digits may differ', () => {
  const [ours, theirs] = [person('Obi'), person('Obi')];
  const here = business({ businessPersonList: [ours] });
  const fact = factIn(here, business({ businessPersonList: [theirs] }), 'Identity documents');
  expect(fact?.likeness).toBe('similar');
});

test('a person of only one business is listed with roles and share', () => {
  const here = business({ businessPersonList: [person('Obi', { ownershipType: ['UBO'], percentageShare: 60 })] });
  expect(factIn(here, business(), 'Ines Obi')).toEqual({
    name: 'Ines Obi',
    ours: 'UBO · 60%',
    theirs: null,
    likeness: 'one',
  });
});

const files = (...all: [category: typeof document.documentCategory, sha256: string | null][]) => ({
  documents: all.map(([documentCategory, sha256]) => ({
    ...document,
    documentId: id(),
    status: 'Confirmed' as const,
    documentCategory,
    sha256,
  })),
});

test.each([
  ['the same file', files(['BankStatement', 'a']), files(['BankStatement', 'a']), '1 document, identical', 'same'],
  [
    'the same file in another category',
    files(['BankStatement', 'a']),
    files(['Other', 'a']),
    '1 document, identical',
    'same',
    'In another category',
  ],
  [
    'one of two files',
    files(['BankStatement', 'a'], ['BankStatement', 'b']),
    files(['BankStatement', 'b']),
    '2 documents, 1 identical',
    'similar',
  ],
  ['another file', files(['BankStatement', 'a']), files(['BankStatement', 'b']), '1 document', 'different'],
  ['files without a hash', files(['BankStatement', null]), files(['BankStatement', null]), '1 document', 'different'],
  ['no file', files(['BankStatement', 'a']), files(), '1 document', 'one', null],
])('bank statements and %s', (_, ours, theirs, words, likeness, there = expect.stringMatching(/^1 document/)) => {
  const fact = factIn(business({}, ours), business({}, theirs), 'Bank statement');
  expect(fact).toMatchObject({ ours: words, theirs: there, likeness });
});

test('hides what differs, with its sections, and counts everything', () => {
  const here = business({ businessPersonList: [person('Obi')] });
  const all = compareBusinesses(here, business());
  const shared = sharedIn(all);
  expect(all.map(({ key }) => key)).toContain('others');
  expect(shared.map(({ key }) => key)).not.toContain('others');
  const counts = new Set(shared.flatMap(({ facts }) => facts).map(({ likeness }) => likeness));
  expect([...counts]).toEqual(['same']);
  expect(summaryOf(all)).toMatch(/^\d+ the same, 0 similar, \d different, 1 only on one side$/);
});

test('offers each business that the flags name once, unless it was erased', () => {
  const match = { partnerId: id(), partnerName: 'Northpay', why: '' };
  const [kadoma, erased] = [
    { ...match, customerId: id(), companyName: 'Kadoma Ltd' },
    { ...match, customerId: id(), companyName: null },
  ];
  const flags: PackageRecord['flags'] = [
    { code: 'DuplicateRegistration', explanation: '', facts: {}, matches: [kadoma, erased] },
    { code: 'SimilarName', explanation: '', facts: {}, matches: [kadoma] },
  ];
  expect(comparableWith({ flags })).toEqual([{ value: kadoma.customerId, label: 'Kadoma Ltd, Northpay' }]);
});
