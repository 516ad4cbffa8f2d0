import type { Country, CountryRequirements, ReferenceData } from '@onboarding/contract';
import { ApiFailure } from '@onboarding/ui/api';
import { expect, test } from 'vitest';
import { chosenTypes, countryOptions, datesOf, documentWords, isClosed, sendWords, standingOf } from './chosen.ts';
import { exampleBody } from './example-body.ts';

const country = (countryCode: string, name: string, isOpen: boolean, identityRules: Country['identityRules']) =>
  ({ countryCode, name, isOpen, identityRules }) as Country;
const COUNTRIES = [
  country('NGA', 'Nigeria', true, 'Country'),
  country('ALA', 'Åland Islands', true, 'General'),
  country('ATA', 'Antarctica', true, 'None'),
  country('DEU', 'Germany', false, 'Country'),
];

test('countries are offered by name, with a mark on those that are not served', () => {
  expect(countryOptions(COUNTRIES)).toEqual([
    { value: 'ALA', label: 'Åland Islands' },
    { value: 'ATA', label: 'Antarctica' },
    { value: 'DEU', label: 'Germany (not served)' },
    { value: 'NGA', label: 'Nigeria' },
  ]);
});

test.each([
  [undefined, 'none'],
  ['XXX', 'unknown'],
  ['DEU', 'closed'],
  ['ATA', 'businesses-only'],
  ['ALA', 'served'],
  ['NGA', 'served'],
])('with %s in the URL, the country is: %s', (code, kind) => {
  const standing = standingOf(COUNTRIES, code);
  expect(standing.kind).toBe(kind);
  if ('country' in standing) expect(standing.country.countryCode).toBe(code);
  if ('code' in standing) expect(standing.code).toBe(code);
});

test('a country without rules that is closed as well is not served', () => {
  expect(standingOf([country('ATA', 'Antarctica', false, 'None')], 'ATA').kind).toBe('closed');
});

test('only the refusal for a closed country says that it was closed meanwhile', () => {
  const failure = (code: ApiFailure['code']) => new ApiFailure({ status: 404, code, message: '' });
  expect(isClosed(failure('OnboardingConfig.NotFound'))).toBe(true);
  expect([failure('Network.Unreachable'), new Error('OnboardingConfig.NotFound'), null].map(isClosed)).toEqual([
    false,
    false,
    false,
  ]);
});

test('one type is shown if the URL names one that exists, else all', () => {
  const businessTypes = [{ businessTypeCode: 'LLC' }, { businessTypeCode: 'PLC' }] as ReferenceData['businessTypes'];
  const codes = (type: string | undefined) =>
    chosenTypes({ businessTypes }, type).map(({ businessTypeCode }) => businessTypeCode);
  expect([codes('PLC'), codes('XYZ'), codes(undefined)]).toEqual([['PLC'], ['LLC', 'PLC'], ['LLC', 'PLC']]);
});

test.each([
  [true, true, 'Issue and expiry'],
  [true, false, 'Issue'],
  [false, true, 'Expiry'],
  [false, false, 'None needed'],
])('dates, if issue is required: %s, and expiry: %s', (requiresIssueDate, requiresExpiryDate, words) => {
  expect(datesOf({ requiresIssueDate, requiresExpiryDate })).toBe(words);
});

test('one document must be sent, of several any', () => {
  expect([1, 2].map((length) => sendWords(Array.from({ length })))).toEqual([
    'Send this document.',
    'Send at least one of these documents.',
  ]);
});

test('documents of the business and of its people are told apart', () => {
  expect(
    documentWords({
      documentCategories: ['BankStatement', 'IdentityFront', 'IdentityBack', 'ProofOfPersonAddress', 'Selfie'],
    }),
  ).toEqual({
    business: 'Bank statement',
    person: 'Identity front, Identity back, Proof of person address, Selfie',
  });
  expect(documentWords({ documentCategories: [] })).toEqual({ business: '–', person: '–' });
});

test('the example gives a document the dates that it requires, and no others', () => {
  const identityOf = (requiresIssueDate: boolean, requiresExpiryDate: boolean) => {
    const identities = [{ identityTypeCode: 'PASSPORT', placeholder: 'A1', requiresIssueDate, requiresExpiryDate }];
    const requirements = { countryCode: 'NGA', identities } as unknown as CountryRequirements;
    return exampleBody(requirements, 'LLC', new Date('2026-06-01')).businessPersonList[0]?.identities[0];
  };
  const always = { identityTypeCode: 'PASSPORT', issuingCountry: 'NGA', identityValue: 'A1' };
  expect(identityOf(false, false)).toEqual(always);
  expect(identityOf(true, false)).toEqual({ ...always, issueDate: '2024-01-15' });
  expect(identityOf(false, true)).toEqual({ ...always, expiryDate: '2034-01-14' });
});

test('the example has no identity where none is accepted', () => {
  const body = exampleBody({ countryCode: 'ATA', identities: [] } as unknown as CountryRequirements, 'PLC', new Date());
  expect(body.businessPersonList[0]?.identities).toEqual([]);
  expect([body.businessTypeCode, body.incorporationCountryIso3Code]).toEqual(['PLC', 'ATA']);
});
