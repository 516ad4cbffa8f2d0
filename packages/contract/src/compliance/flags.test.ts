import { describe, expect, test } from 'vitest';
import { REVIEW_FLAGS } from '../shared/vocabularies.ts';
import { explainFlag, type Flag, flagSchema } from './flags.ts';

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const business = (n: number) => ({ partnerId: id(9), customerId: id(n) });
const ended = { uboId: id(1), identityId: id(2), expiryDate: '2026-01-31' };
const shared = (n: number) => ({ uboId: id(1), identityId: id(2), other: { ...business(n), uboId: id(8) } });
const abroad = { uboId: id(1), residence: 'DEU', nationality: 'NGA', issuingCountries: ['NGA', 'GHA'] };

const EXPLAINED: [Flag, string][] = [
  [
    { code: 'DuplicateRegistration', facts: { country: 'NGA', others: [business(1)], more: false } },
    'One other business in NGA has the same registration number.',
  ],
  [
    { code: 'DuplicateRegistration', facts: { country: 'NGA', others: [business(1), business(2)], more: true } },
    'More than 2 other businesses in NGA have the same registration number.',
  ],
  [
    { code: 'SimilarName', facts: { country: 'NGA', others: [{ ...business(1), score: 1 }], more: false } },
    'One other business in NGA has a similar name; the closest is identical.',
  ],
  [
    {
      code: 'SimilarName',
      facts: {
        country: 'NGA',
        others: [
          { ...business(1), score: 0.714 },
          { ...business(2), score: 0.6 },
        ],
        more: false,
      },
    },
    '2 other businesses in NGA have a similar name; the closest is 71 percent similar.',
  ],
  [
    { code: 'SharedIdentity', facts: { matches: [shared(3), shared(4)], more: false } },
    'Identity documents of one person are also on 2 other businesses.',
  ],
  [
    { code: 'SharedIdentity', facts: { matches: [shared(3)], more: true } },
    'Identity documents of one person are also on at least one other business.',
  ],
  [{ code: 'OwnershipAboveHundred', facts: { sum: 130 } }, 'The shares of all people add up to 130 percent.'],
  [{ code: 'NoOwner', facts: { people: 0 } }, 'No people are named for the business, so it has no owner.'],
  [
    { code: 'NoOwner', facts: { people: 1 } },
    'The only person named is not an owner (UBO or SHAREHOLDER) or a holder of shares.',
  ],
  [
    { code: 'NoOwner', facts: { people: 3 } },
    'None of the 3 people named is an owner (UBO or SHAREHOLDER) or a holder of shares.',
  ],
  [
    { code: 'ImplausiblePhone', facts: { numbers: [{ uboId: null, pointer: '/phoneNumber' }], more: false } },
    'One phone number cannot be an assigned number.',
  ],
  [
    { code: 'IdentityExpired', facts: { identities: [ended], more: false } },
    'One identity document expired, the first on 2026-01-31.',
  ],
  [
    { code: 'IdentityExpiring', facts: { identities: [ended, ended], more: false } },
    '2 identity documents will expire within 60 days, the first on 2026-01-31.',
  ],
  [
    {
      code: 'HighRiskPurpose',
      facts: { fields: [{ pointer: '/financials/purposeOfAccount', value: 'CryptoOnRamp' }] },
    },
    'The business deals in crypto assets: financials.purposeOfAccount is CryptoOnRamp.',
  ],
  [
    { code: 'ResidenceMismatch', facts: { people: [abroad], more: false } },
    'One person lives in DEU, is a national of NGA and has identity documents only from NGA, GHA.',
  ],
  [
    { code: 'ResidenceMismatch', facts: { people: [abroad, abroad], more: false } },
    '2 people live in a country that is neither their nationality nor the issuer of any of their identity documents.',
  ],
  [
    {
      code: 'ScreeningHit',
      facts: {
        subjects: [
          { uboId: null, hits: 1 },
          { uboId: id(1), hits: 2 },
        ],
        more: false,
      },
    },
    'Screening found 3 possible matches for the business and one person.',
  ],
  [
    { code: 'ScreeningHit', facts: { subjects: [{ uboId: id(1), hits: 1 }], more: false } },
    'Screening found one possible match for one person.',
  ],
  [
    {
      code: 'ActiveContent',
      facts: { documents: [{ documentId: id(1), findings: ['JavaScript', 'EmbeddedFile'] }], more: false },
    },
    'One document contains embedded files, scripts: open with care.',
  ],
  [
    {
      code: 'ActiveContent',
      facts: {
        documents: [
          { documentId: id(1), findings: ['Encrypted'] },
          { documentId: id(2), findings: ['Unchecked'] },
        ],
        more: true,
      },
    },
    'More than 2 documents contain encrypted parts, which were not inspected, parts that could not be inspected: open with care.',
  ],
  [
    {
      code: 'GeneralRuleOnly',
      facts: { identities: [{ uboId: id(1), identityId: id(2), issuingCountry: 'CHE' }], more: false },
    },
    'One identity document was checked against a general rule; no rule of the issuing country was applied (CHE).',
  ],
  [
    {
      code: 'GeneralRuleOnly',
      facts: {
        identities: [
          { uboId: id(1), identityId: id(2), issuingCountry: 'CHE' },
          { uboId: id(1), identityId: id(3), issuingCountry: 'ALB' },
        ],
        more: true,
      },
    },
    'More than 2 identity documents were checked against a general rule; no rule of the issuing country was applied (ALB, CHE).',
  ],
  [
    {
      code: 'HighRiskCountry',
      facts: {
        places: [
          { uboId: null, pointer: '/incorporationCountryIso3Code', country: 'YEM' },
          { uboId: id(1), pointer: '/nationality', country: 'HTI' },
          { uboId: id(1), pointer: '/address/countryCode', country: 'YEM' },
        ],
        more: false,
      },
    },
    'High-risk countries are named: HTI, YEM.',
  ],
  [
    {
      code: 'ProhibitedCountry',
      facts: { places: [{ uboId: null, pointer: '/addresses/0/countryCode', country: 'PRK' }], more: false },
    },
    'The business names countries that we do not serve: PRK.',
  ],
];

test.each(EXPLAINED)('explains %j in one sentence', (flag, sentence) => {
  expect(explainFlag(flagSchema.parse(flag))).toBe(sentence);
});

test('every flag of the vocabulary has an explanation', () => {
  expect([...new Set(EXPLAINED.map(([{ code }]) => code))].sort()).toEqual([...REVIEW_FLAGS].sort());
});

describe('facts', () => {
  test('drop undeclared fields, such as a name', () => {
    const flag = { code: 'NoOwner', facts: { people: 0, name: 'Amara' } };
    expect(flagSchema.parse(flag)).toEqual({ code: 'NoOwner', facts: { people: 0 } });
  });

  test('of one flag are not valid for another', () => {
    expect(flagSchema.safeParse({ code: 'NoOwner', facts: { sum: 101 } }).success).toBe(false);
  });
});
