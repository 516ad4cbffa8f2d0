import { type Flag, flagSchema, type OwnershipType, REVIEW_FLAGS, type ReviewFlag } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { computeFlags, type Findings, type FlaggedBusiness, type FlaggedPerson, nextChange } from './flag-rules.ts';

const TODAY = '2026-11-15';
const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const BUSINESS: FlaggedBusiness = {
  country: 'NGA',
  addressCountries: ['NGA'],
  phoneNumber: '+2348031234567',
  industry: 'TradingIncome',
  financials: null,
};
const PERSON: FlaggedPerson = {
  uboId: id(1),
  nationality: 'NGA',
  taxResidence: null,
  residence: 'NGA',
  phone: '+2348031234568',
  ownershipType: ['UBO'],
  percentageShare: 60,
  identities: [{ identityId: id(2), issuingCountry: 'NGA', expiryDate: '2030-01-01', generalRule: false }],
};
const NOTHING: Findings = {
  sameRegistration: [],
  similarName: [],
  sharedIdentities: [],
  screeningHits: [],
  documents: [],
};
const LISTS = { prohibited: new Set(['PRK']), highRisk: new Set(['YEM', 'PRK']) };
const FINANCIALS = {
  monthlyTurnOver: 'UpTo100k',
  estimatedTransactionValue: 'UpTo15k',
  sourceOfFunds: 'CustomerRevenue',
  purposeOfAccount: 'SupplierPayments',
} as const;

interface Given {
  business?: Partial<FlaggedBusiness>;
  people?: Partial<FlaggedPerson>[];
  findings?: Partial<Findings>;
}

function flagsOf({ business, people = [{}], findings }: Given): Flag[] {
  const flags = computeFlags({
    business: { ...BUSINESS, ...business },
    people: people.map((person) => ({ ...PERSON, ...person })),
    findings: { ...NOTHING, ...findings },
    lists: LISTS,
    today: TODAY,
  });
  // Flags match the contract exactly as they are stored.
  expect(flags.map((flag) => flagSchema.parse(flag))).toEqual(flags);
  return flags;
}
const factsOf = (code: ReviewFlag, given: Given) => flagsOf(given).find((flag) => flag.code === code)?.facts;
const identity = (expiryDate: string | null, issuingCountry = 'NGA', generalRule = false) => ({
  identityId: id(2),
  issuingCountry,
  expiryDate,
  generalRule,
});
const others = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ partnerId: id(90), customerId: id(100 + n) }));

test('an unsuspicious business has no flags', () => {
  expect(flagsOf({})).toEqual([]);
});

test('lists each flag once, in the order of the vocabulary', () => {
  const codes = flagsOf({
    business: { phoneNumber: '+2340000000', industry: 'CryptoProceeds', addressCountries: ['PRK'] },
    people: [
      {
        ownershipType: ['DIRECTOR'],
        percentageShare: 0,
        residence: 'DEU',
        taxResidence: 'YEM',
        identities: [identity('2026-01-01'), identity('2026-12-01', 'NGA', true)],
      },
    ],
    findings: {
      sameRegistration: others(1),
      similarName: [{ partnerId: id(90), customerId: id(100), score: 0.8 }],
      sharedIdentities: [
        { uboId: id(1), identityId: id(2), other: { partnerId: id(90), customerId: id(100), uboId: id(5) } },
      ],
      screeningHits: [{ uboId: null, hits: 1 }],
      documents: [{ documentId: id(6), findings: ['Launch'] }],
    },
  }).map(({ code }) => code);
  expect(codes).toEqual(REVIEW_FLAGS.filter((code) => code !== 'OwnershipAboveHundred'));
});

describe('DuplicateRegistration', () => {
  test('names the others', () => {
    expect(factsOf('DuplicateRegistration', { findings: { sameRegistration: others(2) } })).toEqual({
      country: 'NGA',
      others: others(2),
      more: false,
    });
  });
  test('names ten others and reports that there are more', () => {
    const facts = factsOf('DuplicateRegistration', { findings: { sameRegistration: others(11) } });
    expect(facts).toEqual({ country: 'NGA', others: others(10), more: true });
  });
});

test('SimilarName names the others with their similarity scores', () => {
  const similarName = others(11).map((other, n) => ({ ...other, score: 1 - n / 100 }));
  expect(factsOf('SimilarName', { findings: { similarName } })).toEqual({
    country: 'NGA',
    others: similarName.slice(0, 10),
    more: true,
  });
});

