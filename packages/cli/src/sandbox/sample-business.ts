// A fictional business with fictional people, for a sandbox.
import { randomInt, randomUUID } from 'node:crypto';
import type { BusinessProfileCreate } from '@onboarding/sdk';

/** Registration numbers that determine the outcome of a review in a sandbox. */
const MAGIC_NUMBERS = {
  Approve: 'SBXAPPROVE',
  Reject: 'SBXREJECT',
  RequestChanges: 'SBXCHANGES',
  Hold: 'SBXHOLD',
} as const;

export type MagicOutcome = keyof typeof MAGIC_NUMBERS;

export function sampleBusiness(outcome?: MagicOutcome): BusinessProfileCreate {
  const reference = `sample-${randomUUID().slice(0, 8)}`;
  const address = {
    streetLine1: '12 Marina Road',
    city: 'Lagos',
    state: 'Lagos',
    postalCode: '101241',
    countryCode: 'NGA',
  };
  return {
    email: `office@${reference}.example`,
    phoneNumber: '+2348031234567',
    companyName: 'Sample Trading Ltd',
    businessTypeCode: 'LLC',
    incorporationCountryIso3Code: 'NGA',
    industry: 'TradingIncome',
    website: `https://${reference}.example`,
    registrationNumber: outcome === undefined ? `RC${randomInt(1_000_000, 10_000_000)}` : MAGIC_NUMBERS[outcome],
    registrationDate: '2019-03-28',
    addresses: [address],
    financials: {
      monthlyTurnOver: 'UpTo100k',
      estimatedTransactionValue: 'UpTo15k',
      sourceOfFunds: 'CustomerRevenue',
      purposeOfAccount: 'SupplierPayments',
    },
    businessPersonList: [
      {
        firstName: 'Amara',
        lastName: 'Sample',
        birthDate: '1984-05-17',
        nationality: 'NGA',
        email: `amara@${reference}.example`,
        ownershipType: ['UBO', 'DIRECTOR'],
        percentageShare: 60,
        address,
        identities: [
          {
            identityTypeCode: 'NATIOANL_ID',
            issuingCountry: 'NGA',
            identityValue: String(randomInt(10_000_000_000, 99_999_999_999)),
          },
        ],
      },
    ],
    partnerCustomerId: reference,
  };
}

/** A PDF with one empty page. */
export const SAMPLE_PDF = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
