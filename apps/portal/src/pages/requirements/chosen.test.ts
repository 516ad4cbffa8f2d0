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

test('sorts countries by name and marks those that are not served', () => {
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

test('reports a closed country without rules as closed, not as businesses-only', () => {
  expect(standingOf([country('ATA', 'Antarctica', false, 'None')], 'ATA').kind).toBe('closed');
});

test('recognises only OnboardingConfig.NotFound as a closed country', () => {
  const failure = (code: ApiFailure['code']) => new ApiFailure({ status: 404, code, message: '' });
  expect(isClosed(failure('OnboardingConfig.NotFound'))).toBe(true);
  expect([failure('Network.Unreachable'), new Error('OnboardingConfig.NotFound'), null].map(isClosed)).toEqual([
    false,
    false,
    false,
  ]);
});

test('shows one business type if the URL names an existing one, otherwise all', () => {
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
])('lists the required dates, issue: %s, expiry: %s', (requiresIssueDate, requiresExpiryDate, words) => {
  expect(datesOf({ requiresIssueDate, requiresExpiryDate })).toBe(words);
});

test('asks for the only document, or for at least one of several', () => {
  expect([1, 2].map((length) => sendWords(Array.from({ length })))).toEqual([
    'Send this document.',
    'Send at least one of these documents.',
  ]);
});

test('separates documents of the business from those of its people', () => {
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

test('the example includes only the dates that a document requires', () => {
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

test('the example has no identities if the country accepts none', () => {
  const body = exampleBody({ countryCode: 'ATA', identities: [] } as unknown as CountryRequirements, 'PLC', new Date());
  expect(body.businessPersonList[0]?.identities).toEqual([]);
  expect([body.businessTypeCode, body.incorporationCountryIso3Code]).toEqual(['PLC', 'ATA']);
});