test('SharedIdentity names the person, the identity and the other business, at most 20 times', () => {
  const sharedIdentities = others(21).map((other) => ({
    uboId: id(1),
    identityId: id(2),
    other: { ...other, uboId: id(3) },
  }));
  expect(factsOf('SharedIdentity', { findings: { sharedIdentities } })).toEqual({
    matches: sharedIdentities.slice(0, 20),
    more: true,
  });
});

test('OwnershipAboveHundred is set only above 100 %', () => {
  const shares = (...percentages: (number | null)[]) => ({
    people: percentages.map((percentageShare) => ({ percentageShare })),
  });
  expect(factsOf('OwnershipAboveHundred', shares(60, 40, null))).toBeUndefined();
  expect(factsOf('OwnershipAboveHundred', shares(60, 41, null))).toEqual({ sum: 101 });
});

describe('NoOwner', () => {
  const person = (ownershipType: OwnershipType[], percentageShare: number | null) => ({
    ownershipType,
    percentageShare,
  });
  test.each<[string, Partial<FlaggedPerson>[], number | undefined]>([
    ['no people', [], 0],
    ['a director without a share', [person(['DIRECTOR'], null)], 1],
    ['directors with a share of 0', [person(['DIRECTOR'], 0), person(['DIRECTOR'], 0)], 2],
    ['a director with a share', [person(['DIRECTOR'], null), person(['DIRECTOR'], 5)], undefined],
    ['a UBO without a share', [person(['UBO'], null)], undefined],
    ['a shareholder', [person(['DIRECTOR', 'SHAREHOLDER'], null)], undefined],
  ])('%s', (_, people, count) => {
    expect(factsOf('NoOwner', { people })).toEqual(count === undefined ? undefined : { people: count });
  });
});

describe('ImplausiblePhone', () => {
  test('points to numbers of the business and of people', () => {
    const given = {
      business: { phoneNumber: '+2340000000' },
      people: [{}, { uboId: id(7), phone: '+4912' }, { uboId: id(8), phone: null }],
    };
    expect(factsOf('ImplausiblePhone', given)).toEqual({
      numbers: [
        { uboId: null, pointer: '/phoneNumber' },
        { uboId: id(7), pointer: '/phone' },
      ],
      more: false,
    });
  });
  test('ignores a missing number', () => {
    expect(factsOf('ImplausiblePhone', { business: { phoneNumber: null } })).toBeUndefined();
  });
});

describe('identities', () => {
  test.each([
    ['2026-11-14', 'IdentityExpired'],
    ['2026-11-15', 'IdentityExpired'],
    ['2026-11-16', 'IdentityExpiring'],
    ['2027-01-14', 'IdentityExpiring'],
    ['2027-01-15', undefined],
    [null, undefined],
  ])('one that expires on %s is flagged as %s', (expiryDate, code) => {
    const flags = flagsOf({ people: [{ identities: [identity(expiryDate)] }] });
    expect(flags.map((flag) => flag.code)).toEqual(code === undefined ? [] : [code]);
    if (code !== undefined) {
      const identities = [{ uboId: id(1), identityId: id(2), expiryDate }];
      expect(flags[0]?.facts).toEqual({ identities, more: false });
    }
  });

  test('are listed in the order of their expiry', () => {
    const people = [{ identities: [identity('2026-02-02'), identity('2026-01-01')] }];
    expect(factsOf('IdentityExpired', { people })).toMatchObject({
      identities: [{ expiryDate: '2026-01-01' }, { expiryDate: '2026-02-02' }],
    });
  });

  test.each([
    [['2027-01-15'], '2026-11-16'],
    [['2027-01-14'], '2027-01-14'],
    [['2026-11-16'], '2026-11-16'],
    [['2026-11-15'], undefined],
    [[null], undefined],
    [['2030-01-01', '2026-12-24', null], '2026-12-24'],
    [['2028-03-01', '2030-01-01'], '2028-01-01'],
  ])('expiring on %s change the flags next on %s', (dates, day) => {
    const person = { ...PERSON, identities: dates.map((date) => identity(date)) };
    expect(nextChange([person], TODAY)).toBe(day);
  });

  test('change the flags on the computed day, and not before', () => {
    const person = { ...PERSON, identities: [identity('2027-02-01')] };
    const on = (today: string) =>
      computeFlags({ business: BUSINESS, people: [person], findings: NOTHING, lists: LISTS, today }).map(
        ({ code }) => code,
      );
    const first = nextChange([person], TODAY) ?? '';
    expect([first, on('2026-12-02'), on(first)]).toEqual(['2026-12-03', [], ['IdentityExpiring']]);
    const second = nextChange([person], first) ?? '';
    expect([second, on('2027-01-31'), on(second)]).toEqual(['2027-02-01', ['IdentityExpiring'], ['IdentityExpired']]);
    expect(nextChange([person], second)).toBeUndefined();
  });
});

