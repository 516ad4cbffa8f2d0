// A business in a country with one owner who lives there: a body that the API accepts unchanged.
import type { CountryRequirements } from '@onboarding/contract';

const ADDRESS = { streetLine1: '1 Example Street', city: 'Example City', state: 'Example State', postalCode: '10001' };

export function exampleBody(
  { countryCode, identities: [identity] }: CountryRequirements,
  businessTypeCode: string,
  now: Date,
) {
  const year = now.getUTCFullYear();
  const address = { ...ADDRESS, countryCode };
  return {
    email: 'office@company.example',
    companyName: 'Example Trading',
    businessTypeCode,
    incorporationCountryIso3Code: countryCode,
    industry: 'TradingIncome',
    website: 'https://company.example',
    registrationNumber: '1234567',
    registrationDate: `${year - 5}-03-28`,
    addresses: [address],
    businessPersonList: [
      {
        firstName: 'Alex',
        lastName: 'Example',
        birthDate: `${year - 40}-05-17`,
        nationality: countryCode,
        email: 'alex@company.example',
        ownershipType: ['UBO'],
        percentageShare: 100,
        address,
        identities:
          identity === undefined
            ? []
            : [
                {
                  identityTypeCode: identity.identityTypeCode,
                  issuingCountry: countryCode,
                  identityValue: identity.placeholder,
                  ...(identity.requiresIssueDate ? { issueDate: `${year - 2}-01-15` } : {}),
                  ...(identity.requiresExpiryDate ? { expiryDate: `${year + 8}-01-14` } : {}),
                },
              ],
      },
    ],
    partnerCustomerId: 'example-000001',
  };
}
