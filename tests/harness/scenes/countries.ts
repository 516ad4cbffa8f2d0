// Requests that name a country, in every field that can, and the response for a country that is not served.
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { validAddress, validIdentity, validPerson } from '../bodies.ts';

const passport = (issuingCountry: string) => ({
  identityTypeCode: 'PASSPORT',
  issuingCountry,
  identityValue: `P${validIdentity().identityValue.slice(-7)}`,
  issueDate: '2024-01-01',
  expiryDate: '2034-01-01',
});
export const residentOf = (countryCode: string) =>
  validPerson({ address: { ...validAddress(), countryCode }, identities: [passport(countryCode)] });

/** Every field of a request that names a country, with its pointer. */
export const places: [pointer: string, fields: (country: string) => Record<string, unknown>][] = [
  ['/incorporationCountryIso3Code', (country) => ({ incorporationCountryIso3Code: country })],
  [
    '/addresses/1/countryCode',
    (country) => ({ addresses: [validAddress(), { ...validAddress(), countryCode: country }] }),
  ],
];
export const placesOfPeople: typeof places = [
  ['/businessPersonList/0/address/countryCode', (country) => ({ businessPersonList: [residentOf(country)] })],
  ['/businessPersonList/0/nationality', (country) => ({ businessPersonList: [validPerson({ nationality: country })] })],
  [
    '/businessPersonList/0/taxResidenceCountry',
    (country) => ({ businessPersonList: [validPerson({ taxResidenceCountry: country })] }),
  ],
  [
    '/businessPersonList/0/identities/1/issuingCountry',
    (country) => ({
      businessPersonList: [validPerson({ identities: [validIdentity(), passport(country)] })],
    }),
  ],
];

export const refused = (response: LightMyRequestResponse) => {
  const { error } = response.json();
  const found = (error?.details ?? []).find(({ code }: { code: string }) => code === 'OnboardingConfig.NotFound');
  return [response.statusCode, found?.pointer, found?.message];
};
export const notServed = (pointer: string) => [
  400,
  pointer,
  expect.stringMatching(
    /^(countryCode|nationality|\w+Country\w*) names "[A-Z]{3}", which is not served; see isOpen and identityRules in GET \/api\/partner\/v1\/countries\.$/,
  ),
];