test.each([
  [{ industry: 'CryptoProceeds' }, [{ pointer: '/industry', value: 'CryptoProceeds' }]],
  [
    { financials: { ...FINANCIALS, purposeOfAccount: 'CryptoOffRamp' as const } },
    [{ pointer: '/financials/purposeOfAccount', value: 'CryptoOffRamp' }],
  ],
  [
    {
      financials: {
        ...FINANCIALS,
        sourceOfFunds: 'CryptoProceeds' as const,
        purposeOfAccount: 'CryptoOnRamp' as const,
      },
    },
    [
      { pointer: '/financials/sourceOfFunds', value: 'CryptoProceeds' },
      { pointer: '/financials/purposeOfAccount', value: 'CryptoOnRamp' },
    ],
  ],
])('HighRiskPurpose: %j', (business, fields) => {
  expect(factsOf('HighRiskPurpose', { business })).toEqual({ fields });
});

test('HighRiskPurpose ignores ordinary financials', () => {
  expect(factsOf('HighRiskPurpose', { business: { financials: FINANCIALS } })).toBeUndefined();
});

describe('ResidenceMismatch', () => {
  const abroad = { residence: 'DEU', identities: [identity(null), identity(null, 'GHA'), identity(null)] };
  test('names residence, nationality and issuing countries of people for whom they differ', () => {
    expect(factsOf('ResidenceMismatch', { people: [{}, abroad] })).toEqual({
      people: [{ uboId: id(1), residence: 'DEU', nationality: 'NGA', issuingCountries: ['NGA', 'GHA'] }],
      more: false,
    });
  });
  test.each<[string, Partial<FlaggedPerson>]>([
    ['a national of the country of residence', { ...abroad, nationality: 'DEU' }],
    [
      'a person with any document from the country of residence',
      { ...abroad, identities: [identity(null), identity(null, 'DEU')] },
    ],
    ['a person without a document', { ...abroad, identities: [] }],
  ])('ignores %s', (_, person) => {
    expect(factsOf('ResidenceMismatch', { people: [person] })).toBeUndefined();
  });
});

test('ScreeningHit names the subjects and their number of hits', () => {
  const screeningHits = [
    { uboId: null, hits: 2 },
    { uboId: id(1), hits: 1 },
  ];
  expect(factsOf('ScreeningHit', { findings: { screeningHits } })).toEqual({ subjects: screeningHits, more: false });
});

test('ActiveContent names at most 50 documents with their findings', () => {
  const documents = others(51).map(({ customerId }) => ({ documentId: customerId, findings: ['JavaScript' as const] }));
  expect(factsOf('ActiveContent', { findings: { documents } })).toEqual({
    documents: documents.slice(0, 50),
    more: true,
  });
});

test('GeneralRuleOnly names at most 50 documents accepted under the general rule', () => {
  const general = identity(null, 'CHE', true);
  const named = { uboId: id(1), identityId: id(2), issuingCountry: 'CHE' };
  expect(factsOf('GeneralRuleOnly', { people: [{ identities: [identity(null), general] }] })).toEqual({
    identities: [named],
    more: false,
  });
  const people = Array.from({ length: 51 }, () => ({ identities: [general] }));
  expect(factsOf('GeneralRuleOnly', { people })).toEqual({ identities: Array(50).fill(named), more: true });
});

describe('a prohibited or high-risk country', () => {
  const every = (country: string): Given => ({
    business: { country, addressCountries: ['NGA', country] },
    people: [
      {},
      {
        uboId: id(3),
        residence: country,
        nationality: country,
        taxResidence: country,
        identities: [identity(null), identity(null, country)],
      },
    ],
  });
  const places = (country: string) =>
    [
      [null, '/incorporationCountryIso3Code'],
      [null, '/addresses/1/countryCode'],
      [id(3), '/address/countryCode'],
      [id(3), '/nationality'],
      [id(3), '/taxResidenceCountry'],
      [id(3), '/identities/1/issuingCountry'],
    ].map(([uboId, pointer]) => ({ uboId, pointer, country }));

  test('is found in every field that contains a country', () => {
    expect(factsOf('HighRiskCountry', every('YEM'))).toEqual({ places: places('YEM'), more: false });
    expect(factsOf('ProhibitedCountry', every('YEM'))).toBeUndefined();
  });

  test('is reported only as prohibited if it is on both lists', () => {
    expect(factsOf('ProhibitedCountry', every('PRK'))).toEqual({ places: places('PRK'), more: false });
    expect(factsOf('HighRiskCountry', every('PRK'))).toBeUndefined();
  });
});
